import { eq } from 'drizzle-orm'
import { encodeAbiParameters, parseAbiParameters, recoverMessageAddress, slice } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ENTRY_POINT } from '../config/chains.ts'
import { sessions, users, wallets } from '../db/schema.ts'
import { sponsorSpending, sponsorships } from '../db/sponsorSchema.ts'
import { problemCode } from '../testing/createDevice.ts'
import { API, createTestService, HOST, type TestService } from '../testing/createTestService.ts'
import {
  type AskOptions,
  askPaymaster,
  createSponsored,
  operationOf,
  PAYMASTER,
  SIGNER_KEY,
  signerBytes,
} from '../testing/sponsoredWallet.ts'
import { startJsonRpc } from '../testing/startJsonRpc.ts'
import { boundedCost, paymasterHash } from './ownPaymaster.ts'

const STUB = 'pm_getPaymasterStubData'
const DATA = 'pm_getPaymasterData'
/** What `operationOf` costs at most: (100 000 + 500 000 + 50 000 + 60 000) gas at 2 gwei. */
const COST = 710_000n * 2_000_000_000n

let node: Awaited<ReturnType<typeof startJsonRpc>>
let service: TestService
let person: Awaited<ReturnType<typeof createSponsored>>
/** What the entry point says is the next nonce of anybody, and what the bundler knows of an operation. */
let next = 0n
let receipt: object | null = null
let isDown = false

const secrets = {
  kek: new Uint8Array(32).fill(1),
  recoveryKek: new Uint8Array(32).fill(2),
  pepper: new Uint8Array(32).fill(3),
  paymasterSigner: signerBytes,
}
const origins = { mode: 'development', allowedOrigins: [HOST] }
const budget = {
  weiPerDay: String(COST * 4n),
  operationsPerDay: 10,
  weiPerAccountDay: String(COST * 3n),
  operationsPerAccountDay: 5,
}

beforeAll(async () => {
  node = await startJsonRpc(({ method }) => {
    if (isDown) return { error: { code: -32_000, message: 'down' } }
    if (method === 'eth_gasPrice') return { result: '0x3b9aca00' }
    if (method === 'eth_call') return { result: `0x${next.toString(16).padStart(64, '0')}` }
    if (method === 'eth_getUserOperationReceipt') return { result: receipt }
    return { error: { code: -32_601, message: 'no such method' } }
  })
  const local = {
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [node.url],
  }
  const bundlerUrls = [node.url]
  const paymaster = { address: PAYMASTER, sponsor: 'The shop' }
  service = await createTestService({
    chains: [
      { ...local, id: 31_337, bundlerUrls, paymaster },
      { ...local, id: 2, bundlerUrls, paymaster },
      { ...local, id: 3, bundlerUrls },
      { ...local, id: 4 },
      { ...local, id: 5, bundlerUrls, paymaster },
    ],
    projects: [
      {
        id: 'demo',
        name: 'Demo',
        ...origins,
        sponsorship: { ...budget, networks: { '2': { weiPerDay: '1' } } },
      },
      { id: 'other', name: 'Other', ...origins },
      { id: 'mean', name: 'Mean', mode: 'production', allowedOrigins: ['https://shop.example'] },
    ],
    limits: { paymasterCallsPerMinute: 100_000, paymasterCallsPerAccountMinute: 100_000 },
    config: { secrets },
  })
  person = await createSponsored(service, 'mia@example.com')
})
afterAll(async () => {
  await service.stop()
  await node.stop()
})
beforeEach(async () => {
  isDown = false
  receipt = null
  next = 0n
  await service.database.db.delete(sponsorships)
  await service.database.db.delete(sponsorSpending)
})

const ask = (method: string, changes: object = {}, options: AskOptions = {}) =>
  askPaymaster(service, method, operationOf(person.sender, changes), options)
const reasonOf = async (answer: ReturnType<typeof ask>) => {
  const { error } = (await answer).body
  return [error?.data.code, error?.data.reason]
}
const spending = async () =>
  Object.fromEntries(
    (await service.database.db.select().from(sponsorSpending)).map(({ walletId, wei, operations }) => [
      walletId === '' ? 'project' : 'account',
      { wei, operations },
    ]),
  )
const nonce = (value: number) => ({ nonce: `0x${value.toString(16)}` })

