import { testContracts } from '@latchkey/testing'
import { encodeFunctionData, parseEther, toFunctionSelector, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  grantee,
  type PermissionBench,
  permissionBench,
  type TestPermission,
} from './testing/PermissionBench.ts'
import { contextOf, many, once, SINGLE, single } from './testing/redemption.ts'
import { startTestChain, type TestChain } from './testing/TestChain.ts'

const token = testContracts.token.address
const stranger = '0x00000000000000000000000000000000000000A1'
const DAY = 86_400

let chain: TestChain
let bench: PermissionBench
let now = 0
beforeEach(async () => {
  now = await chain.now()
})
beforeAll(async () => {
  chain = await startTestChain()
  bench = permissionBench(chain)
})
afterAll(() => chain.stop())

const transfer = (amount: bigint, to: `0x${string}` = stranger) =>
  encodeFunctionData({ abi: testContracts.token.abi, functionName: 'transfer', args: [to, amount] })
const balance = (address: `0x${string}`) =>
  chain.client.readContract({ ...testContracts.token, functionName: 'balanceOf', args: [address] })
const coins = (address: `0x${string}`) => chain.client.getBalance({ address })

const permission = (parts: Partial<TestPermission>): TestPermission => ({
  grantee,
  expiry: now + 30 * DAY,
  allowances: [],
  calls: [],
  ...parts,
})
const native = (amount: bigint, period = 0, start = now) => ({ token: zeroAddress, amount, start, period })
const ofToken = (amount: bigint, period = 0, start = now) => ({ token, amount, start, period })

describe('the native coin', () => {
  test('once for the whole life: up to the amount, not one wei more', async () => {
    const safe = await bench.newSafe()
    const id = await bench.grant(safe, permission({ allowances: [native(10n)] }))
    const before = await coins(stranger)
    await bench.redeem(once(safe.address, id, { target: stranger, value: 4n }))
    expect(await bench.refusal(once(safe.address, id, { target: stranger, value: 7n }))).toBe(
      `AllowanceExceeded(${zeroAddress},6)`,
    )
    await bench.redeem(once(safe.address, id, { target: stranger, value: 6n }))
    expect(await coins(stranger)).toBe(before + 10n)
    expect(await bench.spentOf(safe, id)).toEqual([10n])
    const late = { time: now + 29 * DAY }
    expect(await bench.refusal(once(safe.address, id, { target: stranger, value: 1n }), late)).toContain(
      'AllowanceExceeded',
    )
  })

  test('a sum past 2^256 is no way around the amount', async () => {
    const safe = await bench.newSafe()
    const id = await bench.grant(safe, permission({ allowances: [native(10n)] }))
    await bench.redeem(once(safe.address, id, { target: stranger, value: 4n }))
    const rest = 2n ** 256n - 4n
    expect(await bench.refusal(once(safe.address, id, { target: stranger, value: rest }))).toContain(
      'AllowanceExceeded',
    )
    const calls = [
      { target: stranger, value: 2n },
      { target: stranger, value: 2n ** 256n - 2n },
    ] as const
    expect(await bench.refusal(many(safe.address, id, calls))).toContain('AllowanceExceeded')
  })

  test('by the period: anew at its end, not a second before', async () => {
    const safe = await bench.newSafe()
    const id = await bench.grant(safe, permission({ allowances: [native(10n, DAY)] }))
    const start = now
    await bench.redeem(once(safe.address, id, { target: stranger, value: 10n }))
    const more = once(safe.address, id, { target: stranger, value: 1n })
    expect(await bench.refusal(more, { time: start + DAY - 1 })).toContain('AllowanceExceeded')
    expect(await bench.refusal(more, { time: start + DAY })).toBe('accepted')
    // What was left of a period is not carried over.
    const both = once(safe.address, id, { target: stranger, value: 11n })
    expect(await bench.refusal(both, { time: start + 3 * DAY })).toContain('AllowanceExceeded')
  })

  test('without an allowance not even a call with nothing in it', async () => {
    const safe = await bench.newSafe()
    const id = await bench.grant(safe, permission({ allowances: [ofToken(1n)] }))
    expect(await bench.refusal(once(safe.address, id, { target: stranger }))).toBe(
      `NoAllowance(${zeroAddress})`,
    )
  })
})

