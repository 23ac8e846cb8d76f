import { associatedAccountOf } from '@latchkey/chain-solana/decode'
import { NotAvailableError } from '@latchkey/protocol/frame'
import { decodeBase58, encodeBase58 } from '@latchkey/std/base58'
import { jsonRpc, startSolana } from '@latchkey/testing/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RpcCall } from '../../context/ChainRpc.ts'
import { fakeChain } from '../../testing/fakeFrame.ts'
import { openApproval } from './approvalKinds.ts'
import {
  address,
  fundedWorld,
  LOCAL,
  messageOf,
  SYSTEM,
  solanaWorld,
  transfer,
  u64,
  wireOf,
} from './testing/solanaWorld.ts'

const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const STAKE = 'Stake11111111111111111111111111111111111111'
const COMPUTE = 'ComputeBudget111111111111111111111111111111'
const { signal } = new AbortController()
const keyOf = (text: string): number[] => [...(decodeBase58(text) ?? [])]
const [own, mint, thief, program] = [address(50), address(51), address(60), address(63)]

type Told = { lamports: number; owner: string; data: [string, 'base64'] }
const told = (owner: string, data: Uint8Array = new Uint8Array(), lamports = 1_000_000): Told => ({
  ...{ lamports, owner },
  data: [Buffer.from(data).toString('base64'), 'base64'],
})
type Rights = { delegate?: string; delegated?: bigint; closer?: string }
function tokenAccount(owner: string, { delegate, delegated = 0n, closer }: Rights = {}): Told {
  const data = new Uint8Array(165)
  data.set(keyOf(mint), 0)
  data.set(keyOf(owner), 32)
  data.set(u64(500n), 64)
  data[108] = 1
  if (delegate) data.set([1, 0, 0, 0, ...keyOf(delegate)], 72)
  data.set(u64(delegated), 121)
  if (closer) data.set([1, 0, 0, 0, ...keyOf(closer)], 129)
  return told(TOKEN, data)
}
function mintAccount(decimals: number): Told {
  const data = new Uint8Array(82)
  data[44] = decimals
  return told(TOKEN, data)
}
function nonceAccount(value: string): Told {
  const data = new Uint8Array(80)
  data.set([1, 0, 0, 0, 1, 0, 0, 0], 0)
  data.set(keyOf(value), 40)
  return told(SYSTEM, data)
}

type Network = { before?: Record<string, Told>; after?: Record<string, Told>; fee?: number }
/** A network that knows some accounts, and says how they would be afterwards. */
const answerOf =
  ({ before = {}, after, fee }: Network) =>
  ({ method, params }: RpcCall): unknown => {
    if (method === 'isBlockhashValid') return { value: true }
    const of = (list: Record<string, Told>) => (one: string) => list[one] ?? null
    if (method === 'getMultipleAccounts') return { value: (params as [string[]])[0].map(of(before)) }
    if (method === 'getFeeForMessage') return { value: fee ?? 5_000 }
    if (method !== 'simulateTransaction' || !after) throw new NotAvailableError()
    const [, { accounts }] = params as [string, { accounts: { addresses: string[] } }]
    return { value: { err: null, accounts: accounts.addresses.map(of({ ...before, ...after })) } }
  }

type Steps = Parameters<typeof messageOf>[1]
/** The screen of transactions on a network that is told of with the account. */
async function open(
  steps: (me: string) => Steps | readonly Steps[],
  at: (me: string) => Network,
  hash = address(9),
) {
  const accounts: { now: Network } = { now: {} }
  const { frame, account } = solanaWorld(fakeChain((asked) => answerOf(accounts.now)(asked)))
  accounts.now = at(account)
  const given = steps(account)
  const all = (Array.isArray(given[0]) ? given : [given]) as readonly Steps[]
  const transactions = all.map((each) => wireOf(messageOf(account, each, hash)))
  const params = transactions.length > 1 ? { transactions } : { transaction: transactions[0] }
  const method = transactions.length > 1 ? 'solana_signAllTransactions' : 'solana_signTransaction'
  const approval = await openApproval(frame, { method, params: params as never, chain: LOCAL })
  return { ...(await approval.prepare(signal)), account }
}
const dangersOf = ({ view }: Awaited<ReturnType<typeof open>>) =>
  view.warnings.flatMap(({ level, title }) => (level === 'danger' ? [title.key] : []))