test('the stub tells who pays and reserves nothing; the data is signed for this operation, this network and ten minutes', async () => {
  const stub = (await ask(STUB, { callGasLimit: '0x0', maxFeePerGas: undefined })).body.result
  expect(stub).toMatchObject({ paymaster: PAYMASTER, sponsor: { name: 'The shop' }, isFinal: false })
  expect(await spending()).toEqual({})
  // Gas limits of the paymaster that somebody else chose are not signed.
  const { body } = await ask(DATA, {
    paymasterVerificationGasLimit: '0x1e8480',
    paymasterPostOpGasLimit: '0x1e8480',
  })
  expect(body.result).toMatchObject({
    paymaster: PAYMASTER,
    paymasterVerificationGasLimit: stub?.paymasterVerificationGasLimit,
    paymasterPostOpGasLimit: '0x0',
  })
  const data = body.result?.paymasterData ?? '0x'
  expect(data.length).toBe(stub?.paymasterData?.length)
  const validUntil = 1_900_000_600
  const times = encodeAbiParameters(parseAbiParameters('uint48, uint48'), [validUntil, 0])
  expect(slice(data, 0, 64)).toBe(times)
  const hash = paymasterHash(operationOf(person.sender) as Parameters<typeof paymasterHash>[0], 31_337, {
    paymaster: PAYMASTER,
    verificationGasLimit: BigInt(body.result?.paymasterVerificationGasLimit ?? 0),
    postOpGasLimit: 0n,
    validUntil,
    validAfter: 0,
  })
  const signer = await recoverMessageAddress({ message: { raw: hash }, signature: slice(data, 64) })
  expect(signer).toBe(privateKeyToAddress(SIGNER_KEY))
  expect(await spending()).toEqual({
    project: { wei: COST, operations: 1 },
    account: { wei: COST, operations: 1 },
  })
})

test('whose operations are paid for: those of the smart account of somebody who is signed in to this very project', async () => {
  const refused = [4152, 'sender']
  const { db } = service.database
  for (const method of [STUB, DATA]) {
    expect(await reasonOf(askPaymaster(service, method, operationOf(person.owner.address)))).toEqual(refused)
    expect(await reasonOf(askPaymaster(service, method, operationOf(PAYMASTER)))).toEqual(refused)
    expect(await reasonOf(ask(method, {}, { project: 'other' }))).toEqual(refused)
  }
  const isHers = eq(sessions.userId, person.signedIn.session.user.id)
  await db.update(sessions).set({ revokedAt: 1 }).where(isHers)
  expect(await reasonOf(ask(STUB))).toEqual(refused)
  await db.update(sessions).set({ revokedAt: null }).where(isHers)
  const isShe = eq(users.id, person.signedIn.session.user.id)
  await db.update(users).set({ frozenAt: 1 }).where(isShe)
  expect(await reasonOf(ask(STUB))).toEqual(refused)
  await db.update(users).set({ frozenAt: null }).where(isShe)
  const isWallet = eq(wallets.id, person.vault.ids.wallet)
  await db.update(wallets).set({ status: 'pending' }).where(isWallet)
  expect(await reasonOf(ask(STUB))).toEqual(refused)
  await db.update(wallets).set({ status: 'active' }).where(isWallet)
  expect(await reasonOf(ask(STUB))).toEqual([undefined, undefined])
  const factory = { factory: PAYMASTER, factoryData: '0x' }
  expect(await reasonOf(ask(DATA, factory))).toEqual([4152, 'factory'])
})

test('a wallet that is older than the column is found after a sweep', async () => {
  const { db } = service.database
  await db.update(wallets).set({ smartAccount: null })
  expect(await reasonOf(ask(STUB))).toEqual([4152, 'sender'])
  const later = await createTestService({ deps: { database: service.database } })
  await later.sweep()
  await later.stop()
  expect(await reasonOf(ask(STUB))).toEqual([undefined, undefined])
})

