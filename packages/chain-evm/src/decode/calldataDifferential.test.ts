import { Interface, type ParamType } from 'ethers'
import fc from 'fast-check'
import { type AbiFunction, type Address, decodeFunctionData, getAddress, type Hex, toHex } from 'viem'
import { formatAbiItem } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { batchAbi, controlAbi, permit2Abi, proxyAbi, tokenAbi } from './callAbi.ts'
import { decodeCall } from './calldata.ts'
import type { DecodedCall } from './model.ts'

const contract: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const all = [...tokenAbi, ...permit2Abi, ...controlAbi, ...proxyAbi, ...batchAbi] as readonly AbiFunction[]

/** A value of a parameter, as both libraries take it. */
function arbitraryOf(param: ParamType): fc.Arbitrary<unknown> {
  const bytes = (size: object) => fc.uint8Array(size).map((one) => toHex(one))
  if (param.arrayChildren) return fc.array(arbitraryOf(param.arrayChildren), { maxLength: 3 })
  if (param.components) return fc.tuple(...param.components.map(arbitraryOf))
  const bits = Number(/^uint([0-9]+)$/.exec(param.type)?.[1])
  if (bits) return fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n })
  if (param.type === 'bool') return fc.boolean()
  if (param.type === 'string') return fc.string({ maxLength: 10 })
  if (param.type === 'address') return bytes({ minLength: 20, maxLength: 20 }).map((hex) => getAddress(hex))
  const size = Number(/^bytes([0-9]+)$/.exec(param.type)?.[1])
  return size ? bytes({ minLength: size, maxLength: size }) : bytes({ maxLength: 40 })
}

/** Arguments without the names of struct members, numbers as bigint: the same for both libraries. */
const bare = (value: unknown): unknown => {
  if (typeof value === 'number') return BigInt(value)
  if (Array.isArray(value)) return value.map(bare)
  return typeof value === 'object' && value !== null ? Object.values(value).map(bare) : value
}

/** What a token's function must come to, said by a second hand. */
function expected(name: string, args: readonly unknown[]): Partial<DecodedCall> | undefined {
  const [a, b, c] = args as [never, never, never]
  switch (name) {
    case 'transfer':
    case 'transferAndCall':
    case 'send':
      return { kind: 'tokenTransfer', token: contract, from: null, to: a, amount: b }
    case 'transferFrom':
    case 'transferFromAndCall':
      return { kind: 'tokenTransfer', token: contract, from: a, to: b, amount: c }
    case 'approve':
    case 'approveAndCall':
      return {
        kind: 'approval',
        change: 'set',
        spender: a,
        amount: b,
        unlimited: b >= 2n ** 255n,
        owner: null,
      }
    case 'setApprovalForAll':
    case 'setOperator':
      return { kind: 'approvalForAll', operator: a, approved: b }
    default:
      return undefined
  }
}

const named = all.map((item) => ({ item, signature: formatAbiItem(item) }))

describe('calldata that another library wrote', () => {
  test.each(named)('$signature', ({ item, signature }) => {
    const coder = new Interface([`function ${signature}`])
    const fragment = coder.getFunction(item.name)
    if (!fragment) throw new Error(signature)
    fc.assert(
      fc.property(fc.tuple(...fragment.inputs.map(arbitraryOf)), (args) => {
        const data = coder.encodeFunctionData(fragment, args) as Hex
        // The same arguments come out as went in.
        expect(bare(decodeFunctionData({ abi: [item], data }).args ?? [])).toEqual(args)
        const call = decodeCall({ to: contract, value: 0n, data })
        if ((tokenAbi as readonly AbiFunction[]).includes(item)) {
          expect(call.kind).toMatch(/^(?:tokenTransfer|approval|approvalForAll|collectibleTransfer)$/)
          const told = expected(item.name, args)
          if (told) expect(call).toMatchObject(told)
        }
        if ((controlAbi as readonly AbiFunction[]).includes(item)) expect(call.kind).toBe('control')
        if ((proxyAbi as readonly AbiFunction[]).includes(item)) expect(call.kind).toBe('control')
      }),
      { numRuns: 8 },
    )
  })
})

test('one changed byte is another call, or none that can be read: never the same', () => {
  const abi = new Interface(['function transferFrom(address from, address to, uint256 amount)'])
  const someone = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((one) => getAddress(toHex(one)))
  fc.assert(
    fc.property(
      someone,
      someone,
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.nat({ max: 99 }),
      fc.integer({ min: 1, max: 255 }),
      (from, to, amount, at, change) => {
        const data = abi.encodeFunctionData('transferFrom', [from, to, amount])
        const bytes = Buffer.from(data.slice(2), 'hex')
        bytes[at] = (bytes[at] ?? 0) ^ change
        const [before, after] = [data as Hex, `0x${bytes.toString('hex')}` as const].map((one) =>
          decodeCall({ to: contract, value: 0n, data: one }),
        )
        expect(after).not.toEqual(before)
      },
    ),
  )
})
