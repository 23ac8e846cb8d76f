import { devAccounts } from '@latchkey/testing'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  pad,
  parseAbi,
  toFunctionSelector,
  toHex,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountContracts } from './accountContracts.ts'
import { permissionManagerAbi } from './permissionManagerAbi.ts'
import {
  grantee,
  manager,
  type PermissionBench,
  permissionBench,
  type TestPermission,
} from './testing/PermissionBench.ts'
import { BATCH, batch, contextOf, many, once, SINGLE, single } from './testing/redemption.ts'
import { startTestChain, type TestChain } from './testing/TestChain.ts'
import type { TestSafe } from './testing/TestSafe.ts'

const stranger: Address = '0x00000000000000000000000000000000000000A1'
const other = devAccounts[3].address
const poke = toFunctionSelector('function poke()')

let chain: TestChain
let bench: PermissionBench
let safe: TestSafe
beforeAll(async () => {
  chain = await startTestChain()
  bench = permissionBench(chain)
  safe = await bench.newSafe()
})
afterAll(() => chain.stop())

const native = (amount: bigint) => ({ token: zeroAddress, amount, start: 0, period: 0 })
const allowed = (parts: Partial<TestPermission> = {}): TestPermission => ({
  grantee,
  expiry: 2 ** 48 - 1,
  allowances: [native(100n)],
  calls: [],
  ...parts,
})
const reentrantAbi = parseAbi([
  'function prepare(address to, bytes data, uint256 rounds)',
  'function begin()',
  'function poke() payable',
  'function failure() view returns (bytes)',
])
const coin = { target: stranger, value: 1n } as const

describe('who', () => {
  test('nobody but the grantee, not even the account', async () => {
    const id = await bench.grant(safe, allowed())
    for (const from of [other, devAccounts[1].address, safe.address])
      expect(await bench.refusal(once(safe.address, id, coin), { from })).toBe('NotGrantee()')
    expect(await bench.refusal(once(safe.address, id, coin))).toBe('accepted')
  })

  test('a permission counts for the account that gave it alone', async () => {
    const second = await bench.newSafe()
    const id = await bench.grant(safe, allowed())
    expect(await bench.refusal(once(second.address, id, coin))).toBe('UnknownPermission()')
    expect(await bench.refusal(once(safe.address, toHex(1n, { size: 32 }), coin))).toBe('UnknownPermission()')
    const own = await bench.grant(second, allowed())
    expect(own).not.toBe(id)
  })

  test('none but the account itself takes a permission back', async () => {
    const second = await bench.newSafe()
    const id = await bench.grant(safe, allowed())
    await expect(bench.revoke(second, id)).rejects.toThrow()
    expect(await bench.refusal(once(safe.address, id, coin))).toBe('accepted')
  })

  test('what is taken back is gone at once, and its id never comes again', async () => {
    const account = await bench.newSafe()
    const ids = [
      await bench.grant(account, allowed()),
      await bench.grant(account, allowed()),
      await bench.grant(account, allowed()),
    ]
    const [first, second, third] = ids as [Hex, Hex, Hex]
    await bench.redeem(once(account.address, second, coin))
    await bench.revoke(account, first)
    expect(await bench.refusal(once(account.address, first, coin))).toBe('UnknownPermission()')
    expect((await bench.permissionsOf(account.address)).map(({ id, spent }) => [id, spent])).toEqual([
      [second, [1n]],
      [third, [0n]],
    ])
    await expect(bench.revoke(account, first)).rejects.toThrow()
    const fourth = await bench.grant(account, allowed())
    expect(new Set([...ids, fourth]).size).toBe(4)
  })

  test('without the manager among its modules the account refuses', async () => {
    const account = await bench.newSafe({ enabled: false })
    const id = await bench.grant(account, allowed())
    // GS104: "Method can only be called from an enabled module".
    await expect(bench.redeem(once(account.address, id, coin))).rejects.toThrow()
    await account.act(account.enable)
    await bench.redeem(once(account.address, id, coin))
  })

  test('the first grant and the module come in one batch, in either order', async () => {
    for (const isFirst of [true, false]) {
      const account = await bench.newSafe({ enabled: false })
      const calls = [account.enable, bench.granting(allowed())]
      await account.act(...(isFirst ? calls : calls.reverse()))
      const [standing] = await bench.permissionsOf(account.address)
      await bench.redeem(once(account.address, standing?.id ?? '0x', coin))
    }
  })
})

