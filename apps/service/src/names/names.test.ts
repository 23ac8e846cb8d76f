import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  deployAccountContracts,
  deployMoneyContracts,
  deployNameResolver,
  localSafeAccount,
  moneyContracts,
} from '@latchkey/local-bundler'
import {
  coinTypeOf,
  getName,
  getNameSuggestions,
  getNamesOf,
  getNameZones,
  nameMessage,
} from '@latchkey/protocol/http'
import { type Anvil, startAnvil } from '@latchkey/testing/node'
import { EnsPlugin, JsonRpcProvider, Network } from 'ethers'
import { createPublicClient, type Hex, hashMessage, http, serializeErc6492Signature, zeroAddress } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountNames } from '../db/namesSchema.ts'
import { askAsPage, codeOf, type PageRequest } from '../testing/askAsPage.ts'
import { accountNumber } from '../testing/createHostPage.ts'
import { API, createTestService, type TestService } from '../testing/createTestService.ts'

const ZONES = ['wallet.eth', 'older.eth'] as const
const SIGNER: Hex = `0x${'5'.repeat(64)}`
const COIN = coinTypeOf(31_337)
const mia = accountNumber(1)
const other = accountNumber(2)

let chain: Anvil
let service: TestService
let gateway: Server
let resolver: Hex
beforeAll(async () => {
  chain = await startAnvil({
    prepare: async (call) => {
      await deployMoneyContracts(call)
      await deployAccountContracts(call)
    },
  })
  const local = {
    id: 31_337,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [chain.url],
    testnet: true,
    ens: { registry: moneyContracts.names },
  }
  service = await createTestService({
    chains: [local, { ...local, id: 8_453, ens: undefined, rpcUrls: ['http://127.0.0.1:9'] }],
    limits: { siwxSignaturesPerMinute: 30, namesPerDay: 1_000 },
    config: { names: { zones: ZONES, signer: Buffer.from(SIGNER.slice(2), 'hex'), reserved: ['acme'] } },
  })
  // Clients of ENS reach the service by its address alone.
  gateway = createServer((request, response) => {
    void Promise.resolve(service.app.request(`${API}${request.url}`)).then(async (answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      response.end(await answer.text())
    })
  })
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done))
  const { port } = gateway.address() as AddressInfo
  resolver = await deployNameResolver(chain.call, {
    urls: [`http://127.0.0.1:${port}/names/v1/ccip/{sender}/{data}.json`],
    signers: [privateKeyToAddress(SIGNER)],
    zones: ZONES,
  })
})
afterAll(async () => {
  await new Promise((done) => gateway?.close(done))
  await service?.stop()
  await chain?.stop()
})
beforeEach(async () => {
  service.advance(60_001)
  await service.database.db.delete(accountNames)
})

const ask = (path: string, request?: PageRequest) =>
  askAsPage(service, `${path}${path.includes('?') ? '&' : '?'}projectId=demo&st=html&sv=html-0.1.0`, request)
const seconds = () => Math.floor(service.config.now() / 1_000)
const post = async (body: unknown, more: PageRequest = {}) => {
  const answer = await ask('/v1/profile/account', { method: 'POST', body, ...more })
  return { status: answer.status, code: codeOf(answer), body: answer.body }
}
type Signer = { address: Hex; signMessage(asked: { message: string }): Promise<Hex> }
async function signed(name: string, who: Signer = mia, more: { coin?: number; message?: string } = {}) {
  const message = more.message ?? nameMessage(name, seconds())
  const signature = await who.signMessage({ message })
  return { coin_type: more.coin ?? COIN, address: who.address, message, signature }
}
const register = async (name: string, who?: Signer, more?: Parameters<typeof signed>[2]) =>
  post(await signed(name, who, more))
const done = { status: 200, code: undefined, body: { success: true } }

const viemClient = () => createPublicClient({ transport: http(chain.url), ccipRead: undefined })
const byViem = (name: string, coinType?: bigint) =>
  viemClient().getEnsAddress({
    name,
    universalResolverAddress: moneyContracts.universalResolver,
    ...(coinType === undefined ? {} : { coinType }),
  })
async function byEthers(name: string) {
  const network = new Network('local', 31_337).attachPlugin(new EnsPlugin(moneyContracts.names, 31_337))
  const provider = new JsonRpcProvider(chain.url, network, { staticNetwork: network })
  try {
    return await provider.resolveName(name)
  } finally {
    provider.destroy()
  }
}