const sum = 500_000_000_000n
/** Steps that pay out of an account that `me` rules, and is not. */
const withdrawStake = (me: string, to = thief) => ({
  program: STAKE,
  accounts: [own, to, address(71), address(72), me],
  data: [4, 0, 0, 0, ...u64(sum)],
})
const withdrawNonce = (me: string, to = thief) => ({
  program: SYSTEM,
  accounts: [own, to, address(71), address(72), me],
  data: [5, 0, 0, 0, ...u64(sum)],
})
const transferWithSeed = (me: string, to = thief) => ({
  program: SYSTEM,
  accounts: [own, me, to],
  data: [11, 0, 0, 0, ...u64(sum), ...u64(1n), 0x61, ...keyOf(SYSTEM)],
})

describe('data that is longer than its instruction', () => {
  let solana: Awaited<ReturnType<typeof startSolana>>
  let call: ReturnType<typeof jsonRpc>
  beforeAll(async () => {
    solana = await startSolana({ slotTime: 0 })
    call = jsonRpc(solana.url)
  })
  afterAll(() => solana.stop())

  test('is run by the network, and read here', async () => {
    const { frame, account, blockhash } = await fundedWorld(call)
    const assign = { program: SYSTEM, accounts: [account], data: [1, 0, 0, 0, ...keyOf(program), 0] }
    const transaction = wireOf(messageOf(account, [assign], blockhash))
    const params = { transaction } as never
    const approval = await openApproval(frame, {
      method: 'solana_signAndSendTransaction',
      params,
      chain: LOCAL,
    })
    const { view, payload } = await approval.prepare(signal)
    expect(view.warnings).toContainEqual(
      expect.objectContaining({ level: 'danger', title: { key: 'warn.solanaAssign' } }),
    )
    if (payload === null) throw new Error('nothing to sign')
    await approval.sign(payload, () => undefined)
    expect(await call('getAccountInfo', [account, { encoding: 'base64' }])).toMatchObject({
      value: { owner: program },
    })
  })

  test.each([
    [
      'a stake that is given away',
      'warn.solanaStake',
      (me: string) => ({
        program: STAKE,
        accounts: [own, own, me],
        data: [1, 0, 0, 0, ...keyOf(thief), 1, 0, 0, 0, 7],
      }),
    ],
    [
      'one that is given away by a seed',
      'warn.solanaStake',
      (me: string) => ({
        program: STAKE,
        accounts: [own, me],
        data: [8, 0, 0, 0, ...keyOf(thief), 1, 0, 0, 0, ...u64(0n), ...keyOf(SYSTEM)],
      }),
    ],
    [
      'one that is given to a signer by a seed',
      'warn.solanaStake',
      (me: string) => ({
        program: STAKE,
        accounts: [own, me, address(70), thief],
        data: [11, 0, 0, 0, 1, 0, 0, 0, ...u64(0n), ...keyOf(SYSTEM)],
      }),
    ],
    ['a stake that is paid to somebody else', 'warn.solanaWithdraw', withdrawStake],
    ['a nonce account that is paid to somebody else', 'warn.solanaWithdraw', withdrawNonce],
    ['an account of a seed that is paid to somebody else', 'warn.solanaWithdraw', transferWithSeed],
  ] as const)('%s is a danger', async (_, danger, step) => {
    expect(
      dangersOf(
        await open(
          (me) => [step(me)],
          () => ({}),
        ),
      ),
    ).toContain(danger)
  })
})