describe('where', () => {
  const guarded = () => [safe.address, manager, accountContracts.safe4337Module, accountContracts.entryPoint]

  test('never the account, the manager, its module or the entry point: neither paid nor called', async () => {
    const id = await bench.grant(safe, allowed())
    for (const target of guarded()) {
      expect(await bench.refusal(once(safe.address, id, { target, value: 1n }))).toBe(
        `ForbiddenTarget(${target})`,
      )
      expect(await bench.refusal(many(safe.address, id, [coin, { target, callData: poke }]))).toBe(
        `ForbiddenTarget(${target})`,
      )
    }
  })

  test('nor may they be listed', async () => {
    for (const target of guarded()) {
      const listed = allowed({ calls: [{ target, selector: poke }] })
      expect(await bench.grantRefusal(safe, listed)).toBe(`ForbiddenTarget(${target})`)
      const token = allowed({ allowances: [{ ...native(1n), token: target }] })
      expect(await bench.grantRefusal(safe, token)).toBe(`ForbiddenTarget(${target})`)
    }
  })
})

describe('how', () => {
  test('modes other than one call and a batch', async () => {
    const id = await bench.grant(safe, allowed())
    const redemption = once(safe.address, id, coin)
    const modes: Hex[] = [
      // Tries and goes on after a failure.
      `0x0001${'0'.repeat(60)}`,
      `0x0101${'0'.repeat(60)}`,
      // Static call and delegate call.
      `0xfe${'0'.repeat(62)}`,
      `0xff${'0'.repeat(62)}`,
      // A selector or a payload that means something to others.
      `0x00000000000012345678${'0'.repeat(44)}`,
      pad('0x01'),
    ]
    for (const mode of modes)
      expect(await bench.refusal({ ...redemption, modes: [mode] })).toBe(`UnsupportedMode(${mode})`)
  })

  test('lists of different lengths', async () => {
    const id = await bench.grant(safe, allowed())
    const { contexts, modes, data } = once(safe.address, id, coin)
    const twice = <T>(list: readonly T[]) => [...list, ...list]
    expect(await bench.refusal({ contexts: twice(contexts), modes, data })).toBe('Malformed()')
    expect(await bench.refusal({ contexts, modes: twice(modes), data })).toBe('Malformed()')
    expect(await bench.refusal({ contexts, modes, data: twice(data) })).toBe('Malformed()')
  })

  test('contexts, calls and batches that are not exactly what they must be', async () => {
    const id = await bench.grant(safe, allowed())
    const context = contextOf(safe.address, id)
    const one = single(coin)
    const several = batch([coin])
    const dirty = `0x01${context.slice(4)}` as const
    // Solidity's own decoder gives no reason.
    const refused: [Hex, Hex, Hex, string][] = [
      ['0x', SINGLE, one, 'Malformed()'],
      [`${context}00`, SINGLE, one, 'Malformed()'],
      [context.slice(0, -2) as Hex, SINGLE, one, 'Malformed()'],
      [dirty, SINGLE, one, 'no reason'],
      [context, SINGLE, '0x', 'Malformed()'],
      [context, SINGLE, one.slice(0, 104) as Hex, 'Malformed()'],
      [context, BATCH, one, 'no reason'],
      [context, BATCH, '0x', 'no reason'],
      [context, BATCH, `${several}${'0'.repeat(64)}`, 'Malformed()'],
      [context, BATCH, several.slice(0, -64) as Hex, 'no reason'],
      [context, BATCH, batch([]), 'Malformed()'],
    ]
    for (const [from, mode, data, reason] of refused)
      expect(await bench.refusal({ contexts: [from], modes: [mode], data: [data] }), data).toBe(reason)
    expect(await bench.refusal({ contexts: [context], modes: [BATCH], data: [several] })).toBe('accepted')
  })

  test('a target that comes back finds everything counted', async () => {
    const { reentrant } = bench.targets
    const account = await bench.newSafe()
    const id = await bench.grant(account, allowed({ grantee: reentrant, allowances: [native(10n)] }))
    const { contexts, modes, data } = once(account.address, id, { target: reentrant, value: 6n })
    const again = encodeFunctionData({
      abi: permissionManagerAbi,
      functionName: 'redeemDelegations',
      args: [contexts, modes, data],
    })
    const contract = { abi: reentrantAbi, address: reentrant } as const
    const sender = chain.sender(other)
    await chain.mined(
      sender.writeContract({ ...contract, functionName: 'prepare', args: [manager, again, 3n] }),
    )
    const before = await chain.client.getBalance({ address: reentrant })
    await chain.mined(sender.writeContract({ ...contract, functionName: 'begin', gas: 5_000_000n }))
    expect(await chain.client.getBalance({ address: reentrant })).toBe(before + 6n)
    expect(await bench.spentOf(account, id)).toEqual([6n])
    const exceeded = toFunctionSelector('AllowanceExceeded(address,uint256)')
    expect(await chain.client.readContract({ ...contract, functionName: 'failure' })).toMatch(exceeded)
  })
})

