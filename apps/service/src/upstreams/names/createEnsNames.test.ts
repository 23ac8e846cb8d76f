import { deployMoneyContracts, moneyContracts, writeName } from '@latchkey/local-bundler'
import { getIdentity } from '@latchkey/protocol/http'
import { type Anvil, startAnvil } from '@latchkey/testing/node'
import { zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAsPage, codeOf } from '../../testing/askAsPage.ts'
import { createTestService, type TestService } from '../../testing/createTestService.ts'

let chain: Anvil
let service: TestService
let count = 0x1000
const newAccount = () => `0x${(count++).toString(16).padStart(40, '0')}` as const
const local = {
  id: 31_337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  testnet: true,
  ens: { registry: moneyContracts.names },
}

beforeAll(async () => {
  chain = await startAnvil({ prepare: deployMoneyContracts })
  service = await createTestService({ chains: [{ ...local, rpcUrls: [chain.url] }] })
})
afterAll(async () => {
  await service.stop()
  await chain.stop()
})

async function identityOf(account: string, sender = '') {
  const answer = await askAsPage(service, `/v1/identity/${account}?projectId=demo${sender}`)
  expect(answer.status).toBe(200)
  return getIdentity.reply.parse(answer.body)
}
const NOBODY = { name: null, avatar: null }

test('R7-4 R7-5 the name that leads back to the account, and its picture', async () => {
  const account = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
  await writeName(chain.call, account, { name: 'mia.eth', avatar: 'https://pictures.example/mia.png' })
  expect(await identityOf(account, `&sender=${account}`)).toEqual({
    name: 'mia.eth',
    avatar: 'https://pictures.example/mia.png',
  })
})
test('an account without a name has none', async () => {
  expect(await identityOf(newAccount())).toEqual(NOBODY)
})
test('a name that leads to somebody else is not told, nor is its picture', async () => {
  const account = newAccount()
  await writeName(chain.call, account, {
    name: 'famous.eth',
    leadsTo: newAccount(),
    avatar: 'https://pictures.example/famous.png',
  })
  expect(await identityOf(account)).toEqual(NOBODY)
})
test('a name that leads nowhere does not lead to the zero address', async () => {
  const nobody = zeroAddress
  await writeName(chain.call, nobody, { name: 'nowhere.eth' })
  expect(await identityOf(nobody)).toEqual(NOBODY)
})
test.each([
  ['an upper case letter', 'Mia.eth'],
  ['another script that looks alike', 'miа.eth'],
  ['something hidden', 'mi\u200ba.eth'],
  ['markup', '<b>.eth'],
  ['no dot', 'mia'],
  ['nothing', ''],
  ['a space', 'mi a.eth'],
  ['much', `${'a'.repeat(300)}.eth`],
  ['what turns the text around', 'mia\u202e.eth'],
])('a name with %s is none (ENSIP-15)', async (_, name) => {
  const account = newAccount()
  await writeName(chain.call, account, { name })
  expect(await identityOf(account)).toEqual(NOBODY)
})
test.each([
  'http://pictures.example/a.png',
  'javascript:alert(1)',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'eip155:1/erc721:0xb7F7F6C52F2e2fdb1963Eab30438024864c313F6/2430',
  'ipfs://QmRRPWG96cmgTn2qSzjwr2qvfNEuhunv6FNeMFGa9bx6mQ',
  'https://user:pass@pictures.example/a.png',
  'https://127.0.0.1/a.png',
  'https://localhost/a.png',
  `https://pictures.example/${'a'.repeat(600)}.png`,
  `https://pictures.example/${'a'.repeat(9_000)}.png`,
  '<b>',
])('of the picture %s only the name is told', async (avatar) => {
  const account = newAccount()
  const name = `n${count}.eth`
  await writeName(chain.call, account, { name, avatar })
  expect(await identityOf(account)).toEqual({ name, avatar: null })
})
test('R9-5 R9-6 a name is kept for five minutes, and so is that there is none', async () => {
  const account = newAccount()
  expect(await identityOf(account)).toEqual(NOBODY)
  await writeName(chain.call, account, { name: 'late.eth' })
  service.advance(299_999)
  expect(await identityOf(account)).toEqual(NOBODY)
  service.advance(1)
  expect(await identityOf(account)).toEqual({ name: 'late.eth', avatar: null })
})

describe('networks', () => {
  async function ask(chains: unknown[]) {
    const other = await createTestService({ chains })
    const answer = await askAsPage(other, `/v1/identity/${newAccount()}?projectId=demo`)
    await other.stop()
    return answer
  }
  test('a network of names that does not answer is an error, not a missing name', async () => {
    const answer = await ask([{ ...local, rpcUrls: ['http://127.0.0.1:1'] }])
    expect([answer.status, codeOf(answer)]).toEqual([503, 4702])
  })
  test('where the operator names no network, nobody has a name', async () => {
    const { ens: _, ...silent } = local
    expect((await ask([{ ...silent, rpcUrls: ['http://127.0.0.1:1'] }])).body).toEqual(NOBODY)
  })
  test('a network without a registry has no names', async () => {
    expect((await ask([{ ...local, rpcUrls: [chain.url], ens: {} }])).body).toEqual(NOBODY)
  })
  test('resolvers that are no contract, or answer anything, have no names', async () => {
    const account = newAccount()
    await writeName(chain.call, account, { name: 'odd.eth' })
    // A registry that answers each question with a word of its own.
    const odd = moneyContracts.dollar
    expect((await ask([{ ...local, rpcUrls: [chain.url], ens: { registry: odd } }])).body).toEqual(NOBODY)
  })
})
