import { describe, expect, it } from 'vitest'
import { readDocumentConfig } from './readDocumentConfig.ts'
import { configFor } from './testing/openKeys.ts'

const config = configFor({ channelKey: 'AAAA' })
const page = (content: string | null) =>
  ({
    querySelector: () => (content === null ? null : { getAttribute: () => content }),
  }) as unknown as Document

describe('the configuration in the document', () => {
  it('is read from the meta element', () => {
    expect(readDocumentConfig(page(JSON.stringify(config)))).toEqual(config)
  })

  it.each([
    ['there is none', null],
    ['it was not filled in', '__LATCHKEY_CONFIG__'],
    ['it is empty', ''],
    ['it has an extra field', JSON.stringify({ ...config, extra: 1 })],
    ['an origin is none', JSON.stringify({ ...config, walletOrigin: 'wallet.localhost' })],
  ])('is refused when %s', (_, content) => {
    expect(() => readDocumentConfig(page(content))).toThrow('no valid configuration')
  })
})
