import { keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { readToken } from './contractReads.ts'
import { isHashSignedBy, isMessageSignedBy } from './message.ts'
import type { ShownTransaction } from './model.ts'
import { isSignedAsShown } from './transaction.ts'

// The first development key of the well-known test mnemonic.
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const shown: ShownTransaction = {
  from: account.address,
  chainId: 31337,
  nonce: 0,
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  value: 1n,
  data: '0x',
  gas: 21_000n,
  maxFeePerGas: 2n,
  maxPriorityFeePerGas: 1n,
  accessList: [],
}
const sign = async (transaction: ShownTransaction) => {
  const { from, accessList, ...fields } = transaction
  const raw = await account.signTransaction({ type: 'eip1559', ...fields, accessList: [...accessList] })
  return { raw, hash: keccak256(raw) }
}

describe('a signed transaction is the one that was shown', () => {
  test('same fields, same account', async () => {
    expect(await isSignedAsShown(await sign(shown), shown)).toBe(true)
  })

  test.each<[string, Partial<ShownTransaction>]>([
    ['value', { value: 2n }],
    ['to', { to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' }],
    ['no to', { to: null, data: '0x60' }],
    ['data', { data: '0x00' }],
    ['nonce', { nonce: 1 }],
    ['chain', { chainId: 1 }],
    ['gas', { gas: 22_000n }],
    ['fee', { maxFeePerGas: 3n }],
    ['tip', { maxPriorityFeePerGas: 2n }],
    ['access list', { accessList: [{ address: account.address, storageKeys: [] }] }],
  ])('another %s is noticed', async (_, change) => {
    expect(await isSignedAsShown(await sign({ ...shown, ...change }), shown)).toBe(false)
  })

  test('another account, another hash and other bytes are noticed', async () => {
    const signed = await sign(shown)
    expect(await isSignedAsShown(signed, { ...shown, from: shown.to ?? account.address })).toBe(false)
    expect(await isSignedAsShown({ ...signed, hash: keccak256('0x00') }, shown)).toBe(false)
    expect(await isSignedAsShown({ raw: '0x02', hash: keccak256('0x02') }, shown)).toBe(false)
  })
})

test('signatures of messages and digests', async () => {
  const signature = await account.signMessage({ message: { raw: '0x1234' } })
  expect(await isMessageSignedBy(account.address, '0x1234', signature)).toBe(true)
  expect(await isMessageSignedBy(account.address, '0x1235', signature)).toBe(false)
  expect(await isMessageSignedBy(account.address, '0x1234', '0x00')).toBe(false)
  const hash = keccak256('0x12')
  expect(await isHashSignedBy(account.address, hash, await account.sign({ hash }))).toBe(true)
  expect(await isHashSignedBy(account.address, keccak256('0x13'), await account.sign({ hash }))).toBe(false)
})

test('what a token says about itself', () => {
  const word = (hex: string) => `0x${hex.padStart(64, '0')}`
  const text = `0x${'20'.padStart(64, '0')}${'4'.padStart(64, '0')}${'55534443'.padEnd(64, '0')}`
  expect(readToken([text, word('6'), word('0')])).toEqual({ symbol: 'USDC', decimals: 6, collectible: false })
  expect(readToken([`0x${'4d4b52'.padEnd(64, '0')}`, word('12'), undefined])).toEqual({
    symbol: 'MKR',
    decimals: 18,
    collectible: false,
  })
  expect(readToken(['0x', word('ff'), word('1')])).toEqual({
    symbol: null,
    decimals: null,
    collectible: true,
  })
})
