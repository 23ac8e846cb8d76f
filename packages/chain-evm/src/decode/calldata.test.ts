import fc from 'fast-check'
import { decodeAbiParameters, encodeFunctionData, getAddress, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { batchAbi, controlAbi, tokenAbi } from './callAbi.ts'
import { decodeCall, flattenCalls } from './calldata.ts'

const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const max = 2n ** 256n - 1n
const decode = (data: Hex, value = 0n) => decodeCall({ to: token, value, data })
const zero = `0x${'0'.repeat(64)}` as const

describe('tokens', () => {
  test('ERC-20', () => {
    const transfer = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [bob, 5n] })
    expect(decode(transfer)).toEqual({ kind: 'tokenTransfer', token, from: null, to: bob, amount: 5n })
    const from = encodeFunctionData({ abi: tokenAbi, functionName: 'transferFrom', args: [alice, bob, 5n] })
    expect(decode(from)).toMatchObject({ kind: 'tokenTransfer', from: alice, to: bob })
  })

  test.each([
    ['approve', 5n, 'set', false],
    ['approve', max, 'set', true],
    ['approve', 2n ** 255n, 'set', true],
    ['approve', 2n ** 255n - 1n, 'set', false],
    ['increaseAllowance', max, 'increase', true],
    ['decreaseAllowance', max, 'decrease', false],
  ] as const)('%s %s', (functionName, amount, change, unlimited) => {
    const data = encodeFunctionData({ abi: tokenAbi, functionName, args: [bob, amount] })
    expect(decode(data)).toEqual({
      kind: 'approval',
      token,
      spender: bob,
      amount,
      unlimited,
      change,
      owner: null,
    })
  })

  test('ERC-2612 permit as a call', () => {
    const args = [alice, bob, max, 1n, 27, zero, zero] as const
    const data = encodeFunctionData({ abi: tokenAbi, functionName: 'permit', args })
    expect(decode(data)).toMatchObject({ kind: 'approval', owner: alice, spender: bob, unlimited: true })
  })

  test('ERC-721 and ERC-1155', () => {
    const all = encodeFunctionData({ abi: tokenAbi, functionName: 'setApprovalForAll', args: [bob, true] })
    expect(decode(all)).toEqual({ kind: 'approvalForAll', token, operator: bob, approved: true })
    const one = encodeFunctionData({
      abi: tokenAbi,
      functionName: 'safeTransferFrom',
      args: [alice, bob, 7n],
    })
    expect(decode(one)).toMatchObject({ kind: 'collectibleTransfer', items: [{ id: 7n, amount: 1n }] })
    const some = encodeFunctionData({
      abi: tokenAbi,
      functionName: 'safeTransferFrom',
      args: [alice, bob, 7n, 3n, '0x'],
    })
    expect(decode(some)).toMatchObject({ items: [{ id: 7n, amount: 3n }] })
    const many = encodeFunctionData({
      abi: tokenAbi,
      functionName: 'safeBatchTransferFrom',
      args: [alice, bob, [1n, 2n], [3n, 4n], '0x'],
    })
    expect(decode(many)).toMatchObject({
      items: [
        { id: 1n, amount: 3n },
        { id: 2n, amount: 4n },
      ],
    })
  })
})

describe('what it does not read is unknown', () => {
  const transfer = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [bob, 5n] })

  test('a token call that takes money along', () => {
    expect(decode(transfer, 1n)).toMatchObject({ kind: 'unknown', value: 1n })
  })
  test('dirty or short arguments', () => {
    const dirty = transfer.replace(/^0xa9059cbb00/, '0xa9059cbbff') as Hex
    expect(decode(dirty).kind).toBe('unknown')
    expect(decode(transfer.slice(0, -2) as Hex).kind).toBe('unknown')
  })
  test('a suffix is not part of the call', () => {
    expect(decode(`${transfer}c0ffee`).kind).toBe('tokenTransfer')
  })
  test('another selector', () => {
    const data = '0x12345678'
    expect(decode(data)).toEqual({ kind: 'unknown', to: token, selector: data, value: 0n, data })
  })
  test('native transfers and creations', () => {
    expect(decodeCall({ to: bob, value: 1n, data: '0x' })).toEqual({
      kind: 'nativeTransfer',
      to: bob,
      value: 1n,
    })
    expect(decodeCall({ to: null, value: 0n, data: '0x60' })).toEqual({ kind: 'create' })
  })
})

