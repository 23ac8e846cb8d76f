import { encodeFunctionData, type Hex, pad, parseAbi, toEventSelector, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ApprovalView, Changes } from '../../../approvals/ApprovalView.ts'
import { fakeChain, fakeFrame, plainContext, testAddress, testConfig } from '../../../testing/fakeFrame.ts'
import {
  approveData,
  batchData,
  friend,
  spender,
  token,
  transferData,
} from '../../../workbench/sampleRequests.ts'
import { transactionApproval } from './transactionApproval.ts'

const chain = testConfig.chains[0] as (typeof testConfig.chains)[number]
const signal = new AbortController().signal
const word = (value: bigint) => toHex(value, { size: 32 })
const symbol = encodeFunctionData({ abi: parseAbi(['function x(string)']), args: ['USDC'] })
const max = 2n ** 256n - 1n

type Answers = Readonly<Record<string, unknown | ((params: never) => unknown)>>
/** A network that cannot simulate. Base fee 1 gwei, tip 0.1 gwei, 1 ETH, 50 000 gas. */
const usual: Answers = {
  eth_getTransactionCount: '0x5',
  eth_getBalance: '0xde0b6b3a7640000',
  eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00' },
  eth_maxPriorityFeePerGas: '0x5f5e100',
  eth_estimateGas: '0xc350',
  eth_getCode: '0x60',
  eth_call: ([{ data }]: [{ data: string }]) =>
    data === '0x95d89b41' ? `0x${symbol.slice(10)}` : data === '0x313ce567' ? word(6n) : word(0n),
}
const networkOf = (answers: Answers) =>
  fakeChain((call) => {
    const found = { ...usual, ...answers }[call.method]
    if (found === undefined) throw new Error('not answered')
    return typeof found === 'function' ? found(call.params as never) : found
  })
async function view(
  fields: object,
  answers: Answers = {},
  network = networkOf(answers),
): Promise<ApprovalView> {
  const frame = fakeFrame({ chain: network })
  const request = { method: 'eth_sendTransaction', params: [{ from: testAddress, ...fields }], chain }
  return (await (await transactionApproval(frame, request, plainContext())).prepare(signal)).view
}
const warnings = ({ warnings: list }: ApprovalView) => list.map(({ level, title }) => `${level} ${title.key}`)
const rowsOf = (changes: Changes | undefined) => (changes && 'rows' in changes ? changes.rows : [])
const factOf = ({ facts }: ApprovalView, label: string) => facts.find((fact) => fact.label === label)
const simulated = (...logs: object[]) => ({
  eth_simulateV1: [{ calls: [{ status: '0x1', gasUsed: '0x1', logs }] }],
})
const five = 5n * 10n ** 17n

describe('money that goes along with steps', () => {
  const abi = parseAbi([
    'function multicall(bytes[] data)',
    'function execute(address target, uint256 value, bytes data)',
  ])
  const danger = 'danger warn.unknownCallValue'

  test('that do not speak of it is a danger, however plain they are', async () => {
    const data = encodeFunctionData({
      abi,
      functionName: 'multicall',
      args: [[transferData as `0x${string}`]],
    })
    expect(warnings(await view({ to: spender, data, value: toHex(five) }))).toContain(danger)
    expect(warnings(await view({ to: spender, data }))).not.toContain(danger)
  })
  test('that pass it on is none', async () => {
    const data = encodeFunctionData({
      abi,
      functionName: 'execute',
      args: [friend as `0x${string}`, five, '0x'],
    })
    expect(warnings(await view({ to: spender, data, value: toHex(five) }))).not.toContain(danger)
  })
})

describe('money that goes along is always shown', () => {
  const control = encodeFunctionData({
    abi: parseAbi(['function upgradeToAndCall(address, bytes)']),
    args: [spender, '0x'],
  })
  test.each<[string, object]>([
    ['several steps', { to: spender, data: batchData }],
    ['control', { to: spender, data: control }],
    ['a new contract', { data: '0x6001' }],
  ])('with %s', async (_, fields) => {
    const shown = await view({ ...fields, value: toHex(five) })
    expect(factOf(shown, 'row.value')).toMatchObject({ value: { kind: 'amount', amount: five } })
    expect(shown.changes).toMatchObject({ status: 'unknown' })
    expect(rowsOf(shown.changes)).toContainEqual({
      direction: 'out',
      value: expect.objectContaining({ amount: five }),
    })
  })

  test('and control is a danger, also where foreign code runs within other steps', async () => {
    const abi = parseAbi(['function execute(bytes32 mode, bytes data)'])
    const foreign = [toHex(0xff, { size: 1 }).padEnd(66, '0'), `${spender}12345678`] as [Hex, Hex]
    const delegated = encodeFunctionData({ abi, args: foreign })
    for (const data of [control, delegated]) {
      const shown = await view({ to: friend, data })
      expect(warnings(shown)).toContain('danger warn.control')
      expect(shown.warnings.find(({ title }) => title.key === 'warn.control')?.risk?.key).toBe('risk.control')
    }
    expect(warnings(await view({ to: spender, data: batchData }))).not.toContain('danger warn.control')
  })

  test('once is enough where the sentence says it, and nothing is nothing', async () => {
    expect(factOf(await view({ to: friend, value: toHex(five) }), 'row.value')).toBeUndefined()
    expect(
      factOf(await view({ to: friend, data: '0x12345678', value: toHex(five) }), 'row.value'),
    ).toBeUndefined()
    expect(factOf(await view({ to: spender, data: batchData }), 'row.value')).toBeUndefined()
  })
})

