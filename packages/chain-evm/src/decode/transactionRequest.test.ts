import { describe, expect, test } from 'vitest'
import { parseTransactionRequest } from './transaction.ts'

const from = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const context = { chainId: 31337, address: from }
const parse = (fields: object) => parseTransactionRequest([{ from, to, ...fields }], context)
const reasonOf = (fields: object) => {
  try {
    parse(fields)
  } catch (error) {
    const { code, data } = error as { code?: number; data?: { reason?: string } }
    return `${code} ${data?.reason}`
  }
  return 'passed'
}

describe('eth_sendTransaction', () => {
  test('reads and freezes what it asks for', () => {
    const parsed = parse({ value: '0xde0b6b3a7640000', gas: '0x5208', nonce: '0x7', chainId: '0x7a69' })
    expect(parsed).toMatchObject({ from, to, value: 10n ** 18n, data: '0x', gas: 21_000n, nonce: 7 })
    expect(Object.isFrozen(parsed)).toBe(true)
  })

  test('reads a legacy price as fee and tip', () => {
    expect(parse({ gasPrice: '0x3' })).toMatchObject({ maxFeePerGas: 3n, maxPriorityFeePerGas: 3n })
  })

  test('takes data and input when they agree', () => {
    expect(parse({ data: '0xAA', input: '0xaa' }).data).toBe('0xaa')
  })

  test.each([
    [{ authorizationList: [] }, '7500 delegation'],
    [{ type: '0x4' }, '7500 delegation'],
    [{ type: '0x3' }, '7500 blob'],
    [{ maxFeePerBlobGas: '0x1' }, '7500 blob'],
    [{ type: '0x7f' }, '7500 transactionType'],
    [{ chainId: '0x1' }, '7500 wrongNetwork'],
    [{ chainId: 1 }, '7500 wrongNetwork'],
    [{ from: to }, '7500 wrongAccount'],
    [{ maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }, '7500 tipAboveFeeCap'],
    [{ gas: '0x2000000' }, '7500 gasAboveCap'],
    [{ gasPrice: '0x1', maxFeePerGas: '0x1' }, '7501 feesOfTwoTypes'],
    [{ data: '0xaa', input: '0xbb' }, '7501 dataAndInputDiffer'],
    [{ data: '0xabc' }, '7501 data'],
    [{ value: '1' }, '7501 value'],
    [{ value: -1 }, '7501 value'],
    [{ to: '0x1234' }, '7501 address'],
    [{ to: to.replace('7099', '7099').replace('C51', 'c51') }, '7501 addressChecksum'],
    [{ to: null }, '7501 emptyCreation'],
    [{ gas: '0x1', gasLimit: '0x2' }, '7501 gas'],
    [{ surprise: true }, '7501 unknownField'],
    [{ accessList: [{ address: to, storageKeys: ['0x01'] }] }, '7501 storageKeySize'],
    [{ chainId: 'one' }, '7501 chainId'],
  ])('refuses %j', (fields, reason) => expect(reasonOf(fields)).toBe(reason))

  test.each([
    ['no blob', { blobs: [], blobVersionedHashes: [] }],
    ['a hash that is too short', { type: '0x3', blobVersionedHashes: ['0x01'] }],
    ['a whole hash', { type: '0x3', blobVersionedHashes: [`0x01${'00'.repeat(31)}`] }],
    ['a blob of the full size', { type: '0x3', blobs: [`0x${'00'.repeat(131_072)}`] }],
    ['more than fits', { type: '0x3', blobs: [`0x${'00'.repeat(761_856)}`] }],
  ])('R5-18 R9-65 R9-66 refuses a blob transaction with %s', (_, fields) =>
    expect(reasonOf(fields)).toBe('7500 blob'),
  )

  test.each([[[]], [['0x']], [[null]], [[[]]], [[{}, {}]]])('refuses params %j', (params) =>
    expect(() => parseTransactionRequest(params, context)).toThrow(),
  )
})