describe('a nonce that does not expire', () => {
  const advance = (me: string): Steps => [
    { program: SYSTEM, accounts: [address(61), address(62), me], data: [4, 0, 0, 0] },
    transfer(me, thief, 1n),
  ]
  test('is one of the network that is shown', async () => {
    const here = await open(advance, () => ({ before: { [address(61)]: nonceAccount(address(9)) } }))
    expect([here.view.stop, dangersOf(here)]).toEqual([null, ['warn.solanaDurable']])
  })
  test.each([
    ['is not there', undefined],
    ['has another value, as on another network', nonceAccount(address(10))],
    ['is none', told(SYSTEM)],
  ])('cannot be approved where it %s', async (_, state) => {
    const { view, payload } = await open(advance, () => ({ before: state ? { [address(61)]: state } : {} }))
    expect([view.stop?.title.key, payload]).toEqual(['stop.expired', null])
  })
})

describe('SOL that is paid out of what the account rules, and not out of the account', () => {
  const computeLimit = { program: COMPUTE, accounts: [], data: [2, 0x40, 0x42, 0x0f, 0] }
  const ways = { withdrawStake, withdrawNonce, transferWithSeed }
  const here = (me: string): Network => ({
    before: { [me]: told(SYSTEM) },
    after: { [me]: told(SYSTEM, undefined, 995_000) },
  })

  test.each(Object.entries(ways))('%s to somebody else is among what goes out', async (_, pay) => {
    const { view } = await open((me) => [computeLimit, pay(me)], here)
    expect(view.changes).toMatchObject({
      status: 'known',
      rows: [{ direction: 'out', value: { amount: sum } }],
    })
    expect(view.warnings[0]).toMatchObject({
      level: 'danger',
      body: { values: { amount: { amount: sum }, to: { address: thief } } },
    })
  })
  test.each(Object.entries(ways))('%s to the account itself is no danger', async (_, pay) => {
    const opened = await open(
      (me) => [computeLimit, pay(me, me)],
      (me) => ({ ...here(me), after: { [me]: told(SYSTEM, undefined, Number(sum)) } }),
    )
    expect(dangersOf(opened)).toEqual([])
    expect(opened.view.changes).toMatchObject({ status: 'known', rows: [{ direction: 'in' }] })
  })
  test('of somebody else is not the account’s', async () => {
    const other = address(73)
    const opened = await open(() => [computeLimit, withdrawStake(other)], here)
    expect([dangersOf(opened), opened.view.changes]).toEqual([[], { status: 'known', rows: [] }])
  })
})

describe('what a program does within its call', () => {
  const unknown = (me: string): Steps => [{ program, accounts: [me], data: [1] }]
  const withToken = (me: string): Steps => [{ program, accounts: [own], data: [1] }, transfer(me, thief, 1n)]

  test('hands the account over: a danger', async () => {
    const opened = await open(unknown, (me) => ({
      before: { [me]: told(SYSTEM) },
      after: { [me]: told(program) },
    }))
    expect(dangersOf(opened)).toEqual(['warn.solanaSpend', 'warn.solanaAssign'])
  })
  test('may pay out a stake: that nothing goes out is not said, gains or none', async () => {
    for (const lamports of [995_000, 995_001]) {
      const { view } = await open(unknown, (me) => ({
        before: { [me]: told(SYSTEM) },
        after: { [me]: told(SYSTEM, undefined, lamports) },
      }))
      expect(view.changes?.status).toBe('unknown')
    }
    const { view } = await open(unknown, (me) => ({
      before: { [me]: told(SYSTEM) },
      after: { [me]: told(SYSTEM, undefined, 994_999) },
    }))
    expect(view.changes).toMatchObject({ status: 'known', rows: [{ direction: 'out' }] })
  })
  test('cannot without the account’s signature', async () => {
    const unsigned = (): Steps => [{ program, accounts: [own], data: [1] }]
    const { view } = await open(unsigned, (me) => ({
      before: { [me]: told(SYSTEM) },
      after: { [me]: told(SYSTEM, undefined, 995_000) },
    }))
    expect(view.changes).toEqual({ status: 'known', rows: [] })
  })
  test.each([
    ['another owner', {}, thief, {}],
    ['somebody who may take from it', {}, null, { delegate: thief, delegated: 5n }],
    [
      'more for who may take already',
      { delegate: thief, delegated: 5n },
      null,
      { delegate: thief, delegated: 6n },
    ],
    ['somebody who may close it', {}, null, { closer: thief }],
  ] as const)('gives a token account %s: a danger', async (_, had, owner, rights) => {
    const opened = await open(withToken, (me) => ({
      before: { [me]: told(SYSTEM), [own]: tokenAccount(me, had) },
      after: { [own]: tokenAccount(owner ?? me, rights) },
    }))
    expect(dangersOf(opened)).toEqual(['warn.solanaMoved'])
  })
  test('is told beside what another transaction says of itself', async () => {
    const approve = (me: string) => [
      { program: TOKEN, accounts: [address(52), thief, me], data: [4, ...u64(9n)] },
    ]
    const opened = await open(
      (me) => [approve(me), withToken(me)],
      (me) => ({
        before: { [me]: told(SYSTEM), [own]: tokenAccount(me), [address(52)]: tokenAccount(me) },
        after: { [own]: tokenAccount(thief) },
      }),
    )
    expect(dangersOf(opened)).toEqual(expect.arrayContaining(['warn.solanaDelegate', 'warn.solanaMoved']))
  })
})