describe('a call that nobody can read and that names a token of the account', () => {
  const call = { to: spender, data: `0x12345678${token.slice(2).padStart(64, '0')}` }
  const isBalance = (data: unknown) => String(data).startsWith('0x70a08231')
  const eth_call = (params: [{ to: string; data: string }]) =>
    isBalance(params[0].data) && params[0].to.toLowerCase() === token.toLowerCase()
      ? word(7n)
      : (usual.eth_call as (given: unknown) => unknown)(params)
  const trials = (second: string) => {
    const statuses = ['0x1', second]
    return () => [{ calls: [{ status: statuses.shift(), gasUsed: '0x1', logs: [] }] }]
  }

  test.each([
    ['is no danger where both trials agree', '0x1', false],
    ['is one where they differ', '0x0', true],
  ])('%s', async (_, second, isDanger) => {
    const shown = warnings(await view(call, { eth_call, eth_simulateV1: trials(second) }))
    expect(shown.includes('danger warn.differs')).toBe(isDanger)
    expect(shown.includes('danger warn.ownToken')).toBe(isDanger)
  })

  test('is one where nobody could look whose it is', async () => {
    const network = networkOf({})
    const batch: typeof network.batch = (chainId, calls, ended) =>
      calls.some(({ params }) => isBalance((params as [{ data?: string }])[0]?.data))
        ? Promise.reject(new Error('busy'))
        : network.batch(chainId, calls, ended)
    expect(warnings(await view(call, {}, { ...network, batch }))).toContain('danger warn.typedUnchecked')
    expect(warnings(await view(call))).not.toContain('danger warn.typedUnchecked')
  })
})

describe('what the site sets of gas and fees has a ceiling', () => {
  const token0 = { to: token, data: transferData }
  test.each<[string, object, boolean]>([
    [
      'a tip of 10^15 wei',
      { maxFeePerGas: toHex(10n ** 15n), maxPriorityFeePerGas: toHex(10n ** 15n) },
      true,
    ],
    ['a legacy price of 100 gwei', { gasPrice: toHex(10n ** 11n) }, true],
    ['a cap alone', { maxFeePerGas: toHex(6_300_000_001n) }, true],
    ['a cap of three times the network’s', { maxFeePerGas: toHex(6_300_000_000n) }, false],
    ['a tip alone', { maxPriorityFeePerGas: toHex(2_300_000_001n) }, true],
    ['a tip within reason', { maxPriorityFeePerGas: toHex(2_300_000_000n) }, false],
    ['more than twice the gas', { gas: toHex(100_001n) }, true],
    ['twice the gas', { gas: toHex(100_000n) }, false],
    ['nothing', {}, false],
  ])('%s', async (_, fields, dangerous) => {
    const shown = await view({ ...token0, ...fields }, { eth_getBalance: toHex(10n ** 24n) })
    const warning = shown.warnings.find(({ title }) => title.key === 'warn.feeSet')
    expect(warning !== undefined).toBe(dangerous)
    if (!warning) return
    expect(warning).toMatchObject({ level: 'danger', risk: { key: 'risk.fee' } })
    expect(warning.risk?.values?.most).toMatchObject({ kind: 'amount' })
  })

  test('a network that is nearly free is no measure', async () => {
    const free = { eth_getBlockByNumber: { baseFeePerGas: '0x0' }, eth_maxPriorityFeePerGas: '0x0' }
    expect(warnings(await view({ ...token0, gasPrice: toHex(30_000_000n) }, free))).toEqual([
      'info warn.firstTime',
    ])
    expect(warnings(await view({ ...token0, gasPrice: toHex(30_000_001n) }, free))).toContain(
      'danger warn.feeSet',
    )
  })

  test('without a value the fee is held against the balance', async () => {
    // 50 000 gas at 1.1 gwei are 55 000 gwei: a twentieth of 1 100 000.
    const poor = (gwei: bigint) => ({ eth_getBalance: toHex(gwei * 10n ** 9n) })
    expect(warnings(await view(token0, poor(1_099_999n)))).toContain('warning warn.feeBalance')
    expect(warnings(await view(token0, poor(1_100_000n)))).toEqual(['info warn.firstTime'])
  })
})

