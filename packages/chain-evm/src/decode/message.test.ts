import fc from 'fast-check'
import { bytesToHex, serializeTransaction, stringToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { parseMessageRequest } from './message.ts'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const reasonOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return (error as { data?: { reason?: string } }).data?.reason
  }
  return 'passed'
}

describe('personal_sign', () => {
  test('takes text, hex, and either order', () => {
    expect(parseMessageRequest(['0x48656c6c6f', address])).toMatchObject({ text: 'Hello', address })
    expect(parseMessageRequest([address, '0x48656c6c6f'])).toMatchObject({ text: 'Hello', address })
    expect(parseMessageRequest(['Hello', address.toLowerCase()]).hex).toBe('0x48656c6c6f')
    expect(parseMessageRequest(['0xzz', address]).text).toBe('0xzz')
  })

  test('keeps the standard order when both could be the address', () => {
    const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    expect(parseMessageRequest([other, address])).toMatchObject({ address, hex: other.toLowerCase() })
  })

  test('shows bytes that are not UTF-8 as bytes', () => {
    expect(parseMessageRequest(['0xfffe00', address]).text).toBeNull()
    // A surrogate and an overlong form: lenient decoders would show something.
    expect(parseMessageRequest(['0xeda080', address]).text).toBeNull()
    expect(parseMessageRequest(['0xc0af', address]).text).toBeNull()
  })

  test('takes 32 bytes where the project allows them, as what they are, and no envelope', () => {
    const hash = `0x${'ab'.repeat(32)}`
    expect(parseMessageRequest([hash, address], { hashes: true })).toMatchObject({ hex: hash, isHash: true })
    const text = 'This text has 32 characters.1234'
    expect(parseMessageRequest([text, address], { hashes: true })).toMatchObject({ text, isHash: true })
    expect(parseMessageRequest([`${text}5`, address], { hashes: true }).isHash).toBe(false)
    const envelope = `0x1901${'ab'.repeat(30)}`
    expect(reasonOf(() => parseMessageRequest([envelope, address], { hashes: true }))).toBe('envelopeMessage')
  })

  test.each([
    ['a hash', `0x${'ab'.repeat(32)}`, 'hashLikeMessage'],
    ['an EIP-712 envelope', `0x1901${'ab'.repeat(64)}`, 'envelopeMessage'],
    ['an EIP-191 envelope', stringToHex('\x19Ethereum Signed Message:\n5Hello'), 'envelopeMessage'],
    [
      'a sign-in that does not parse',
      'x.example wants you to sign in with your Ethereum account:',
      'signInMalformed',
    ],
    [
      'a sign-in behind characters that nobody sees',
      'x.example wants you\u200b to sign\u2060 in with\u00a0your Ethereum acc\u200dount:',
      'signInMalformed',
    ],
    ['a sign-in in wide letters', 'x ｗａｎｔｓ you to sign in with your account', 'signInMalformed'],
    ['too much', 'a'.repeat(20_000), 'messageTooLong'],
  ])('refuses %s', (_, message, reason) =>
    expect(reasonOf(() => parseMessageRequest([message, address]))).toBe(reason),
  )

  test.each([
    ['legacy', { type: 'legacy', gasPrice: 1n }],
    ['EIP-2930', { type: 'eip2930', gasPrice: 1n }],
    ['EIP-1559', { type: 'eip1559', maxFeePerGas: 2n, maxPriorityFeePerGas: 1n }],
    ['EIP-7702', { type: 'eip7702', maxFeePerGas: 2n, maxPriorityFeePerGas: 1n, authorizationList: [] }],
  ] as const)('refuses a transaction: %s', (_, fields) => {
    const raw = serializeTransaction({
      chainId: 1,
      nonce: 1,
      gas: 21_000n,
      to: address,
      value: 1n,
      ...fields,
    })
    expect(reasonOf(() => parseMessageRequest([raw, address]))).toBe('transactionLikeMessage')
  })

  test('refuses an EIP-7702 authorization', () => {
    // 0x05 and an RLP list of chain id, address and nonce.
    const authorization = `0x05d701${'94'}${address.slice(2)}80`
    expect(reasonOf(() => parseMessageRequest([authorization, address]))).toBe('transactionLikeMessage')
  })

  test.each([
    [[]],
    [['0x00']],
    [['0x00', address, '', '']],
    [[1, address]],
    [['0x00', 'nobody']],
    [['Hello', address.replace('f39F', 'F39f')]],
  ])('refuses malformed params %#', (params) =>
    expect(() => parseMessageRequest(params)).toThrow(/does not follow/),
  )

  test('any text comes through whole, frozen, and never as something else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const bytes = new TextEncoder().encode(text)
        let parsed: ReturnType<typeof parseMessageRequest>
        try {
          parsed = parseMessageRequest([bytesToHex(bytes), address])
        } catch {
          return (
            bytes.length === 32 ||
            bytes[0] === 0x19 ||
            bytes[0] === undefined ||
            bytes[0] < 0x80 ||
            bytes[0] > 0xbf
          )
        }
        return parsed.text === new TextDecoder().decode(bytes) || text.startsWith('\ufeff')
          ? Object.isFrozen(parsed)
          : false
      }),
    )
  })
})