/** A smart account that is not made yet: it signs by its owner, in the wrapper of ERC-6492. */
async function smartAccount(number: number): Promise<Signer> {
  const owner = accountNumber(number)
  const account = await localSafeAccount(viemClient(), owner)
  const { factory = zeroAddress, factoryData = '0x' } = await account.getFactoryArgs()
  return {
    address: account.address,
    signMessage: async ({ message }) =>
      serializeErc6492Signature({
        address: factory,
        data: factoryData,
        signature: await owner.signTypedData({
          domain: { chainId: 31_337, verifyingContract: account.address },
          types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
          primaryType: 'SafeMessage',
          message: { message: hashMessage(message) },
        }),
      }),
  }
}

describe('a name that is given', () => {
  test('R1-15 R7-19 R7-16 R7-17 is told both ways, and resolves by the ENS clients of viem and ethers', async () => {
    expect(await register('alice.wallet.eth')).toEqual(done)
    const { body } = await ask('/v1/profile/account/alice.wallet.eth?apiVersion=2')
    const record = getName.reply.parse(body)
    expect(Object.keys(record.addresses)).toEqual(['60', String(coinTypeOf(8_453)), String(COIN)])
    expect(record.addresses[60]?.address).toBe(mia.address)
    const reverse = await ask(`/v1/profile/reverse/${mia.address}?sender=${mia.address}&apiVersion=2`)
    expect(getNamesOf.reply.parse(reverse.body)).toEqual([record])
    for (const name of ['alice.wallet.eth', 'nobody.wallet.eth']) {
      const expected = name.startsWith('alice') ? mia.address : null
      expect([name, await byViem(name), await byEthers(name)]).toEqual([name, expected, expected])
    }
    expect(await byViem('alice.wallet.eth', BigInt(COIN))).toBe(mia.address.toLowerCase())
    // A key of Ethereum is none of Bitcoin.
    expect(await byViem('alice.wallet.eth', 0n)).toBe(null)
  })
  test('R1-7 is what the account goes by', async () => {
    await register('alice.wallet.eth')
    const { body } = await ask(`/v1/identity/${mia.address}`)
    expect(body).toEqual({ name: 'alice.wallet.eth', avatar: null })
  })
  test('of a smart account holds where it has proven itself, and nowhere else', async () => {
    const smart = await smartAccount(41)
    expect(await register('smart.wallet.eth', smart)).toEqual(done)
    expect(await byViem('smart.wallet.eth', BigInt(COIN))).toBe(smart.address.toLowerCase())
    expect(await byViem('smart.wallet.eth')).toBe(null)
    const { body } = await ask('/v1/profile/account/smart.wallet.eth')
    expect(Object.keys(getName.reply.parse(body).addresses)).toEqual([String(COIN)])
    // On another network the contract at its address may be somebody else's: the account does not go by it.
    expect((await ask(`/v1/identity/${smart.address}`)).body).toEqual({ name: null, avatar: null })
  })
  test('that an account has is given to it again, when the first answer was lost; where it holds stays', async () => {
    expect(await register('alice.wallet.eth')).toEqual(done)
    expect(await register('alice.wallet.eth')).toEqual(done)
    expect((await service.database.db.select().from(accountNames)).length).toBe(1)
    await service.database.db.update(accountNames).set({ coinType: coinTypeOf(8_453) })
    expect((await register('alice.wallet.eth')).code).toBe(4762)
  })
  test('stays taken when its account is gone, and leads nowhere', async () => {
    await register('alice.wallet.eth')
    await service.database.db.update(accountNames).set({ account: null })
    expect(await byViem('alice.wallet.eth')).toBe(null)
    expect((await ask('/v1/profile/account/alice.wallet.eth')).status).toBe(404)
    expect((await register('alice.wallet.eth', other)).code).toBe(4762)
  })
  test('R9-41 of the legacy zone resolves, and nobody else gets its label', async () => {
    const row = { label: 'bert', zone: ZONES[1], coinType: null, createdAt: service.config.now() }
    const values = { ...row, name: 'bert.older.eth', account: other.address.toLowerCase() }
    await service.database.db.insert(accountNames).values(values)
    expect(await byViem('bert.older.eth')).toBe(other.address)
    expect((await register('bert.wallet.eth')).code).toBe(4762)
    expect(await register('bert.wallet.eth', other)).toEqual(done)
    const { body } = await ask(`/v1/profile/reverse/${other.address}`)
    expect(getNamesOf.reply.parse(body).map(({ name }) => name)).toEqual([
      'bert.wallet.eth',
      'bert.older.eth',
    ])
    expect((await ask('/v1/profile/zones')).body).toEqual({ zones: [...ZONES] })
    getNameZones.reply.parse({ zones: [...ZONES] })
  })
})