test('a number out of turn is a danger', async () => {
  const send = { to: friend, value: toHex(five) }
  expect(warnings(await view({ ...send, nonce: '0x5' }))).toEqual(['info warn.firstTime'])
  for (const nonce of ['0x4', '0x6']) {
    const shown = await view({ ...send, nonce })
    expect(warnings(shown)).toEqual(['danger warn.nonce', 'info warn.firstTime'])
    expect(shown.warnings[0]).toMatchObject({
      body: { values: { nonce: { text: String(Number(nonce)) }, next: { text: '5' } } },
      risk: { key: 'risk.nonce' },
    })
  }
})

describe('approvals under another name', () => {
  const approval = toEventSelector('Approval(address,address,uint256)')
  const log = (amount: bigint) => ({
    address: token.toLowerCase(),
    topics: [approval, pad(testAddress), pad(friend as `0x${string}`)],
    data: word(amount),
  })
  const hidden = { to: spender, data: '0x12345678' }

  test('are read from the simulation, with the spender and its warnings', async () => {
    const code = ([address]: string[]) => (address?.toLowerCase() === friend.toLowerCase() ? '0x' : '0x60')
    const shown = await view(hidden, { ...simulated(log(max)), eth_getCode: code })
    expect(rowsOf(shown.changes)).toEqual([
      expect.objectContaining({ direction: 'gives', unlimited: true, token }),
    ])
    expect(warnings(shown)).toEqual([
      'danger warn.unlimited',
      'danger warn.spenderPerson',
      'warning warn.unknownCall',
    ])
    expect(factOf(shown, 'row.spender')).toMatchObject({ value: { address: friend }, long: true })
  })

  test('of a whole collection too', async () => {
    const all = {
      address: token,
      topics: [
        toEventSelector('ApprovalForAll(address,address,bool)'),
        pad(testAddress),
        pad(friend as `0x${string}`),
      ],
      data: word(1n),
    }
    const shown = await view(hidden, simulated(all))
    expect(warnings(shown)).toContain('danger warn.approvalAll')
    expect(rowsOf(shown.changes)).toMatchObject([{ direction: 'gives', token }])
  })

  test('one item of a collection is a danger of its own', async () => {
    const eth_call = (params: [{ data: string }]) =>
      params[0].data.startsWith('0x01ffc9a7')
        ? word(1n)
        : (usual.eth_call as (given: unknown) => unknown)(params)
    const shown = await view({ to: token, data: approveData(5n) }, { eth_call })
    expect(warnings(shown)).toContain('danger warn.approvalItem')
    expect(rowsOf(shown.changes)).toMatchObject([{ direction: 'gives', value: { text: 'USDC #5' } }])
    expect(warnings(await view({ to: token, data: approveData(5n) }))).not.toContain(
      'danger warn.approvalItem',
    )
  })

  test('a permit of somebody else gives away none of the account’s own', async () => {
    const abi = parseAbi(['function permit(address, address, uint256, uint256, uint8, bytes32, bytes32)'])
    const permitOf = (owner: string) =>
      view({
        to: token,
        data: encodeFunctionData({ abi, args: [owner as Hex, spender, max, 1n, 27, word(1n), word(1n)] }),
      })
    expect(rowsOf((await permitOf(testAddress)).changes)).toMatchObject([{ direction: 'gives' }])
    const others = await permitOf(friend)
    expect(rowsOf(others.changes)).toEqual([])
    expect(warnings(others)).not.toContain('danger warn.unlimited')
  })

  test('an approval that is called by its name stands there once', async () => {
    const own = { ...log(5n), topics: [approval, pad(testAddress), pad(spender as `0x${string}`)] }
    const shown = await view({ to: token, data: approveData(5n) }, simulated(own))
    expect(rowsOf(shown.changes)).toHaveLength(1)
    expect(shown.facts.filter(({ label }) => label === 'row.spender')).toHaveLength(1)
    expect(warnings(shown)).toEqual([])
  })

  test('raising one shows what it comes to', async () => {
    const own = { ...log(max), topics: [approval, pad(testAddress), pad(spender as `0x${string}`)] }
    const data = `0xd73dd623${approveData(5n).slice(10)}`
    const shown = await view({ to: token, data }, simulated(own))
    expect(rowsOf(shown.changes)).toMatchObject([{ value: { amount: max }, unlimited: true }])
    expect(warnings(shown)).toEqual(['danger warn.unlimited'])
  })
})

test('a spender that the network does not know of is a danger', async () => {
  const eth_getCode = () => {
    throw new Error('busy')
  }
  const shown = await view({ to: token, data: approveData(5n) }, { eth_getCode })
  expect(warnings(shown)).toEqual(['danger warn.spenderUnknown'])
  expect(shown.warnings[0]?.risk).toBeDefined()
})

test('a token that comes in carries its contract beside its symbol', async () => {
  const log = {
    address: friend,
    topics: [
      toEventSelector('Transfer(address,address,uint256)'),
      pad(spender as `0x${string}`),
      pad(testAddress),
    ],
    data: word(9_000_000n),
  }
  const shown = await view({ to: spender, data: '0x12345678' }, simulated(log))
  expect(rowsOf(shown.changes)).toMatchObject([{ direction: 'in', value: { symbol: 'USDC' }, token: friend }])
})