describe('a node that lies', () => {
  test('cannot make an amount smaller: its program checks the decimals of the instruction', async () => {
    const send = (me: string): Steps => [
      { program: TOKEN, accounts: [own, mint, address(52), me], data: [12, ...u64(5_000_000n), 6] },
    ]
    const { view } = await open(send, (me) => ({
      before: { [own]: tokenAccount(me), [mint]: mintAccount(9) },
    }))
    expect(view.sentence.values?.amount).toMatchObject({ amount: 5_000_000n, decimals: 6 })
  })
  test('cannot say whose account tokens are sent to: its address does, or it stands for itself', async () => {
    const friend = address(77)
    const theirs = (await associatedAccountOf(friend, mint, TOKEN)) ?? ''
    const recipientOf = async (to: string) => {
      const send = (me: string): Steps => [{ program: TOKEN, accounts: [own, to, me], data: [3, ...u64(5n)] }]
      const { view } = await open(send, (me) => ({
        before: { [own]: tokenAccount(me), [to]: tokenAccount(friend) },
      }))
      return view.sentence.values?.to
    }
    expect(await recipientOf(theirs)).toMatchObject({ address: friend })
    expect(await recipientOf(address(52))).toMatchObject({ address: address(52) })
  })
  test.each([[[]], [[0]]])(
    'cannot make the fee smaller than the transaction says (%j behind it)',
    async (behind) => {
      const price = { program: COMPUTE, accounts: [], data: [3, ...u64(1_000_000_000n), ...behind] }
      const limit = { program: COMPUTE, accounts: [], data: [2, 0x40, 0x42, 0x0f, 0, ...behind] }
      const { view } = await open(
        (me) => [price, limit, transfer(me, thief, 1n)],
        () => ({ fee: 5_000 }),
      )
      expect(view.facts.find(({ label }) => label === 'row.fee')).toMatchObject({
        value: { amount: 1_000_005_000n },
      })
    },
  )
})

test('a sign-in in the envelope of hardware wallets is none that anybody could read', async () => {
  const { frame, account } = solanaWorld(fakeChain(answerOf({})))
  const text = `honest.example wants you to sign in with your Solana account:\n${account}`
  const bytes = [
    0xff,
    ...new TextEncoder().encode(`solana offchain\0\0${String.fromCharCode(text.length)}\0${text}`),
  ]
  const params = { message: encodeBase58(Uint8Array.from(bytes)) } as never
  const asked = openApproval(frame, { method: 'solana_signMessage', params, chain: LOCAL })
  await expect(asked).rejects.toMatchObject({ data: { reason: 'signInMalformed' } })
})