describe('calls within calls', () => {
  const approve = encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [bob, max] })

  test('multicall and aggregate', () => {
    const data = encodeFunctionData({
      abi: batchAbi,
      functionName: 'multicall',
      args: [[approve, '0x12345678']],
    })
    expect(flattenCalls(decode(data)).map(({ kind }) => kind)).toEqual(['approval', 'unknown'])
    const calls = [{ target: bob, allowFailure: true, callData: approve }] as const
    const aggregate = encodeFunctionData({ abi: batchAbi, functionName: 'aggregate3', args: [calls] })
    expect(flattenCalls(decode(aggregate))).toMatchObject([{ kind: 'approval', token: bob }])
  })

  test('deeper than five levels is not read', () => {
    let data: Hex = approve
    for (let i = 0; i < 6; i++)
      data = encodeFunctionData({ abi: batchAbi, functionName: 'multicall', args: [[data]] })
    expect(flattenCalls(decode(data)).map(({ kind }) => kind)).toEqual(['unknown'])
  })

  test('handing over control', () => {
    const data = encodeFunctionData({ abi: controlAbi, functionName: 'transferOwnership', args: [bob] })
    expect(decode(data)).toEqual({ kind: 'control', name: 'transferOwnership', to: token, calls: [] })
  })
})

test('decoding gives back what viem encoded, for any arguments', () => {
  const account = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => {
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    return getAddress(`0x${hex}`)
  })
  fc.assert(
    fc.property(account, account, fc.bigInt({ min: 0n, max }), (to, spender, amount) => {
      const transfer = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, amount] })
      const approve = encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, amount] })
      expect(decode(transfer)).toEqual({ kind: 'tokenTransfer', token, from: null, to, amount })
      expect(decode(approve)).toMatchObject({ kind: 'approval', spender, amount })
    }),
  )
})

test('never throws on any bytes', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...['0xa9059cbb', '0xac9650d8', '0x82ad56cb', '0x095ea7b3']),
      fc.uint8Array(),
      (head, tail) => {
        const hex = [...tail].map((byte) => byte.toString(16).padStart(2, '0')).join('')
        expect(decode(`${head}${hex}` as Hex).kind).toBeTypeOf('string')
      },
    ),
  )
})

describe('a decompression bomb', () => {
  const word = (value: number) => value.toString(16).padStart(64, '0')
  /** The array of `count` byte strings that are all one and the same, which costs 32 bytes each to say. */
  const bomb = (count: number) =>
    `${word(32)}${word(count)}${Array.from({ length: count }, () => word(32 * count)).join('')}${word(0)}`
  const parameters = [{ type: 'bytes[]' }] as const

  test('R9-67 at most 8192 reads go back to where another has read', () => {
    // Each string reads its offset, its length, and comes back; the first length is no repetition.
    const reads = (count: number) => decodeAbiParameters(parameters, `0x${bomb(count)}`)
    expect(reads(100)[0]).toHaveLength(100)
    expect(() => reads(20_000)).toThrow(/[Rr]ecursive read limit/)
    const most = Array.from({ length: 15 }, (_, bit) => 2 ** (14 - bit)).reduce((count, step) => {
      try {
        reads(count + step)
        return count + step
      } catch {
        return count
      }
    }, 0)
    expect(most).toBeGreaterThanOrEqual(8_192)
    expect(most).toBeLessThanOrEqual(8_194)
  })

  test('R9-67 is shown as an unknown call', () => {
    const data = encodeFunctionData({ abi: batchAbi, functionName: 'multicall', args: [[]] })
    const selector = data.slice(0, 10)
    expect(decode(`${selector}${bomb(20_000)}` as Hex)).toMatchObject({ kind: 'unknown' })
  })
})
