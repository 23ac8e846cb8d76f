import { associatedAccountOf } from '@latchkey/chain-solana/decode'
import { NotAvailableError, RpcParamsError } from '@latchkey/protocol/frame'
import { decodeBase58, encodeBase58 } from '@latchkey/std/base58'
import { decodeBase64url } from '@latchkey/std/base64url'
import { parseSolanaMessage } from '@latchkey/std/solana/message'
import { encodeSolanaMessage, parseSolanaTransaction } from '@latchkey/std/solana/transaction'
import { jsonRpc, startSolana } from '@latchkey/testing/node'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Approval } from '../../approvals/ApprovalView.ts'
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

const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const { signal } = new AbortController()
const request = (method: string, params: object) => ({ method, params: params as never, chain: LOCAL })
const hashed = address(9)

let solana: Awaited<ReturnType<typeof startSolana>>
let call: ReturnType<typeof jsonRpc>
beforeAll(async () => {
  solana = await startSolana({ slotTime: 0 })
  call = jsonRpc(solana.url)
})
afterAll(() => solana.stop())

async function approve(approval: Approval) {
  const prepared = await approval.prepare(signal)
  if (prepared.payload === null) throw new Error('nothing to sign')
  return { view: prepared.view, result: await approval.sign(prepared.payload, () => undefined) }
}

/** A network that has not heard of anything but the accounts given. */
const silent = (accounts: Readonly<Record<string, unknown>> = {}) =>
  fakeChain(({ method, params }) => {
    if (method === 'isBlockhashValid') return { value: true }
    if (method === 'getMultipleAccounts') {
      const [asked] = params as [string[]]
      return { value: asked.map((one) => accounts[one] ?? null) }
    }
    throw new Error('the network does not say')
  })

