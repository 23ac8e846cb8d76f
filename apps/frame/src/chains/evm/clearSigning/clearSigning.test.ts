import { decodeCall } from '@latchkey/chain-evm/decode'
import type { DecodedCall } from '@latchkey/chain-evm/decode/model'
import { encodeFunctionData, parseAbi, parseEther } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ApprovalView, Value } from '../../../approvals/ApprovalView.ts'
import { fakeChain, fakeFrame, plainContext, testAddress, testConfig } from '../../../testing/fakeFrame.ts'
import { approveData, friend } from '../../../workbench/sampleRequests.ts'
import { headlineOf } from '../transaction/callRows.ts'
import { transactionApproval } from '../transaction/transactionApproval.ts'
import { typedDataApproval } from '../typedData/typedDataApproval.ts'
import { describeCall } from './describeCall.ts'

const local = testConfig.chains[0] as (typeof testConfig.chains)[number]
const base = testConfig.chains[1] as (typeof testConfig.chains)[number]
const signal = new AbortController().signal
const testToken = '0x0cc31af540b190b1745114f1E65909DFEa2FFF24'
const weth = '0x4200000000000000000000000000000000000006'
const aave = '0xA238Dd80C259a72e81d7e4664a9801593F98d1c5'
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const symbolData = `0x${encodeFunctionData({ abi: parseAbi(['function x(string)']), args: ['FAKE'] }).slice(10)}`

const mint = encodeFunctionData({
  abi: parseAbi(['function mint(address to, uint256 value)']),
  args: [friend, 5n * 10n ** 18n],
})
const supply = (asset: string, account: string) =>
  encodeFunctionData({
    abi: parseAbi([
      'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
    ]),
    args: [asset as `0x${string}`, 2_500_000n, account as `0x${string}`, 0],
  })

const chainOf = (code = '0x60') =>
  fakeChain(({ method, params }) => {
    const [first] = params as [{ data?: string }]
    switch (method) {
      case 'eth_getTransactionCount':
        return '0x5'
      case 'eth_getBalance':
        return '0xde0b6b3a7640000'
      case 'eth_getBlockByNumber':
        return { baseFeePerGas: '0x3b9aca00' }
      case 'eth_maxPriorityFeePerGas':
        return '0x5f5e100'
      case 'eth_estimateGas':
        return '0xc350'
      case 'eth_getCode':
        return code
      case 'eth_call':
        return first.data === '0x95d89b41' ? symbolData : first.data === '0x313ce567' ? word(2n) : word(0n)
      default:
        throw new Error('not answered')
    }
  })

async function viewOf(fields: object, chain = local): Promise<ApprovalView> {
  const request = { method: 'eth_sendTransaction', params: [{ from: testAddress, ...fields }], chain }
  const approval = await transactionApproval(fakeFrame({ chain: chainOf() }), request, plainContext())
  return (await approval.prepare(signal)).view
}
const warnings = ({ warnings: list }: ApprovalView) => list.map(({ level, title }) => `${level} ${title.key}`)
const factOf = ({ facts }: ApprovalView, label: string) => facts.find((fact) => fact.label === label)

/** Nobody waits for descriptors longer than three seconds: they are loaded before. */
beforeAll(async () => void (await import('@latchkey/chain-evm/decode/clearSigning')))

describe('a transaction that a descriptor covers', () => {
  test('says what it does, without the warning that it cannot be read', async () => {
    const view = await viewOf({ to: testToken, data: mint })
    expect(view.title).toBe('clear.title.testTokens')
    expect(view.sentence).toMatchObject({
      key: 'clear.say.testTokens',
      values: {
        value: { kind: 'amount', amount: 5n * 10n ** 18n, symbol: 'FAKE', decimals: 2 },
        to: { kind: 'address', address: friend },
      },
    })
    expect(warnings(view)).not.toContain('warning warn.unknownCall')
    // Its contract alone says what its unit is, so the contract stands there in full.
    expect(factOf(view, 'row.token')).toMatchObject({ value: { address: testToken }, long: true })
    expect(factOf(view, 'row.contract')).toMatchObject({ value: { address: testToken }, long: true })
  })

  test('is not called unreadable before anybody has looked', async () => {
    const params = [{ from: testAddress, to: testToken, data: mint }]
    const request = { method: 'eth_sendTransaction', params, chain: local }
    const { view } = await transactionApproval(fakeFrame({ chain: chainOf() }), request, plainContext())
    expect(view.sentence).toEqual({
      key: 'unknown.use',
      values: { to: { kind: 'address', address: testToken } },
    })
  })

  test('that names an imitation of the own address is a danger', async () => {
    const imitation = `${testAddress.slice(0, 6)}${'0'.repeat(32)}${testAddress.slice(-4)}`.toLowerCase()
    const view = await viewOf({ to: aave, data: supply(usdc, imitation) }, base)
    expect(warnings(view)).toEqual(
      expect.arrayContaining(['danger warn.otherAccount', 'danger warn.lookalike']),
    )
  })

  test('with money that goes along', async () => {
    const view = await viewOf(
      { to: weth, data: '0xd0e30db0', value: `0x${parseEther('0.5').toString(16)}` },
      base,
    )
    expect(view.sentence).toMatchObject({
      key: 'clear.say.wrap',
      values: { value: { kind: 'amount', amount: parseEther('0.5'), symbol: 'ETH' } },
    })
    expect(warnings(view)).not.toContain('danger warn.unknownCallValue')
  })

  test('takes units that the build vouches for before those that the contract claims', async () => {
    const view = await viewOf({ to: aave, data: supply(usdc, testAddress) }, base)
    expect(view.sentence.values?.amount).toEqual({
      kind: 'amount',
      amount: 2_500_000n,
      decimals: 6,
      symbol: 'USDC',
    })
    expect(factOf(view, 'clear.app')).toMatchObject({ value: { text: 'Aave v3' } })
    expect(factOf(view, 'row.token')).toBeUndefined()
    expect(warnings(view)).not.toContain('danger warn.otherAccount')
  })

  test('for somebody else is a danger', async () => {
    const view = await viewOf({ to: aave, data: supply(usdc, friend) }, base)
    expect(warnings(view)[0]).toBe('danger warn.otherAccount')
  })
})