test('a permission that is taken back within a batch ends there', async () => {
  const { reentrant } = bench.targets
  const account = await bench.newSafe()
  const calls = [{ target: reentrant, selector: poke }]
  const id = await bench.grant(account, allowed({ calls }))
  const data = await account.signed(bench.revoking(id))
  const contract = { abi: reentrantAbi, address: reentrant } as const
  const args = [account.address, data, 1n] as const
  await chain.mined(chain.sender(other).writeContract({ ...contract, functionName: 'prepare', args }))
  const revoking = { target: reentrant, callData: poke }
  expect(await bench.refusal(many(account.address, id, [revoking, coin]))).toBe('Expired()')
  expect(await bench.refusal(many(account.address, id, [coin, revoking]))).toBe('accepted')
})

describe('what may be given', () => {
  test('a whole permission reads back as it was given', async () => {
    const account = await bench.newSafe()
    const given = allowed({
      expiry: 2_000_000_000,
      allowances: [
        native(1n),
        { token: other, amount: 2n ** 256n - 1n, start: 2 ** 48 - 1, period: 2 ** 32 - 1 },
      ],
      calls: [
        { target: stranger, selector: '0x00000000' },
        { target: stranger, selector: '0xffffffff' },
      ],
    })
    const id = await bench.grant(account, given)
    expect(await bench.permissionsOf(account.address)).toEqual([{ id, permission: given, spent: [0n, 0n] }])
  })

  test('nothing to nobody, nothing to oneself, nothing at all, nothing too late', async () => {
    const refusals = async (parts: Partial<TestPermission>) => bench.grantRefusal(safe, allowed(parts))
    expect(await refusals({ grantee: zeroAddress })).toBe('InvalidPermission()')
    expect(await refusals({ grantee: safe.address })).toBe('InvalidPermission()')
    expect(await refusals({ allowances: [] })).toBe('InvalidPermission()')
    expect(await refusals({ expiry: await chain.now() })).toBe('Expired()')
    expect(await refusals({})).toBe('accepted')
  })

  test('a token once, and no call on a token that has an amount', async () => {
    const refusals = async (parts: Partial<TestPermission>) => bench.grantRefusal(safe, allowed(parts))
    expect(await refusals({ allowances: [native(1n), native(2n)] })).toBe('InvalidPermission()')
    const token = { ...native(1n), token: stranger }
    const calls = [{ target: stranger, selector: poke }] as const
    expect(await refusals({ allowances: [token], calls })).toBe('InvalidPermission()')
  })

  test('so much and no more', async () => {
    const account = await bench.newSafe()
    const address = (index: number) => toHex(0x1000 + index, { size: 20 })
    const allowances = Array.from({ length: 17 }, (_, index) => ({ ...native(1n), token: address(index) }))
    const calls = Array.from({ length: 33 }, (_, index) => ({ target: address(100 + index), selector: poke }))
    const refusals = async (parts: Partial<TestPermission>) => bench.grantRefusal(account, allowed(parts))
    expect(await refusals({ allowances })).toBe('InvalidPermission()')
    expect(await refusals({ calls })).toBe('InvalidPermission()')
    expect(await refusals({ allowances: allowances.slice(1), calls: calls.slice(1) })).toBe('accepted')
    const small = bench.granting(allowed())
    await account.act(...Array.from({ length: 32 }, () => small))
    await account.act(...Array.from({ length: 32 }, () => small))
    expect(await refusals({})).toBe('TooManyPermissions()')
    const [oldest] = await bench.permissionsOf(account.address)
    await bench.revoke(account, oldest?.id ?? '0x')
    expect(await refusals({})).toBe('accepted')
  })
})