test.each([
  ['call gas', { callGasLimit: '0x4c4b41' }, 'gas'],
  ['verification gas', { verificationGasLimit: '0x2dc6c1' }, 'gas'],
  ['pre-verification gas', { preVerificationGas: '0x4c4b41' }, 'gas'],
  ['gas without end', { callGasLimit: `0x${'f'.repeat(64)}` }, 'gas'],
  ['a fee above four times the network’s', { maxFeePerGas: '0xee6b2801' }, 'fee'],
  ['a tip above the fee', { maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }, 'fee'],
  ['no fee', { maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' }, 'fee'],
])('%s is refused', async (_, changes, reason) => {
  expect(await reasonOf(ask(DATA, changes))).toEqual([4152, reason])
  expect(await spending()).toEqual({})
})

test('a cost is every gas limit at the highest fee', () => {
  const operation = operationOf(PAYMASTER) as Parameters<typeof boundedCost>[0]
  expect(boundedCost(operation, 1_000_000_000n)).toBe(COST)
})

test.each([
  ['a project that she did not sign in to', { project: 'mean' }, [4152, 'sender']],
  ['no paymaster', { chainId: 3 }, [4152, 'off']],
  ['no smart accounts', { chainId: 4 }, [4150, undefined]],
  ['a network of a smaller budget', { chainId: 2 }, [4153, undefined]],
])('%s', async (_, options, expected) => {
  expect(await reasonOf(ask(DATA, {}, options))).toEqual(expected)
})

test('a node that does not tell its fee is a readable refusal', async () => {
  isDown = true
  // The price of a network that was asked before is known for a moment.
  const { body } = await ask(DATA, {}, { chainId: 5 })
  expect([body.error?.code, body.error?.data.code]).toEqual([-32_002, 4154])
  expect(JSON.stringify(body)).not.toContain('127.0.0.1')
})

test('the budget of an account and of the project is never passed, by 200 at once', async () => {
  const other = await createSponsored(service, 'noa@example.com')
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      askPaymaster(service, DATA, operationOf(index % 2 ? other.sender : person.sender, nonce(index))),
    ),
  )
  expect(answers.filter(({ body }) => body.result)).toHaveLength(4)
  expect(new Set(answers.map(({ body }) => body.error?.data.code))).toEqual(new Set([undefined, 4153]))
  const rows = await service.database.db.select().from(sponsorSpending)
  for (const row of rows) expect(row.wei <= (row.walletId === '' ? COST * 4n : COST * 3n)).toBe(true)
  expect(await service.database.db.select().from(sponsorships)).toHaveLength(4)
  expect(await reasonOf(ask(STUB))).toEqual([4153, undefined])
  // A day later there is a new one.
  service.advance(86_400_000)
  await person.device.signIn('mia@example.com')
  expect(await reasonOf(ask(DATA, nonce(1_000)))).toEqual([undefined, undefined])
})

test('operations of one nonce are one, at the price of the dearest', async () => {
  const dear = { callGasLimit: '0x30d40' }
  const most = COST + 100_000n * 2_000_000_000n
  for (const changes of [{}, dear, {}]) expect((await ask(DATA, changes)).body.result).toBeDefined()
  expect((await spending()).account).toEqual({ wei: most, operations: 1 })
  await Promise.all(Array.from({ length: 20 }, () => ask(DATA, dear)))
  expect((await spending()).project).toEqual({ wei: most, operations: 1 })
})

test('what never ran is given back after its time, and what ran counts at its cost', async () => {
  const promise = async (index: number) => {
    await ask(DATA, nonce(index))
    const rows = await service.database.db.select().from(sponsorships)
    return rows.find((row) => row.nonce === String(index))?.userOpHash
  }
  await promise(0)
  const hash = await promise(1)
  service.advance(700_000)
  await service.settle()
  expect((await spending()).project).toEqual({ wei: COST * 2n, operations: 2 })
  // The second nonce is not used up yet; the first is, and the bundler tells another operation's receipt.
  next = 1n
  receipt = { userOpHash: hash, actualGasCost: '0x1' }
  service.advance(60_000)
  await service.settle()
  expect((await spending()).account).toEqual({ wei: COST, operations: 1 })
  const settled = await service.database.db.select().from(sponsorships)
  expect(settled.every((row) => row.settledAt !== null)).toBe(true)
  // A promise that was given back can be made again, and is charged again.
  await promise(1)
  expect((await spending()).account).toEqual({ wei: COST * 2n, operations: 2 })
  receipt = { userOpHash: await promise(1), actualGasCost: '0x1' }
  next = 2n
  service.advance(760_000)
  await service.settle()
  expect((await spending()).account).toEqual({ wei: COST + 1n, operations: 2 })
})

test('for a nonce that is used up nothing is promised, and nothing counts for the day', async () => {
  next = 3n
  expect(await reasonOf(ask(DATA, nonce(2)))).toEqual([4152, 'nonce'])
  expect(await spending()).toEqual({})
  expect((await ask(DATA, nonce(3))).body.result).toBeDefined()
})

