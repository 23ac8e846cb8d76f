import { deployMoneyContracts, moneyContracts } from '@latchkey/local-bundler'
import { getAccountHistory, NFT_IMAGE_PATH } from '@latchkey/protocol/http'
import { type Anvil, receiptOf, startAnvil } from '@latchkey/testing/node'
import { encodeFunctionData, erc20Abi, numberToHex, parseEther, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { historyBlocks, historyTransactions } from '../db/historySchema.ts'
import { wallets } from '../db/schema.ts'
import { askAsPage, codeOf } from '../testing/askAsPage.ts'
import { createDevice } from '../testing/createDevice.ts'
import { createTestService, type TestService } from '../testing/createTestService.ts'
import { createActiveWallet } from '../testing/createVault.ts'
import { LeaseLostError } from './historyRecords.ts'
import { indexChain } from './indexChain.ts'

const { dollar } = moneyContracts
const STRANGER = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const tokens = [{ address: dollar, symbol: 'LKD', name: 'Local dollar', decimals: 6 }]

let chain: Anvil
let service: TestService
let ada: string
let bob: string
beforeAll(async () => {
  chain = await startAnvil({ prepare: deployMoneyContracts })
  const local = { name: 'Local', nativeCurrency: ether, rpcUrls: [chain.url], testnet: true, tokens }
  service = await createTestService({
    chains: [
      { ...local, id: 31_337 },
      { ...local, id: 31_340, rpcUrls: ['http://127.0.0.1:1'] },
    ],
    limits: { dataCallsPerMinute: 1_000 },
  })
  ;[ada, bob] = [await person('ada@example.com'), await person('bob@example.com')]
  await service.followChains()
})
afterAll(async () => {
  await service.stop()
  await chain.stop()
})

/** A wallet of the service, whose plain account has money and whose key the node plays. */
async function person(email: string): Promise<string> {
  const device = await createDevice(service)
  const { account } = await createActiveWallet(service, device, await device.signIn(email))
  await chain.setBalance(account.address, parseEther('100'))
  await chain.mintToken(account.address, parseUnits('1000', 6))
  await chain.call('anvil_impersonateAccount', [account.address])
  return account.address
}
async function send(from: string, to: string, more: object = {}): Promise<string> {
  const hash = (await chain.call('eth_sendTransaction', [{ from, to, ...more }])) as string
  await receiptOf(chain.call, hash)
  return hash
}
const sendEther = (from: string, to: string, amount: string) =>
  send(from, to, { value: numberToHex(parseEther(amount)) })
const sendDollars = (from: string, to: string, amount: string) =>
  send(from, dollar, {
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [to as `0x${string}`, parseUnits(amount, 6)],
    }),
  })
const ask = (account: string, query = 'chainId=eip155:31337', one = service) =>
  askAsPage(one, `/v1/account/${account}/history?${query}&projectId=demo&st=html&sv=html-0.1.0`)
async function history(account: string, query?: string, one?: TestService) {
  const answer = await ask(account, query, one)
  expect([answer.status, answer.body]).toEqual([200, answer.body])
  return getAccountHistory.reply.parse(answer.body)
}
const lines = async (account: string) =>
  (await history(account)).data.map(({ metadata: { operationType, status }, transfers }) =>
    [
      operationType,
      status,
      ...transfers.map(
        ({ direction, quantity, fungible_info: token, nft_info: nft }) =>
          `${direction} ${quantity.numeric} ${token?.symbol ?? nft?.name}${nft?.flags.is_spam ? ' spam' : ''}`,
      ),
    ].join(' '),
  )