describe('a name is refused', () => {
  test.each([
    ['three letters', 'abc.wallet.eth', 4760],
    ['a sign', 'al!ce.wallet.eth', 4760],
    ['an underscore', 'al_ice.wallet.eth', 4760],
    ['another script', 'аlice.wallet.eth', 4760],
    ['hyphens that mean another encoding (ENSIP-15)', 'xn--abc.wallet.eth', 4760],
    ['64 letters', `${'a'.repeat(64)}.wallet.eth`, 4760],
    ['a level more', 'a.alice.wallet.eth', 4760],
    ['a zone of others', 'alice.other.eth', 4760],
    ['the legacy zone', 'alice.older.eth', 4760],
    ['no zone', 'alice', 4760],
    ['markup', '<b>alice</b>.wallet.eth', 4760],
    ['a word of trust', 'support.wallet.eth', 4761],
    ['what looks like one', '5upp-0rt.wallet.eth', 4761],
    ['the name of the wallet', 'latchkey.wallet.eth', 4761],
    ['what the operator keeps', 'acme.wallet.eth', 4761],
  ])('R5-33 with %s', async (_, name, code) => {
    expect(await register(name)).toMatchObject({ status: 422, code })
  })
  test('R5-34 in capital letters it is the same in small ones', async () => {
    expect(await register('Alice.wallet.eth')).toEqual(done)
    expect(await register('ALICE.wallet.eth', other)).toMatchObject({ status: 409, code: 4762 })
  })
  test('that somebody has, to an account that has one, and of two who ask at once to one', async () => {
    const answers = await Promise.all([register('race.wallet.eth'), register('race.wallet.eth', other)])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([4762, undefined])
    const winner = answers[0]?.code === undefined ? mia : other
    expect((await register('second.wallet.eth', winner)).code).toBe(4763)
  })
  test('without the account’s own word', async () => {
    const right = await signed('alice.wallet.eth')
    const texts: [string, object][] = [
      ['by another', { ...right, address: other.address }],
      ['for another name', { ...right, message: nameMessage('alice2.wallet.eth', seconds()) }],
      ['too old', await signed('', mia, { message: nameMessage('alice.wallet.eth', seconds() - 301) })],
      [
        'of tomorrow',
        await signed('', mia, { message: nameMessage('alice.wallet.eth', seconds() + 86_400) }),
      ],
      ['no JSON', await signed('', mia, { message: 'alice.wallet.eth' })],
      [
        'more than is meant',
        await signed('', mia, {
          message: `{"name":"alice.wallet.eth","attributes":{"a":"b"},"timestamp":${seconds()}}`,
        }),
      ],
      ['empty', { ...right, signature: '0x' }],
    ]
    for (const [name, body] of texts) expect([name, (await post(body)).code]).toEqual([name, 4764])
    expect(await post(right)).toEqual(done)
  })
  test('on networks that the service does not know, or that do not answer', async () => {
    expect((await register('alice.wallet.eth', mia, { coin: coinTypeOf(10) })).code).toBe(4400)
    expect((await register('alice.wallet.eth', mia, { coin: 0 })).status).toBe(404)
    expect((await register('alice.wallet.eth', mia, { coin: coinTypeOf(8_453) })).code).toBe(4401)
  })
  test.each([
    ['nothing', {}],
    ['a negative coin', { coin_type: -1 }],
    ['a coin of 33 bits', { coin_type: 2 ** 32 }],
    ['an address that is none', { address: '0x12' }],
    ['a text of 1 MB', { message: 'x'.repeat(1_048_576) }],
    ['a signature that is no hex', { signature: '0xzz' }],
    ['something more', { surprise: 1 }],
  ])('when the call holds %s', async (_, change) => {
    const body = Object.keys(change).length === 0 ? {} : { ...(await signed('alice.wallet.eth')), ...change }
    const answer = await post(body)
    expect([400, 413]).toContain(answer.status)
  })
  test('to pages that are not on the project’s list', async () => {
    const answer = await post(await signed('alice.wallet.eth'), { origin: 'https://evil.example' })
    expect([answer.status, answer.code]).toEqual([403, 4011])
  })
  test('to whoever asks too often', async () => {
    const answers = []
    for (let count = 0; count <= 30; count += 1) answers.push((await post({})).code)
    expect(answers.at(-1)).toBe(4020)
  })
})

