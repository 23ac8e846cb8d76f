import {
  managerAbi,
  permissionContext,
  readGrant,
  safeAccount,
} from '@latchkey/chain-evm/decode/smartAccount'
import type { AccountPermission, StandingPermission } from '@latchkey/chain-evm/decode/smartAccount/model'
import {
  ChainRefusedError,
  ChainUnreachableError,
  NotAvailableError,
  RpcParamsError,
  UnknownChainError,
  UnknownPermissionError,
} from '@latchkey/protocol/frame'
import fc from 'fast-check'
import { encodeFunctionResult, getAddress, type Hex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { createApprovals } from '../../../host/createApprovals.ts'
import {
  type FakeFrameOptions,
  fakeChain,
  fakeFrame,
  testAddress,
  testConfig,
} from '../../../testing/fakeFrame.ts'
import { accountsOf } from '../accounts/accountsOf.ts'
import { answerGranted } from '../answerGranted.ts'
import { operations } from '../operation/userOperationApproval.ts'
import { askedByThisSite, endedAmong, grantCalls, noteAsked, type PermissionKnowledge } from './manager.ts'
import { openPermission, revokeApproval } from './permissionApprovals.ts'
import { grantWords, revokeWords } from './permissionView.ts'
import { findRevocable, isDisconnect } from './revocations.ts'

const manager = '0x2d2Df41114f81C52Dd85a1158120B3f2d713D9eD'
const smart = '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9'
const grantee = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token: `0x${string}` = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
const game = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0'
const id: Hex = `0x${'1'.repeat(64)}`
const now = 1_800_000_000
const day = 86_400

const chains = testConfig.chains.map((chain) =>
  chain.id === 31337
    ? { ...chain, smartAccounts: { entryPoint: '0.7' as const, permissionManager: manager } }
    : chain,
)
const [chain, other] = chains
if (!chain || !other) throw new Error('no network')
const frameOf = (options: FakeFrameOptions = {}) =>
  fakeFrame({ config: { chains }, now: () => now * 1_000, ...options })
const requestOf = (method: string, ...params: unknown[]) => ({ method, params, chain })

const coins: AccountPermission = {
  grantee,
  expiry: now + day,
  limits: [{ token: null, amount: 10n ** 18n, start: now, period: 0 }],
  calls: [],
}
const play: AccountPermission = {
  ...coins,
  limits: [],
  calls: [
    { target: game, selector: '0x93e84cd9' },
    { target: game, selector: '0x40c10f19' },
  ],
}
const known: PermissionKnowledge = {
  tokens: new Map([[token.toLowerCase(), { symbol: 'DUSD', decimals: 6, collectible: false }]]),
  balances: new Map([
    ['native', 10n ** 18n],
    [token.toLowerCase(), 5n],
  ]),
  enabled: true,
}
const words = (permissions: readonly AccountPermission[], change: Partial<PermissionKnowledge> = {}) =>
  grantWords(
    chain,
    permissions.map((permission) => ({ permission, justification: null })),
    { ...known, ...change },
    now,
  )
const titles = ({ warnings }: ReturnType<typeof words>) => warnings.map(({ title }) => title.key)

/** As the contract answers. */
const permissionsAnswer = (standing: readonly StandingPermission[]) =>
  encodeFunctionResult({
    abi: managerAbi,
    functionName: 'permissionsOf',
    result: [
      standing.map((one) => one.id),
      standing.map(({ limits, calls, ...one }) => ({
        grantee: one.grantee,
        expiry: one.expiry,
        allowances: limits.map((limit) => ({ ...limit, token: limit.token ?? zeroAddress })),
        calls,
      })),
      standing.map(({ spent }) => spent),
    ],
  })

describe('what the screen says of a permission', () => {
  test.each<[number, string, number | undefined]>([
    [0, 'permission.say', undefined],
    [60, 'permission.sayMinutes_other', 1],
    [3_600, 'permission.sayHours_other', 1],
    [7 * day, 'permission.sayDays_other', 7],
    [90, 'permission.saySeconds_other', 90],
  ])('a period of %d s', (period, key, count) => {
    const limits = [{ token, amount: 5n, start: now, period }]
    const { headline } = words([{ ...coins, limits }])
    expect(headline).toMatchObject({
      title: 'permission.title',
      approve: 'permission.approve',
      sentence: {
        key,
        values: {
          who: { address: grantee },
          amount: { amount: 5n, decimals: 6, symbol: 'DUSD' },
          until: { seconds: BigInt(now + day) },
          ...(count === undefined ? {} : { count: { count } }),
        },
      },
    })
  })

  test('the rows: who, how much, how often, until when, and the site’s words as a quotation', () => {
    const asked = [{ permission: coins, justification: 'Rent\u202E for May' }]
    expect(grantWords(chain, asked, known, now).facts).toEqual([
      { label: 'row.grantee', value: { kind: 'address', address: grantee }, long: true },
      {
        label: 'row.limit',
        value: { kind: 'amount', amount: 10n ** 18n, decimals: 18, symbol: 'ETH' },
        note: { key: 'permission.inAll' },
      },
      { label: 'row.expires', value: { kind: 'date', seconds: BigInt(now + day) } },
      { label: 'row.reason', value: { kind: 'quote', text: 'Rent for May' } },
    ])
    const later = { ...coins, limits: [{ token, amount: 5n, start: now + 60, period: day }] }
    expect(words([later]).facts.map(({ label }) => label)).toEqual([
      'row.grantee',
      'row.limit',
      'row.token',
      'row.starts',
      'row.expires',
    ])
    expect(words([play]).facts[1]).toMatchObject({
      label: 'row.mayUse',
      value: { address: game },
      note: { values: { count: { count: 2 }, list: { text: '0x93e84cd9, 0x40c10f19' } } },
    })
  })

  test('what is dangerous is said, and what is new', () => {
    const little = { ...coins, limits: [{ token: null, amount: 1n, start: now, period: 0 }] }
    expect(titles(words([little]))).toEqual(['warn.permission'])
    expect(titles(words([coins]))).toEqual(['warn.permission', 'warn.permissionAll'])
    expect(titles(words([little], { enabled: false }))).toContain('warn.permissionPart')
    expect(titles(words([{ ...little, expiry: now + 60 * day }]))).toContain('warn.long')
    const { warnings } = words([play])
    expect(warnings[0]).toMatchObject({ level: 'danger', risk: { key: 'risk.permissionCalls' } })
  })

  test('several at once, and one that allows several things', () => {
    expect(words([coins, play]).headline.sentence).toMatchObject({ key: 'permission.sayGroup_other' })
    expect(words([play]).headline.sentence).toMatchObject({ key: 'permission.sayCalls' })
    expect(words([{ ...coins, calls: play.calls }]).headline.sentence.key).toBe('permission.sayMany')
  })

  test('taking back says whose', () => {
    const one = revokeWords(chain, [coins], known, now)
    expect(one.headline.sentence).toMatchObject({
      key: 'permission.revoke',
      values: { who: { address: grantee } },
    })
    expect(one.warnings).toEqual([])
    expect(revokeWords(chain, [coins, play], known, now).headline.sentence.key).toBe(
      'permission.revokeMany_other',
    )
  })

  test('shown equals signed: every amount, contract and date of the calls stands on the screen', () => {
    const hex = (bytes: number) =>
      fc
        .uint8Array({ minLength: bytes, maxLength: bytes })
        .map((value): Hex => `0x${Buffer.from(value).toString('hex')}`)
    const address = hex(20).map((value) => getAddress(value))
    const any: fc.Arbitrary<AccountPermission> = fc.record({
      grantee: address,
      expiry: fc.integer({ min: now + 61, max: now + 180 * day }),
      limits: fc.array(
        fc.record({
          token: address,
          amount: fc.bigInt({ min: 1n, max: 2n ** 127n }),
          start: fc.integer({ min: 1, max: now }),
          period: fc.integer({ min: 0, max: 2 ** 31 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      calls: fc.array(fc.record({ target: address, selector: hex(4) }), { maxLength: 3 }),
    })
    fc.assert(
      fc.property(any, fc.boolean(), (permission, enabled) => {
        const calls = grantCalls({ account: smart, manager }, [permission], { enabled })
        expect(calls).toHaveLength(enabled ? 1 : 2)
        const signed = readGrant(calls.at(-1)?.data ?? '0x')
        expect(signed).toEqual(permission)
        const shown = JSON.stringify(words([permission], { enabled }), (_, value) =>
          typeof value === 'bigint' ? String(value) : value,
        )
        const { limits = [], calls: listed = [] } = signed ?? {}
        for (const part of [
          String(signed?.grantee),
          String(signed?.expiry),
          ...limits.flatMap(({ token: of, amount }) => [String(of), String(amount)]),
          ...listed.flatMap(({ target, selector }) => [target, selector]),
        ])
          expect(shown).toContain(part)
      }),
      { numRuns: 60 },
    )
  })
})

test('once there are many, some that have ended are cleared away', () => {
  const many = Array.from({ length: 50 }, (_, index) => ({
    ...coins,
    id,
    spent: [0n],
    expiry: index % 2 === 0 ? now : now + 1,
  }))
  expect(endedAmong(many.slice(0, 40), now)).toEqual([])
  const ended = endedAmong(many, now)
  expect(ended).toHaveLength(8)
  expect(ended.every(({ expiry }) => expiry <= now)).toBe(true)
})

describe('what a request is opened for', () => {
  const permission = {
    type: 'native-token-allowance',
    isAdjustmentAllowed: false,
    data: { allowanceAmount: '0x1' },
  }
  const item = { chainId: '0x7a69', to: grantee, permission }

  test('another network than the active one, if it gives permissions', async () => {
    const frame = frameOf()
    const request = { ...requestOf('wallet_requestExecutionPermissions', item), chain: other }
    const { view } = await openPermission(frame, request, operations)
    expect(view).toMatchObject({ title: 'permission.title', changes: { status: 'loading' } })
    const elsewhere = { ...item, chainId: '0x2105' }
    await expect(
      openPermission(frame, requestOf('wallet_requestExecutionPermissions', elsewhere), operations),
    ).rejects.toThrow(NotAvailableError)
    const unknown = { ...item, chainId: '0x5' }
    await expect(
      openPermission(frame, requestOf('wallet_requestExecutionPermissions', unknown), operations),
    ).rejects.toThrow(UnknownChainError)
  })

  test('the plain account gives none, and says so', async () => {
    const frame = frameOf()
    frame.store.setState({ preferredAccountType: 'eoa' })
    await expect(
      openPermission(frame, requestOf('wallet_requestExecutionPermissions', item), operations),
    ).rejects.toMatchObject({ code: NotAvailableError.code, data: { reason: 'plainAccount' } })
    expect(await answerGranted(frame, requestOf('wallet_getSupportedExecutionPermissions'))).toEqual({})
  })

  test('a network that does not answer stops it, with a way to try again', async () => {
    const frame = frameOf({
      chain: fakeChain(() => {
        throw new ChainRefusedError({ data: { rpcCode: -32000 } })
      }),
    })
    const approval = await openPermission(
      frame,
      requestOf('wallet_requestExecutionPermissions', item),
      operations,
    )
    const { view } = await approval.prepare(new AbortController().signal)
    expect(view.stop).toMatchObject({ retry: true })
  })
})

describe('taking back', () => {
  const own = safeAccount.addressOf(testAddress)
  const context = permissionContext(own, id)
  const elsewhere = { ...other, smartAccounts: { entryPoint: '0.7' as const, permissionManager: manager } }
  /** Permissions stand on the second network; the first may be silent. */
  const twoNetworks = (silent = false) => {
    const answer = (chainId: number) => {
      if (silent && chainId === chain.id) throw new ChainUnreachableError()
      return permissionsAnswer(chainId === other.id ? [{ ...coins, id, spent: [0n] }] : [])
    }
    const rpc = { ...fakeChain(() => '0x'), request: async (chainId: number) => answer(chainId) }
    return frameOf({ config: { chains: [chain, elsewhere] }, chain: rpc })
  }
  const named = (permissionContextText: string) =>
    requestOf('wallet_revokeExecutionPermission', { permissionContext: permissionContextText })

  test('R6-21 it is found on whatever network it stands', async () => {
    expect(await findRevocable(twoNetworks(), named(context))).toMatchObject({
      id,
      accounts: { chain: elsewhere },
    })
    const older = requestOf('wallet_revokePermissions', { permissionsContext: context, address: own })
    expect(await findRevocable(twoNetworks(), older)).toMatchObject({ id })
    expect(await findRevocable(twoNetworks(true), named(context))).toMatchObject({ id })
  })

  test('it is gone only when every network says so', async () => {
    const gone = permissionContext(own, `0x${'9'.repeat(64)}`)
    expect(await findRevocable(twoNetworks(), named(gone))).toBeNull()
    await expect(findRevocable(twoNetworks(true), named(gone))).rejects.toThrow(ChainUnreachableError)
  })

  test.each<[string, unknown[], unknown]>([
    ['nothing', [], RpcParamsError],
    ['two', [{ permissionContext: context }, {}], RpcParamsError],
    ['both names', [{ permissionContext: context, permissionsContext: context }], RpcParamsError],
    ['a short context', [{ permissionContext: '0x12' }], UnknownPermissionError],
    ['another account’s', [{ permissionContext: permissionContext(grantee, id) }], UnknownPermissionError],
  ])('refuses %s', async (_, params, error) => {
    const request = requestOf('wallet_revokeExecutionPermission', ...params)
    await expect(findRevocable(twoNetworks(), request)).rejects.toThrow(error as new () => Error)
  })

  test('where no permissions are given there is nothing to take back', async () => {
    const frame = frameOf({ config: { chains: [other] } })
    await expect(findRevocable(frame, { ...named(context), chain: other })).rejects.toThrow(NotAvailableError)
  })

  test('R6-21 a site that gives back the accounts is signed out, without an approval', async () => {
    const asked: string[] = []
    const frame = frameOf({ keys: { signOut: () => asked.push('signOut') } })
    const approvals = createApprovals(frame)
    const params = [{ eth_accounts: {} }]
    const { signal } = new AbortController()
    expect(await approvals.request(requestOf('wallet_revokePermissions', ...params), signal)).toBeNull()
    expect(asked).toEqual(['signOut'])
    expect(frame.store.getState().screen.name).toBe('none')
    expect(isDisconnect('wallet_revokeExecutionPermission', params)).toBe(false)
    expect(isDisconnect('wallet_revokePermissions', [{ eth_accounts: {}, more: {} }])).toBe(false)
  })
})

test('a permission that ended meanwhile is reported as unknown, not as a silent network', async () => {
  const frame = frameOf({ chain: fakeChain(() => permissionsAnswer([])) })
  const accounts = await accountsOf(frame, chain)
  const approval = revokeApproval(
    frame,
    requestOf('wallet_revokeExecutionPermission'),
    accounts,
    [id],
    operations,
  )
  await expect(approval.prepare(new AbortController().signal)).rejects.toThrow(UnknownPermissionError)
})

describe('what a site is told of', () => {
  const standing = [
    { ...coins, id, spent: [0n] },
    { ...play, id: `0x${'2'.repeat(64)}` as const, spent: [] },
  ]
  const answer = permissionsAnswer(standing)

  test('only permissions that it asked for and that have not ended', async () => {
    const options = { chain: fakeChain(() => answer) }
    const frame = frameOf(options)
    const read = () => answerGranted(frame, requestOf('wallet_getGrantedExecutionPermissions'))
    expect(await read()).toEqual([])
    // The fake's smart account is the kind's own address of the owner.
    const account = safeAccount.addressOf(testAddress)
    noteAsked(frame, { chainId: 31337, account, manager }, [coins])
    noteAsked(frame, { chainId: 31337, account, manager }, [coins])
    expect(await read()).toMatchObject([
      { context: permissionContext(account, id), from: account, to: grantee },
    ])
    const later = { ...frame, now: () => (now + 2 * day) * 1_000 }
    expect(await answerGranted(later, requestOf('wallet_getGrantedExecutionPermissions'))).toEqual([])
  })

  test('a network that does not answer is an error, not an empty list', async () => {
    const frame = frameOf({ chain: fakeChain(() => '0x') })
    await expect(answerGranted(frame, requestOf('wallet_getGrantedExecutionPermissions'))).rejects.toThrow()
  })

  test('of one account and one network alone', () => {
    const frame = frameOf()
    const where = { chainId: 31337, account: smart, manager } as const
    noteAsked(frame, where, [coins])
    expect(askedByThisSite(frame, where, standing)).toHaveLength(1)
    expect(askedByThisSite(frame, { ...where, chainId: 1 }, standing)).toEqual([])
    expect(askedByThisSite(frame, { ...where, account: grantee }, standing)).toEqual([])
    expect(askedByThisSite({ ...frame, origin: 'https://other.example' }, where, standing)).toEqual([])
  })
})