describe('on the local chain', () => {
  test('R6-18: a transfer is shown with its fee and what it changes, signed, sent and followed', async () => {
    const { frame, account, blockhash, signed } = await fundedWorld(call)
    const to = address(77)
    const message = messageOf(account, [transfer(account, to, 1_500_000_000n)], blockhash)
    const asked = request('solana_signAndSendTransaction', { transaction: wireOf(message) })
    const { view, result } = await approve(await openApproval(frame, asked))
    expect(view.sentence).toMatchObject({
      key: 'send.native',
      values: { amount: { amount: 1_500_000_000n } },
    })
    expect(view.facts).toContainEqual({
      label: 'row.to',
      value: { kind: 'address', address: to },
      long: true,
    })
    expect(view.facts.find(({ label }) => label === 'row.fee')).toMatchObject({ value: { amount: 5_000n } })
    expect(view.changes).toMatchObject({
      status: 'known',
      rows: [{ direction: 'out', value: { amount: 1_500_000_000n, decimals: 9, symbol: 'SOL' } }],
    })
    expect(view.warnings).toEqual([])
    expect(signed.map((bytes) => decodeBase64url(bytes))).toEqual([encodeSolanaMessage(message)])
    expect(decodeBase58((result as { signature: string }).signature)).toHaveLength(64)
    expect(await call('getBalance', [to])).toMatchObject({ value: 1_500_000_000 })
  })

  test('R6-18: a token goes to an account that is made for it, and both are shown', async () => {
    const { frame, account, blockhash } = await fundedWorld(call)
    const { mint } = solana.faucet
    await solana.faucet.giveToken(mint, account, 25_500_000n)
    const to = address(78)
    const own = (await associatedAccountOf(account, mint.address, TOKEN)) ?? ''
    const theirs = (await associatedAccountOf(to, mint.address, TOKEN)) ?? ''
    const steps = [
      { program: ASSOCIATED, accounts: [account, theirs, to, mint.address, SYSTEM, TOKEN], data: [1] },
      { program: TOKEN, accounts: [own, mint.address, theirs, account], data: [12, ...u64(2_250_000n), 6] },
    ]
    const message = messageOf(account, steps, blockhash)
    const asked = request('solana_signAndSendTransaction', { transaction: wireOf(message) })
    const { view } = await approve(await openApproval(frame, asked))
    expect(view.warnings.filter(({ level }) => level === 'danger')).toEqual([])
    expect(view.changes).toMatchObject({ status: 'known' })
    const out = view.changes && 'rows' in view.changes ? view.changes.rows : []
    expect(out).toContainEqual(
      expect.objectContaining({
        direction: 'out',
        value: expect.objectContaining({ amount: 2_250_000n, decimals: 6 }),
      }),
    )
    const sent = view.calls?.flatMap(({ sentence: { values } }) => values?.to ?? [])
    expect(sent).toContainEqual({ kind: 'address', address: to })
    expect(await call('getTokenAccountBalance', [theirs])).toMatchObject({
      value: { amount: '2250000' },
    })
  })

  test('R6-18: accounts of a look-up table are read by the wallet, shown, signed for and sent', async () => {
    const { frame, account, blockhash, signed } = await fundedWorld(call)
    const table = await solana.faucet.makeTable([address(79)])
    const base = messageOf(account, [transfer(account, address(79), 250_000_000n)], blockhash)
    // The recipient stands in the table alone: the message holds its place there.
    const message = {
      ...base,
      accounts: [account, SYSTEM],
      instructions: base.instructions.map((step) => ({ ...step, program: 1, accounts: [0, 2] })),
      lookups: [{ table, writable: [0], readonly: [] }],
    }
    const asked = request('solana_signAndSendTransaction', { transaction: wireOf(message) })
    const { view } = await approve(await openApproval(frame, asked))
    expect(view.sentence).toMatchObject({
      key: 'send.native',
      values: { amount: { amount: 250_000_000n }, to: { address: address(79) } },
    })
    expect(decodeBase64url(signed[0] ?? '')).toEqual(encodeSolanaMessage(message))
    expect(await call('getBalance', [address(79)])).toMatchObject({ value: 250_000_000 })
  })

  test('R6-18: what was signed comes back whole, one or several', async () => {
    const { frame, account, blockhash } = await fundedWorld(call)
    const messages = [1n, 2n].map((sum) =>
      messageOf(account, [transfer(account, address(7), sum)], blockhash),
    )
    const transactions = messages.map(wireOf)
    const several = await approve(
      await openApproval(frame, request('solana_signAllTransactions', { transactions })),
    )
    const { transactions: signed } = several.result as { transactions: string[] }
    const read = signed.map((text) => parseSolanaTransaction(decodeBase58(text, 1_700) ?? new Uint8Array()))
    expect(read.map((one) => one?.message)).toEqual(messages)
    expect(several.view.calls).toHaveLength(2)
    const one = await approve(
      await openApproval(frame, request('solana_signTransaction', { transaction: transactions[0] })),
    )
    expect(one.result).toEqual({ transaction: signed[0] })
  })

  test('R6-18: what has expired, or costs more than there is, cannot be approved', async () => {
    const { frame, account, blockhash } = await fundedWorld(call)
    const stopOf = async (sum: bigint, hash: string) => {
      const message = messageOf(account, [transfer(account, address(7), sum)], hash)
      const asked = request('solana_signAndSendTransaction', { transaction: wireOf(message) })
      const prepared = await (await openApproval(frame, asked)).prepare(signal)
      expect(prepared.payload).toBeNull()
      return prepared.view.stop?.title.key
    }
    expect(await stopOf(1n, address(3))).toBe('stop.expired')
    expect(await stopOf(2_000_000_000n, blockhash)).toBe('stop.funds')
  })
})