test.each([
  ['at its cost', PAYMASTER, { wei: 5n, operations: 1 }],
  ['at nothing where somebody else has paid', ENTRY_POINT, { wei: 0n, operations: 0 }],
  ['at its cost where the bundler does not say who has paid', null, { wei: 5n, operations: 1 }],
])(
  'what a stranger let be reserved for a nonce is over with the receipt of the operation that ran, %s',
  async (_, paymaster, counted) => {
    await ask(DATA)
    const [own] = await service.database.db.select().from(sponsorships)
    await ask(DATA, { callGasLimit: '0x30d40' })
    const userOpHash = own?.userOpHash
    receipt = { userOpHash, actualGasCost: '0x5', sender: person.sender, nonce: '0x0', paymaster }
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_getUserOperationReceipt', params: [userOpHash] }
    const answer = await service.app.request(`${API}/v1?chainId=eip155:31337&projectId=demo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: HOST },
      body: JSON.stringify(call),
    })
    expect(answer.status).toBe(200)
    expect(await spending()).toEqual({ project: counted, account: counted })
  },
)

test('a node that is down settles nothing', async () => {
  await ask(DATA)
  service.advance(760_000)
  isDown = true
  await service.settle()
  expect((await spending()).account).toEqual({ wei: COST, operations: 1 })
})

test.each([
  ['another entry point', { params: [operationOf(PAYMASTER), PAYMASTER, '0x7a69', null] }],
  [
    'another network inside',
    { params: [operationOf(PAYMASTER), '0x0000000071727De22E5E9d8BAf0edAc6f37da032', '0x1'] },
  ],
  ['too few parameters', { params: [operationOf(PAYMASTER)] }],
  ['a batch', { body: '[]' }],
  ['nonsense', { body: '{' }],
])('%s is refused as malformed', async (_, options) => {
  const answer = await ask(DATA, {}, options)
  expect([answer.status, problemCode(answer)]).toEqual([400, 4002])
})

test.each([
  ['a packed operation', { initCode: '0x' }],
  ['a code for the account (EIP-7702)', { eip7702Auth: {} }],
  ['a factory without data', { factory: PAYMASTER }],
  ['half a byte', { callData: '0x123' }],
  ['missing gas', { callGasLimit: undefined }],
  ['a number that is none', { nonce: '1' }],
])('%s is refused as malformed', async (_, changes) => {
  expect(problemCode(await ask(DATA, changes))).toBe(4002)
})

test('other callers are refused', async () => {
  expect(problemCode(await ask(STUB, {}, { origin: HOST }))).toBe(4011)
  expect(problemCode(await ask(STUB, {}, { origin: 'null' }))).toBe(4011)
  expect(problemCode(await ask(STUB, {}, { project: 'nobody' }))).toBe(4010)
  expect(problemCode(await ask(STUB, {}, { chainId: 99 }))).toBe(4400)
  expect(problemCode(await ask(STUB, {}, { headers: { 'content-type': 'text/html' } }))).toBe(4006)
  expect(problemCode(await ask(STUB, { callData: `0x${'00'.repeat(140_000)}` }))).toBe(4005)
  const url = `${service.config.apiOrigin}/paymaster/v1`
  const preflight = (origin: string) => service.app.request(url, { method: 'OPTIONS', headers: { origin } })
  expect((await preflight(HOST)).status).toBe(403)
  const allowed = await preflight(service.config.walletOrigin)
  expect([allowed.status, allowed.headers.get('access-control-allow-headers')]).toEqual([204, 'content-type'])
})

test('one place and one account have limits, and nothing tells whose operation it was', async () => {
  const { database } = service
  const limited = await createTestService({
    chains: service.config.chains.slice(0, 1),
    limits: { paymasterCallsPerMinute: 4, paymasterCallsPerAccountMinute: 2 },
    config: { secrets },
    deps: { database },
  })
  // A new minute: the counters are in the shared database.
  limited.advance(service.config.now() - limited.config.now() + 61_000)
  const statuses: number[] = []
  for (let turn = 0; turn < 3; turn++)
    statuses.push((await askPaymaster(limited, STUB, operationOf(person.sender))).status)
  expect(statuses).toEqual([200, 200, 429])
  // The account's limit is reached; others of the same place are not held up by it, until the place's own is.
  expect((await askPaymaster(limited, STUB, operationOf(PAYMASTER))).body.error?.data.code).toBe(4152)
  expect((await askPaymaster(limited, STUB, operationOf(PAYMASTER))).status).toBe(429)
  const metrics = await limited.metrics.registry.metrics()
  expect(metrics).toContain(
    'latchkey_sponsorships_total{chain="eip155:31337",kind="own-stub",outcome="given"}',
  )
  expect(`${metrics}${limited.logs.join('')}`.toLowerCase()).not.toContain(
    person.sender.slice(2).toLowerCase(),
  )
  await limited.stop()
})
