import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageBytes, typedDataValue } from './evmSigner.ts'

const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
const reason = (value: string) => expect.objectContaining({ code: 3104, data: { reason: value } })
const caught = (run: () => unknown) => {
  try {
    return run()
  } catch (error) {
    return error
  }
}

describe('a message', () => {
  it('of any length but 32 is signed as it is, unless it starts as typed data does', () => {
    const bytes = fc.uint8Array({ maxLength: 100 })
    const allowed = bytes.filter((value) => value.length !== 32 && !(value[0] === 0x19 && value[1] === 1))
    fc.assert(
      fc.property(allowed, (value) => {
        expect(hex(messageBytes(hex(value)))).toBe(hex(value))
      }),
    )
  })

  it('of 32 bytes is refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (value) => {
        expect(caught(() => messageBytes(hex(value)))).toEqual(reason('looksLikeHash'))
      }),
    )
  })

  it('that starts 0x19 0x01 is refused', () => {
    const hash = `0x${'ab'.repeat(32)}`
    expect(hex(messageBytes(hash, true))).toBe(hash)
    const envelope = `0x1901${'ab'.repeat(30)}`
    expect(caught(() => messageBytes(envelope, true))).toEqual(reason('looksLikeTypedData'))
    expect(caught(() => messageBytes('0x1901'))).toEqual(reason('looksLikeTypedData'))
    expect(caught(() => messageBytes(`0x1901${'ab'.repeat(64)}`))).toEqual(reason('looksLikeTypedData'))
    expect(messageBytes('0x1900')).toHaveLength(2)
  })
})

describe('typed data', () => {
  const textOf = (chainId: unknown) => JSON.stringify({ domain: { chainId } })

  it.each([1, 31337, '1', '0x1', '115792089237316195423570985008687907853'])(
    'may have chain id %s',
    (chainId) => {
      expect(typedDataValue(textOf(chainId))).toEqual({ domain: { chainId } })
    },
  )

  it.each([0, -1, 1.5, '0', '0x0', '', '-1', '1e3', null, {}, []])('may not have chain id %j', (chainId) => {
    expect(caught(() => typedDataValue(textOf(chainId)))).toEqual(reason('invalidTypedData'))
  })

  it.each(['', '{', 'null', '[]', '1', '{}', '{"domain":null}'])('is not %s', (text) => {
    expect(caught(() => typedDataValue(text))).toEqual(reason('invalidTypedData'))
  })
})