describe('anything else is what it was', () => {
  const unread = (to: string, data: string, value = 0n) =>
    decodeCall({ to: to as `0x${string}`, value, data: data as `0x${string}` })
  test.each<[string, number, DecodedCall]>([
    ['another network', 1, unread(testToken, mint)],
    ['another contract', 31337, unread(friend, mint)],
    ['another method', 31337, unread(testToken, `0x12345678${mint.slice(10)}`)],
    ['arguments that are too short', 31337, unread(testToken, mint.slice(0, -2))],
    ['dirt in an address', 31337, unread(testToken, mint.replace(/^(0x.{8})000/, '$1f00'))],
    ['money where none is spoken of', 31337, unread(testToken, mint, 1n)],
  ])('%s', async (_, chainId, call) => {
    expect(await describeCall(chainId, testAddress, call)).toEqual(call)
  })

  test('an approval keeps its own screen, also among steps that are described', async () => {
    const abi = parseAbi(['function multicall(bytes[] data)'])
    const data = encodeFunctionData({ abi, args: [[mint, approveData(5n) as `0x${string}`]] })
    const call = await describeCall(31337, testAddress, unread(testToken, data))
    expect(call).toMatchObject({ kind: 'batch', calls: [{ kind: 'described' }, { kind: 'approval' }] })
    expect(headlineOf(local, call, new Map(), testAddress).title).toBe('batch.title')
  })
})

describe('typed data that a descriptor covers', () => {
  const order = {
    domain: { name: 'Test shop', chainId: 31337, verifyingContract: testToken },
    primaryType: 'Order',
    types: {
      Order: [
        { name: 'buyer', type: 'address' },
        { name: 'total', type: 'uint256' },
        { name: 'validTo', type: 'uint256' },
      ],
    },
    message: { buyer: testAddress, total: '1250', validTo: '1782864000' },
  }
  const ask = async (document: object, code?: string) => {
    const request = { method: 'eth_signTypedData_v4', params: [testAddress, document], chain: local }
    const approval = await typedDataApproval(fakeFrame({ chain: chainOf(code) }), request, plainContext())
    return (await approval.prepare(signal)).view
  }

  test('says what it means; the whole stands folded below', async () => {
    const view = await ask(order)
    const total: Value = { kind: 'amount', amount: 1250n, decimals: 2, symbol: 'FAKE' }
    expect(view).toMatchObject({
      title: 'clear.title.order',
      sentence: { key: 'clear.say.testOrder', values: { total } },
      tree: { folded: true },
    })
    expect(warnings(view)).toEqual([])
  })

  test('for somebody else is a danger', async () => {
    const view = await ask({ ...order, message: { ...order.message, buyer: friend } })
    expect(warnings(view)).toEqual(['danger warn.otherAccount'])
  })

  test.each([
    ['of another shop', { ...order, domain: { ...order.domain, name: 'Test shop!' } }],
    ['of another contract', { ...order, domain: { ...order.domain, verifyingContract: friend } }],
    [
      'of another type',
      {
        ...order,
        types: { Order: order.types.Order.map((one) => ({ ...one, type: one.type.replace('256', '128') })) },
      },
    ],
  ])('%s stays unknown', async (_, document) => {
    const view = await ask(document)
    expect(view.title).toBe('typed.title')
    expect(warnings(view)).toContain('warning warn.typed')
  })

  test('with characters that nobody sees says so', async () => {
    const view = await ask({ ...order, domain: { ...order.domain, version: '1\u200B' } })
    expect(view.title).toBe('clear.title.order')
    expect(warnings(view)).toEqual(['warning warn.hidden'])
  })

  test('for a contract that is not there stays unknown', async () => {
    expect((await ask(order, '0x')).title).toBe('typed.title')
  })
})
