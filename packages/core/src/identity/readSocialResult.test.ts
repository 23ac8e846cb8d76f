import { SOCIAL_RETURN as PROTOCOL_RETURN } from '@latchkey/protocol/http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SOCIAL_RETURN } from '../storage/socialReturn.ts'
import { assertSocialResult, readSocialReturn } from './socialLogin.ts'

const WALLET = 'https://wallet.example'
const FLOW = 'f-_4567890123456789012'
const RESULT = 'r'.repeat(43)
const DONE = `${WALLET}/social/done?flow=${FLOW}`

it('has the name that the protocol gives it', () => {
  expect(SOCIAL_RETURN).toBe(PROTOCOL_RETURN)
})

describe('what comes back in the address', () => {
  it.each([
    ['the end', `#latchkey_social=${FLOW}`, DONE],
    ['the end without the mark', `latchkey_social=${FLOW}`, DONE],
    ['a result, which no address carries', `#latchkey_social=${FLOW}.${RESULT}`, undefined],
    ['an error', `#latchkey_social=${FLOW}.error.4121`, `${DONE}&error=4121`],
    ['an error that is no code', `#latchkey_social=${FLOW}.error.x`, undefined],
    ['a short flow', `#latchkey_social=f`, undefined],
    ['more after it', `#latchkey_social=${FLOW}&x=1`, undefined],
    ['more before it', `#x&latchkey_social=${FLOW}`, undefined],
    ['a fragment of the page', '#about-latchkey_social', undefined],
    ['nothing', '', undefined],
  ])('%s', (_, fragment, uri) => {
    expect(readSocialReturn(fragment, WALLET)).toBe(uri)
  })

  it('is never a uri of another origin or path, whatever the fragment', () => {
    const part = fc.string({ unit: fc.constantFrom(...'aB0-_./:?#&=%@ ') })
    fc.assert(
      fc.property(fc.oneof(fc.string(), part), (text) => {
        const uri = readSocialReturn(`#latchkey_social=${text}`, WALLET)
        if (uri !== undefined) expect(uri.startsWith(`${WALLET}/social/done?flow=`)).toBe(true)
      }),
    )
  })
})

describe('assertSocialResult', () => {
  it('lets a result pass', () => {
    expect(() => assertSocialResult(DONE, WALLET)).not.toThrow()
  })
  it('gives the code of an error, and no word of the other side', () => {
    expect(() => assertSocialResult(`${DONE}&error=4121`, WALLET)).toThrow(
      expect.objectContaining({ code: 4121 }),
    )
  })
  it('passes nothing but a result of the wallet', () => {
    const start = fc.constantFrom(WALLET, `${WALLET}.evil.example`, 'https://x@wallet.example', 'javascript:')
    const address = fc.tuple(start, fc.string()).map((parts) => parts.join('/'))
    fc.assert(
      fc.property(fc.oneof(fc.string(), address), (uri) => {
        expect(() => assertSocialResult(uri, WALLET)).toThrow(expect.objectContaining({ code: 5034 }))
      }),
    )
  })
})