describe('a token', () => {
  test('once and by the period, each by itself', async () => {
    const safe = await bench.newSafe()
    await chain.anvil.mintToken(safe.address, 1_000n)
    const id = await bench.grant(safe, permission({ allowances: [native(5n), ofToken(100n, DAY)] }))
    const start = now
    const before = await balance(stranger)
    await bench.redeem(once(safe.address, id, { target: token, callData: transfer(100n) }))
    expect(await balance(stranger)).toBe(before + 100n)
    expect(await bench.spentOf(safe, id)).toEqual([0n, 100n])
    const more = once(safe.address, id, { target: token, callData: transfer(1n) })
    expect(await bench.refusal(more)).toBe(`AllowanceExceeded(${token},0)`)
    await bench.redeem(once(safe.address, id, { target: stranger, value: 5n }))
    await bench.redeem(more, { time: start + DAY })
    expect(await bench.spentOf(safe, id)).toEqual([5n, 1n])
  })

  test('nothing but a transfer of the exact form: no approval, no coins, no other length', async () => {
    const safe = await bench.newSafe()
    await chain.anvil.mintToken(safe.address, 1_000n)
    const id = await bench.grant(safe, permission({ allowances: [native(5n), ofToken(100n)] }))
    const args = [stranger, 1n] as const
    const approve = encodeFunctionData({ abi: testContracts.token.abi, functionName: 'approve', args })
    const refusal = (callData: `0x${string}`, value = 0n) =>
      bench.refusal(once(safe.address, id, { target: token, callData, value }))
    expect(await refusal(approve)).toBe(`CallNotAllowed(${token},0x095ea7b3)`)
    expect(await refusal('0x')).toBe(`CallNotAllowed(${token},0x00000000)`)
    expect(await refusal('0xa9059c')).toBe(`CallNotAllowed(${token},0xa9059c00)`)
    expect(await refusal(transfer(1n), 1n)).toBe(`CallNotAllowed(${token},0xa9059cbb)`)
    expect(await refusal(`${transfer(1n)}00`)).toBe('Malformed()')
    expect(await refusal(transfer(1n).slice(0, -2) as `0x${string}`)).toBe('Malformed()')
    expect(await refusal(transfer(1n).replace('0xa9059cbb00', '0xa9059cbb01') as `0x${string}`)).toBe(
      'Malformed()',
    )
  })

  test('a transfer that the token denies is not counted, one that it says nothing about is', async () => {
    const { falseToken, silentToken } = bench.targets
    const safe = await bench.newSafe()
    const [start, amount] = [now, 100n]
    const allowances = ([falseToken, silentToken, stranger] as const).map((one) => ({
      token: one,
      amount,
      start,
      period: 0,
    }))
    const id = await bench.grant(safe, permission({ allowances }))
    const sent = (target: `0x${string}`) => once(safe.address, id, { target, callData: transfer(60n) })
    expect(await bench.refusal(sent(falseToken))).toBe(`CallFailed(${falseToken},0x${'0'.repeat(64)})`)
    await bench.redeem(sent(silentToken))
    expect(await bench.refusal(sent(stranger))).toBe(`NoCode(${stranger})`)
    expect(await bench.spentOf(safe, id)).toEqual([0n, 60n, 0n])
  })

  test('more than the account has: nothing is counted', async () => {
    const safe = await bench.newSafe()
    const id = await bench.grant(safe, permission({ allowances: [ofToken(100n), native(parseEther('99'))] }))
    expect(await bench.refusal(once(safe.address, id, { target: token, callData: transfer(1n) }))).toContain(
      `CallFailed(${token}`,
    )
    const target = stranger
    expect(await bench.refusal(once(safe.address, id, { target, value: parseEther('11') }))).toContain(
      `CallFailed(${stranger}`,
    )
    expect(await bench.spentOf(safe, id)).toEqual([0n, 0n])
  })
})