describe('R7-85: a message', () => {
  const messageParams = (text: string) => ({ message: encodeBase58(new TextEncoder().encode(text)) })

  test('is shown as it is signed', async () => {
    const { frame, signed } = solanaWorld()
    const asked = request('solana_signMessage', messageParams('hello'))
    const { view, result } = await approve(await openApproval(frame, asked))
    expect(view.text?.content).toBe('hello')
    expect(new TextDecoder().decode(decodeBase64url(signed[0] ?? ''))).toBe('hello')
    expect(decodeBase58((result as { signature: string }).signature)).toHaveLength(64)
  })

  test('that is a transaction, or for another account, is refused before anything opens', async () => {
    const { frame, account, signed } = solanaWorld()
    const message = messageOf(account, [transfer(account, address(7), 1n)], hashed)
    const bytes = encodeBase58(encodeSolanaMessage(message))
    const refused = (params: object) => openApproval(frame, request('solana_signMessage', params))
    await expect(refused({ message: bytes })).rejects.toMatchObject({
      data: { reason: 'transactionLikeMessage' },
    })
    const other = { ...messageParams('hi'), pubkey: address(8) }
    await expect(refused(other)).rejects.toMatchObject({ data: { reason: 'wrongAccount' } })
    await expect(refused({ message: '0OIl' })).rejects.toThrow(RpcParamsError)
    await expect(refused({})).rejects.toThrow(RpcParamsError)
    expect(signed).toEqual([])
  })

  test('that signs in names the very site that asks and the account that signs', async () => {
    const { frame, account } = solanaWorld()
    const text = (domain: string, who: string) =>
      `${domain} wants you to sign in with your Solana account:\n${who}\n\nHello\n\nURI: http://app.localhost:5173/x\nNonce: abcdefgh`
    const open = (content: string) =>
      openApproval(frame, request('solana_signMessage', messageParams(content)))
    expect((await open(text('app.localhost:5173', account))).view.signsIn).toBe(true)
    await expect(open(text('evil.example', account))).rejects.toMatchObject({
      data: { reason: 'signInDomain' },
    })
    const foreign = text('app.localhost:5173', address(8))
    await expect(open(foreign)).rejects.toMatchObject({ data: { reason: 'signInAddress' } })
    const broken = 'evil.example wants you to sign in with your Solana account: click'
    await expect(open(broken)).rejects.toMatchObject({ data: { reason: 'signInMalformed' } })
  })
})

describe('what is dangerous', () => {
  const own = address(50)
  const mint = address(51)
  /** A token account of that owner, as a node tells of it. */
  const tokenAccount = (owner: string) => {
    const data = new Uint8Array(165)
    data.set(decodeBase58(mint) ?? [], 0)
    data.set(decodeBase58(owner) ?? [], 32)
    data.set(u64(500n), 64)
    data[108] = 1
    return { lamports: 1, owner: TOKEN, data: [Buffer.from(data).toString('base64'), 'base64'] }
  }
  /** A nonce account whose value is the blockhash of the tests. */
  const nonceAccount = {
    lamports: 1,
    owner: SYSTEM,
    data: [
      Buffer.from([...u64(0x1_0000_0001n), ...Array(32).fill(0), ...Array(32).fill(9), ...u64(0n)]).toString(
        'base64',
      ),
      'base64',
    ],
  }
  const cases: readonly (readonly [string, string, (account: string) => Parameters<typeof messageOf>[1]])[] =
    [
      [
        'approve',
        'solanaDelegate',
        (me) => [{ program: TOKEN, accounts: [own, address(60), me], data: [4, ...u64(9n)] }],
      ],
      [
        'SetAuthority',
        'solanaAuthority',
        (me) => [
          { program: TOKEN, accounts: [own, me], data: [6, 2, 1, ...(decodeBase58(address(60)) ?? [])] },
        ],
      ],
      [
        'CloseAccount',
        'solanaClose',
        (me) => [{ program: TOKEN, accounts: [own, address(60), me], data: [9] }],
      ],
      [
        'a durable nonce',
        'solanaDurable',
        (me) => [
          {
            program: '11111111111111111111111111111111',
            accounts: [address(61), address(62), me],
            data: [4, 0, 0, 0],
          },
          transfer(me, address(60), 1n),
        ],
      ],
      [
        'an unknown program',
        'solanaUnknown',
        (me) => [{ program: address(63), accounts: [me, own], data: [1, 2, 3] }],
      ],
      [
        'an unknown program that the account signs for, though no token is along',
        'solanaSpend',
        (me) => [{ program: address(63), accounts: [address(60), me], data: [1, 2, 3] }],
      ],
      [
        'a token instruction that is cut short',
        'solanaUnknown',
        (me) => [{ program: TOKEN, accounts: [own, address(60), me], data: [4, 1] }],
      ],
    ]
  test.each(cases)('%s is a danger of its own', async (_, warning, steps) => {
    const accounts: Record<string, unknown> = {}
    const { frame, account } = solanaWorld(silent(accounts))
    accounts[own] = tokenAccount(account)
    accounts[address(61)] = nonceAccount
    const message = messageOf(account, steps(account), hashed)
    const asked = request('solana_signTransaction', { transaction: wireOf(message) })
    const { view } = await (await openApproval(frame, asked)).prepare(signal)
    expect(view.warnings.find(({ title }) => title.key === `warn.${warning}`)).toMatchObject({
      level: 'danger',
      risk: { key: `risk.${warning}` },
    })
    expect(view.warnings.some(({ title }) => title.key === 'warn.solanaUnsimulated')).toBe(true)
  })

  test('an unknown program that the account does not sign for is a warning without a tick', async () => {
    const { frame, account } = solanaWorld(silent())
    const step = { program: address(63), accounts: [address(60)], data: [1, 2, 3] }
    const asked = request('solana_signTransaction', {
      transaction: wireOf(messageOf(account, [step], hashed)),
    })
    const { view } = await (await openApproval(frame, asked)).prepare(signal)
    const dangers = view.warnings.filter(({ level }) => level === 'danger')
    expect([dangers, view.warnings.some(({ title }) => title.key === 'warn.solanaProgram')]).toEqual([
      [],
      true,
    ])
  })

  test('a look-up table that the network does not have stops it', async () => {
    const { frame, account } = solanaWorld(silent())
    const base = messageOf(account, [transfer(account, address(7), 1n)], hashed)
    const message = { ...base, lookups: [{ table: address(70), writable: [0], readonly: [] }] }
    const asked = request('solana_signTransaction', { transaction: wireOf(message) })
    const { view, payload } = await (await openApproval(frame, asked)).prepare(signal)
    expect([view.stop?.title.key, payload]).toEqual(['stop.table', null])
  })
})