describe('an account of the service', () => {
  test('R7-6 R7-7 R3-56 R3-58 R3-60 sees what it sent and what it was sent, on both sides', async () => {
    const hash = await sendEther(ada, bob, '1.5')
    await sendDollars(ada, bob, '20.25')
    await service.followChains()
    expect(await lines(ada)).toEqual(['send confirmed out 20.25 LKD', 'send confirmed out 1.5 ETH'])
    expect(await lines(bob)).toEqual(['receive confirmed in 20.25 LKD', 'receive confirmed in 1.5 ETH'])
    const { data, next, seenUntil } = await history(bob)
    expect(data[1]).toMatchObject({
      id: `eip155:31337:${hash}`,
      metadata: { hash, sentFrom: ada.toLowerCase(), sentTo: bob.toLowerCase(), chain: 'eip155:31337' },
    })
    expect([next, (seenUntil ?? 0) > 0]).toEqual([null, true])
  })
  test('a transfer that failed is told to who sent it, and moved nothing', async () => {
    await send(ada, dollar, {
      gas: '0x186a0',
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [bob as `0x${string}`, parseUnits('1000000', 6)],
      }),
    }).catch(() => '')
    await service.followChains()
    expect((await lines(ada))[0]).toBe('execute failed')
    expect((await lines(bob))[0]).toContain('20.25')
  })
  test('R3-59 a collectible that nobody asked for is spam, one from a person is none and has a picture', async () => {
    await chain.mintCollectible(ada, 7n)
    await service.followChains()
    expect((await lines(ada))[0]).toBe('receive confirmed in 1 #7 spam')
    expect((await history(ada)).data[0]?.transfers[0]?.nft_info?.content).toBeUndefined()
    const data = encodeFunctionData({
      abi: chain.contracts.collectible.abi,
      functionName: 'transferFrom',
      args: [ada as `0x${string}`, bob as `0x${string}`, 7n],
    })
    await send(ada, chain.contracts.collectible.address, { data })
    await service.followChains()
    expect((await lines(bob))[0]).toBe('receive confirmed in 1 #7')
    const [{ transfers: [given] = [] } = {}] = (await history(bob)).data
    const contract = chain.contracts.collectible.address.toLowerCase()
    expect(given?.nft_info).toEqual({
      name: '#7',
      content: { preview: { url: expect.stringContaining(`${NFT_IMAGE_PATH}/31337.${contract}.7.`) } },
      flags: { is_spam: false },
    })
    expect((await lines(ada))[0]).toBe('send confirmed out 1 #7')
  })
  test('a token that is on no list is not told, and neither is a transfer of nothing', async () => {
    const before = await lines(bob)
    await sendDollars(STRANGER, bob, '0')
    await service.followChains()
    expect(await lines(bob)).toEqual(before)
  })
  test('R4-83 pages follow each other, whatever comes in the meantime', async () => {
    for (let index = 0; index < 60; index++) await sendEther(bob, ada, '0.001')
    await service.followChains()
    const first = await history(ada)
    expect([first.data.length, first.next === null]).toEqual([50, false])
    await sendEther(bob, ada, '0.002')
    await service.followChains()
    const second = await history(ada, `chainId=eip155:31337&cursor=${first.next}`)
    const ids = [...first.data, ...second.data].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect([ids.length, second.next]).toEqual([65, null])
    const all = await history(ada, '')
    expect(all.data[0]?.transfers[0]?.quantity.numeric).toBe('0.002')
  })
  test('a stranger has none here', async () => {
    expect((await history(STRANGER)).data).toEqual([])
    expect((await history(ada, 'chainId=eip155:31337&onramp=coinbase')).data).toEqual([])
  })
})

test.each([
  ['nonsense', 'chainId=eip155:31337', 400, 4002],
  [STRANGER.replace('D', 'd'), 'chainId=eip155:31337', 400, 4002],
  [STRANGER, 'chainId=eip155:5', 404, 4400],
  [STRANGER, 'chainId=31337', 400, 4002],
  [STRANGER, 'cursor=!', 400, 4002],
  [STRANGER, 'cursor=AAAA', 400, 4720],
  [STRANGER, `cursor=${Buffer.from('[1,2,3]').toString('base64url')}`, 400, 4720],
  [STRANGER, `cursor=${Buffer.from('[1,2,3,-1]').toString('base64url')}`, 400, 4720],
  [STRANGER, `cursor=${Buffer.from('[1, 2, 3, 4]').toString('base64url')}`, 400, 4720],
  [STRANGER, 'surprise=1', 400, 4002],
])('%s asked for by %s is refused', async (account, query, status, code) => {
  const answer = await ask(account, query)
  expect([answer.status, codeOf(answer)]).toEqual([status, code])
})