describe('other calls', () => {
  const poke = toFunctionSelector('function poke()')

  test('a listed function of a listed contract, whose value counts as native coin', async () => {
    const { reentrant, reverting } = bench.targets
    const safe = await bench.newSafe()
    const calls = [
      { target: reentrant, selector: poke },
      { target: reverting, selector: poke },
      { target: stranger, selector: poke },
    ] as const
    const id = await bench.grant(safe, permission({ allowances: [native(10n)], calls }))
    const refusal = (target: `0x${string}`, callData: `0x${string}`, value = 0n) =>
      bench.refusal(once(safe.address, id, { target, callData, value }))
    await bench.redeem(once(safe.address, id, { target: reentrant, callData: poke, value: 10n }))
    await bench.redeem(once(safe.address, id, { target: reentrant, callData: poke }))
    expect(await bench.spentOf(safe, id)).toEqual([10n])
    expect(await refusal(reentrant, poke, 1n)).toBe(`AllowanceExceeded(${zeroAddress},0)`)
    expect(await refusal(reentrant, '0x12345678')).toBe(`CallNotAllowed(${reentrant},0x12345678)`)
    expect(await refusal(token, poke)).toBe(`CallNotAllowed(${token},${poke})`)
    expect(await refusal(reentrant, poke.slice(0, 8) as `0x${string}`)).toBe('Malformed()')
    expect(await refusal(stranger, poke)).toBe(`NoCode(${stranger})`)
    expect(await refusal(reverting, poke)).toMatch(`CallFailed(${reverting},0x`)
  })

  test('its value is refused where no native coin is allowed', async () => {
    const { reentrant } = bench.targets
    const safe = await bench.newSafe()
    const calls = [{ target: reentrant, selector: poke }]
    const id = await bench.grant(safe, permission({ calls }))
    const call = { target: reentrant, callData: poke }
    expect(await bench.refusal(once(safe.address, id, { ...call, value: 1n }))).toBe(
      `NoAllowance(${zeroAddress})`,
    )
    expect(await bench.refusal(once(safe.address, id, call))).toBe('accepted')
  })
})

describe('time', () => {
  test('until the expiry, and after the start', async () => {
    const safe = await bench.newSafe()
    const soon = now + 1_000
    const allowances = [native(10n, 60, soon), ofToken(10n, 0, soon)]
    const id = await bench.grant(safe, permission({ allowances, expiry: soon + DAY }))
    const call = once(safe.address, id, { target: stranger, value: 1n })
    expect(await bench.refusal(call, { time: soon - 1 })).toBe(`NotStarted(${zeroAddress})`)
    const sent = once(safe.address, id, { target: token, callData: transfer(0n) })
    expect(await bench.refusal(sent, { time: soon - 1 })).toBe(`NotStarted(${token})`)
    expect(await bench.refusal(call, { time: soon })).toBe('accepted')
    expect(await bench.refusal(call, { time: soon + DAY - 1 })).toBe('accepted')
    expect(await bench.refusal(call, { time: soon + DAY })).toBe('Expired()')
  })

  test('what is expired still stands until it is taken back', async () => {
    const safe = await bench.newSafe()
    const id = await bench.grant(safe, permission({ allowances: [native(10n)], expiry: now + 60 }))
    await chain.at((await chain.now()) + 100)
    await chain.anvil.call('evm_mine', [])
    expect((await bench.permissionsOf(safe.address)).map((one) => one.id)).toEqual([id])
    await bench.revoke(safe, id)
    expect(await bench.permissionsOf(safe.address)).toEqual([])
  })
})

test('several permissions in one go: each by its own limits, all or none', async () => {
  const [first, second] = [await bench.newSafe(), await bench.newSafe()]
  const one = await bench.grant(first, permission({ allowances: [native(10n)] }))
  const two = await bench.grant(second, permission({ allowances: [native(5n)] }))
  const both = (value: bigint) => ({
    contexts: [contextOf(first.address, one), contextOf(second.address, two)],
    modes: [SINGLE, SINGLE],
    data: [single({ target: stranger, value }), single({ target: stranger, value })],
  })
  expect(await bench.refusal(both(6n))).toBe(`AllowanceExceeded(${zeroAddress},5)`)
  const before = await coins(stranger)
  await bench.redeem(both(5n))
  expect(await coins(stranger)).toBe(before + 10n)
  expect([await bench.spentOf(first, one), await bench.spentOf(second, two)]).toEqual([[5n], [5n]])
})

test('a batch counts each of its calls, and fails as a whole', async () => {
  const safe = await bench.newSafe()
  const id = await bench.grant(safe, permission({ allowances: [native(10n)] }))
  const call = { target: stranger, value: 4n } as const
  expect(await bench.refusal(many(safe.address, id, [call, call, call]))).toBe(
    `AllowanceExceeded(${zeroAddress},2)`,
  )
  await bench.redeem(many(safe.address, id, [call, call]))
  expect(await bench.spentOf(safe, id)).toEqual([8n])
})
