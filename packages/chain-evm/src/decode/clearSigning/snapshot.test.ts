import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readDescriptor } from './readDescriptor.ts'
import { snapshot } from './snapshot.ts'
import { parseUniqueJson } from './testing/parseUniqueJson.ts'

const folder = new URL('./descriptors/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8')

describe('the snapshot', () => {
  test('lists every file', () => {
    expect(snapshot.map(({ file }) => file)).toEqual(readdirSync(folder).sort())
  })

  test.each(snapshot)(
    '$file is the reviewed one, has no key twice, and can be read',
    ({ file, sha256, document }) => {
      const text = read(file)
      expect(createHash('sha256').update(text).digest('hex')).toBe(sha256)
      expect(parseUniqueJson(text)).toEqual(document)
      expect(() => readDescriptor(document)).not.toThrow()
    },
  )

  test('no two descriptors speak of the same call or message', () => {
    const seen = new Set<string>()
    for (const { document } of snapshot) {
      const { context, calls, messages } = readDescriptor(document)
      const keys = [...calls.map(({ selector }) => selector), ...messages.map(({ encodeType }) => encodeType)]
      for (const { chainId, address } of context.deployments ?? [])
        for (const key of keys) {
          expect(seen.has(`${chainId}/${address}/${key}`)).toBe(false)
          seen.add(`${chainId}/${address}/${key}`)
        }
    }
  })
})