test('a network that does not answer keeps no other one waiting, and is asked less and less often', async () => {
  const failures = () => service.logs.filter((line) => line.includes('network not read')).length
  const before = failures()
  service.advance(600_000)
  await service.followChains()
  await service.followChains()
  expect(failures()).toBe(before + 1)
})

describe('a reorganisation', () => {
  test('takes away what its blocks held, and brings what the others hold', async () => {
    const snapshot = await chain.call('evm_snapshot')
    await sendEther(ada, bob, '3.25')
    await service.followChains()
    expect((await lines(bob))[0]).toBe('receive confirmed in 3.25 ETH')
    await chain.call('evm_revert', [snapshot])
    await sendEther(ada, bob, '4.75')
    await sendDollars(ada, bob, '1')
    await service.followChains()
    const now = await lines(bob)
    expect(now.slice(0, 2)).toEqual(['receive confirmed in 1 LKD', 'receive confirmed in 4.75 ETH'])
    expect(now.join()).not.toContain('3.25')
  })
  test('of a chain that is shorter now is seen too', async () => {
    const snapshot = await chain.call('evm_snapshot')
    await sendEther(ada, bob, '5.5')
    await sendEther(ada, bob, '5.5')
    await service.followChains()
    await chain.call('evm_revert', [snapshot])
    await service.followChains()
    expect((await lines(bob)).join()).not.toContain('5.5')
  })
})

test('two processes share the work: each block is read once, and nothing is lost when one leaves', async () => {
  const { db } = service.database
  const other = await createTestService({
    deps: { database: service.database },
    chains: [...service.config.chains],
    config: { now: service.config.now },
  })
  for (let index = 0; index < 12; index++) {
    await sendEther(bob, ada, '0.25')
    await Promise.all([service.followChains(), other.followChains()])
    // The one that reads leaves without a word: the other takes over when its time is up.
    if (index % 4 === 3) service.advance(61_000)
  }
  await service.followChains()
  await other.followChains()
  expect((await lines(ada)).filter((line) => line.includes('0.25'))).toHaveLength(12)
  const blocks = await db.select().from(historyBlocks)
  const numbers = blocks.map(({ number }) => number).sort((one, two) => one - two)
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
  await other.close()
})

test('a process that is cut off while it reads loses nothing, and writes nothing when it comes back', async () => {
  service.advance(61_000)
  for (let index = 0; index < 3; index++) await sendEther(bob, ada, '0.125')
  const told = async () => (await lines(ada)).filter((line) => line.includes('0.125')).length
  let goOn = () => {}
  const frozen = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let stop = () => {}
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  const { db } = service.database
  const cutOff = indexChain({
    ...{ db, owner: 'another process', now: service.config.now, chainId: 31_337, listed: new Set<string>() },
    async ask({ method, params }) {
      if (method === 'eth_getLogs') {
        stop()
        await frozen
      }
      return chain.call(method, params as unknown[])
    },
  })
  await stopped
  // As long as it may come back, nobody reads in its place.
  await service.followChains()
  expect(await told()).toBe(0)
  service.advance(61_000)
  await service.followChains()
  expect(await told()).toBe(3)
  goOn()
  await expect(cutOff).rejects.toThrow(LeaseLostError)
  expect(await told()).toBe(3)
})

test('an account that is deleted takes its history along', async () => {
  const { db } = service.database
  const rows = () => db.select({ account: historyTransactions.account }).from(historyTransactions)
  const mine = async () => (await rows()).filter(({ account }) => account === ada.toLowerCase()).length
  expect(await mine()).toBeGreaterThan(0)
  await db.delete(wallets)
  expect(await mine()).toBe(0)
  await sendEther(ada, bob, '0.5')
  await service.followChains()
  expect((await history(ada)).data).toEqual([])
})