describe('suggestions', () => {
  const suggest = async (name: string, zone = '') => {
    const { body } = await ask(`/v1/profile/suggestions/${encodeURIComponent(name)}${zone}`)
    return getNameSuggestions.reply.parse(body).suggestions
  }
  test('R7-18 R3-73 say whether the name is taken, and which like it are free', async () => {
    await register('alice.wallet.eth')
    const [asked, ...others] = await suggest('Alice', '?zone=wallet.eth')
    expect(asked).toEqual({ name: 'alice.wallet.eth', registered: true })
    expect(others).toHaveLength(5)
    for (const { name, registered } of others) {
      expect(registered).toBe(false)
      expect(name).toMatch(/^[a-z0-9-]{4,63}\.wallet\.eth$/)
    }
    expect(await suggest('alice')).toEqual([asked, ...others])
    expect((await suggest('bertram'))[0]).toEqual({ name: 'bertram.wallet.eth', registered: false })
    expect((await suggest('supp0rt'))[0]?.registered).toBe(true)
  })
  test.each(['abc', 'al!ce', 'a'.repeat(64), '<script>', '../../etc', 'аlice'])(
    'are refused for %s',
    async (name) => {
      const answer = await ask(`/v1/profile/suggestions/${encodeURIComponent(name)}`)
      expect([422, 404]).toContain(answer.status)
    },
  )
  test('are of the service’s own zones', async () => {
    expect((await ask('/v1/profile/suggestions/alice?zone=vitalik.eth')).status).toBe(400)
    expect((await ask('/v1/profile/suggestions/alice?zone=')).status).toBe(200)
  })
})

describe('the gateway', () => {
  const gatewayAt = (sender: string, question: string) =>
    ask(`/names/v1/ccip/${sender}/${question}.json`, { origin: null })
  test.each([
    '0x',
    '0x12345678',
    `0x9061b923${'00'.repeat(64)}`,
    `0x9061b923${'ff'.repeat(200)}`,
    'alice',
    `0x${'ab'.repeat(4_000)}`,
  ])('refuses the question %s', async (question) => {
    const answer = await gatewayAt(resolver, question)
    expect([400, 414]).toContain(answer.status)
  })
  test('refuses a sender that is no address', async () => {
    expect(codeOf(await gatewayAt('alice', '0x9061b923'))).toBe(4766)
  })
  test('what another key has signed is not believed by the contract', async () => {
    await register('alice.wallet.eth')
    const { port } = gateway.address() as AddressInfo
    await deployNameResolver(chain.call, {
      urls: [`http://127.0.0.1:${port}/names/v1/ccip/{sender}/{data}.json`],
      signers: [other.address],
      zones: ['wallet.eth'],
    })
    expect(await byViem('alice.wallet.eth')).toBe(null)
    expect(await byEthers('alice.wallet.eth')).toBe(null)
    await deployNameResolver(chain.call, {
      urls: [`http://127.0.0.1:${port}/names/v1/ccip/{sender}/{data}.json`],
      signers: [privateKeyToAddress(SIGNER)],
      zones: ['wallet.eth'],
    })
    expect(await byViem('alice.wallet.eth')).toBe(mia.address)
  })
})

test('a service without zones gives no names', async () => {
  const plain = await createTestService()
  for (const path of ['account/alice.wallet.eth', `reverse/${mia.address}`, 'suggestions/alice'])
    expect(codeOf(await askAsPage(plain, `/v1/profile/${path}?projectId=demo`))).toBe(4767)
  expect((await askAsPage(plain, '/v1/profile/zones?projectId=demo')).body).toEqual({ zones: [] })
  await plain.stop()
})