describe('R5-22: how a transaction is sent', () => {
  const commitments = [
    'processed',
    'confirmed',
    'finalized',
    'recent',
    'single',
    'singleGossip',
    'root',
    'max',
  ]
  const open = (options: object) => {
    const { frame, account } = solanaWorld(silent())
    const message = messageOf(account, [transfer(account, address(7), 1n)], hashed)
    return openApproval(
      frame,
      request('solana_signAndSendTransaction', { transaction: wireOf(message), options }),
    )
  }
  test.each(commitments)('may name the commitment %s', async (preflightCommitment) => {
    await expect(open({ preflightCommitment })).resolves.toBeDefined()
  })
  test.each([{ preflightCommitment: 'soon' }, { skipPreflight: 'yes' }, { other: 1 }, { maxRetries: -1 }])(
    'may not be %j',
    async (options) => {
      await expect(open(options)).rejects.toThrow(RpcParamsError)
    },
  )
})

test('methods of other namespaces, and transactions of other accounts, are refused', async () => {
  const { frame } = solanaWorld(silent())
  await expect(openApproval(frame, request('personal_sign', []))).rejects.toThrow(NotAvailableError)
  const message = messageOf(address(8), [transfer(address(8), address(7), 1n)], hashed)
  const foreign = request('solana_signTransaction', { transaction: wireOf(message) })
  await expect(openApproval(frame, foreign)).rejects.toMatchObject({ data: { reason: 'wrongAccount' } })
  const garbage = request('solana_signTransaction', { transaction: encodeBase58(new Uint8Array(90).fill(3)) })
  await expect(openApproval(frame, garbage)).rejects.toThrow(RpcParamsError)
})

test('R6-18: what is shown is what is signed, whatever is transferred', async () => {
  const sums = fc.array(
    fc.tuple(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.integer({ min: 30, max: 49 })),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  await fc.assert(
    fc.asyncProperty(sums, async (wanted) => {
      const { frame, account, signed } = solanaWorld(silent())
      const steps = wanted.map(([sum, to]) => transfer(account, address(to), sum))
      const asked = request('solana_signTransaction', {
        transaction: wireOf(messageOf(account, steps, hashed)),
      })
      const { view } = await approve(await openApproval(frame, asked))
      const message = parseSolanaMessage(decodeBase64url(signed[0] ?? ''))
      const said = (view.calls ?? [{ sentence: view.sentence }]).map(({ sentence: { values } }) => [
        values?.amount?.kind === 'amount' ? values.amount.amount : null,
        values?.to?.kind === 'address' ? values.to.address : null,
      ])
      const moved = message?.instructions.map(({ accounts, data }) => [
        new DataView(data.buffer).getBigUint64(4, true),
        message.accounts[accounts[1] ?? 0],
      ])
      expect(said).toEqual(moved)
    }),
    { numRuns: 40 },
  )
})
