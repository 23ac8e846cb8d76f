import {
  type AccountWorld,
  deployTestTargets,
  startAccountWorld,
  startPaymasterService,
  testTargets,
} from '@latchkey/local-bundler'
import { encodeFunctionData, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ApprovalView } from '../../../approvals/ApprovalView.ts'
import { openNow, smartConfig, worldChain, worldFrame } from '../../../testing/worldFrame.ts'

const signal = new AbortController().signal
const stake = 10n ** 16n
const abi = parseAbi(['function play(uint256 tell) payable', 'function arm() payable'])
const trap = testTargets.trialRecogniser
const quantity = (value: bigint) => `0x${value.toString(16)}`
let world: AccountWorld
beforeAll(async () => {
  world = await startAccountWorld()
  await deployTestTargets(world.chain.call)
  // As on a network: somebody gets the fees.
  await world.chain.call('anvil_setCoinbase', ['0x95222290dd7278aa3ddd389cc1e1d165cc4bafe5'])
  await world.chain.setBalance(trap, parseEther('10'))
  await world.chain.call('evm_mine', [])
})
afterAll(() => world.stop())

type Who = Awaited<ReturnType<typeof someone>>
async function someone() {
  const who = await worldFrame(worldChain(world.chain.url, world.bundler.url))
  for (const account of [who.smart, who.owner.address]) await world.chain.setBalance(account, parseEther('1'))
  return who
}
const call = (functionName: 'play' | 'arm', tell: number, value = stake) => ({
  to: trap,
  value: quantity(value),
  data:
    functionName === 'arm'
      ? encodeFunctionData({ abi, functionName })
      : encodeFunctionData({ abi, functionName, args: [BigInt(tell)] }),
})
const play = (tell: number) => call('play', tell)
const transaction = ({ owner }: Who, tell: number) => ({
  method: 'eth_sendTransaction',
  params: [{ from: owner.address, ...play(tell) }],
})
const calls = (from: string, all: readonly object[]) => ({
  method: 'wallet_sendCalls',
  params: [{ version: '2.0.0', chainId: '0x7a69', from, atomicRequired: false, calls: all }],
})
const waysToAsk = {
  'a transaction': transaction,
  'a batch of the plain account': ({ owner }: Who, tell: number) =>
    calls(owner.address, [call('arm', 0, 0n), play(tell)]),
  'an operation of the smart account': ({ smart }: Who, tell: number) => calls(smart, [play(tell)]),
} as const
type Way = keyof typeof waysToAsk

/** How a contract could tell that nobody pays for what it does. */
const tells = {
  'no gas price': 0,
  'no base fee': 1,
  'no fee recipient': 2,
  'more gas than anybody pays for': 3,
  'a balance that nobody has': 4,
  'an origin that is a contract': 5,
  'no tip': 6,
  'no randomness': 7,
  'no block before it': 14,
} as const
const turns = {
  'number of the block': 10,
  'time of the block': 11,
  'randomness of the block': 12,
  'fee recipient': 13,
} as const

async function shown(who: Who, way: Way, tell: number) {
  const approval = await openNow(who.frame, waysToAsk[way](who, tell))
  return { approval, ...(await approval.prepare(signal)) }
}
const rows = ({ changes }: ApprovalView, direction: 'in' | 'out') =>
  changes && 'rows' in changes ? changes.rows.filter((row) => row.direction === direction) : []
const warnings = (view: ApprovalView) => view.warnings.map(({ level, title }) => `${level} ${title.key}`)

const ways = Object.keys(waysToAsk) as Way[]

describe.each(ways)('a contract that pays in a trial and takes on the network: %s', (way) => {
  let who: Who
  beforeEach(async () => {
    who = await someone()
  })

  test.each(Object.entries(tells))('which it tells by %s, promises nothing', async (_, tell) => {
    const { view } = await shown(who, way, tell)
    expect(view.stop).toBeNull()
    expect(rows(view, 'in')).toEqual([])
    expect(rows(view, 'out')).toMatchObject([{ value: { amount: stake } }])
  })

  test.each(Object.entries(turns))('by the %s, is warned of', async (_, tell) => {
    const { view } = await shown(who, way, tell)
    expect(rows(view, 'in')).toEqual([])
    expect(rows(view, 'out')).toMatchObject([{ value: { amount: stake } }])
    expect(warnings(view)).toContain('danger warn.differs')
  })

  test('does on the network what stood on the screen', async () => {
    const { approval, view, payload } = await shown(who, way, tells['no base fee'])
    expect(warnings(view)).not.toContain('danger warn.differs')
    const from = way === 'an operation of the smart account' ? who.smart : who.owner.address
    const balance = async () => BigInt(String(await world.chain.call('eth_getBalance', [from, 'latest'])))
    const before = await balance()
    await approval.sign(payload, () => undefined)
    await expect.poll(balance).toBeLessThanOrEqual(before - stake)
  })
})

test('a contract that tells by the access list that the site asked for promises nothing', async () => {
  const who = await someone()
  const accessList = [{ address: trap, storageKeys: [`0x${'1'.padStart(64, '0')}`] }]
  const params = [{ from: who.owner.address, ...play(15), accessList }]
  const approval = await openNow(who.frame, { method: 'eth_sendTransaction', params })
  expect(rows((await approval.prepare(signal)).view, 'in')).toEqual([])
})

test('two transactions that are tried in one block only: that they get two is seen', async () => {
  const who = await someone()
  const { view } = await shown(who, 'a batch of the plain account', 8)
  expect(rows(view, 'in')).toEqual([])
  expect(warnings(view)).toContain('danger warn.differs')
})

test('looked at again before it is signed, it is tried so too', async () => {
  for (const way of ways) {
    const who = await someone()
    const { approval, ...before } = await shown(who, way, tells['no base fee'])
    const later = Date.now() + 16_000
    who.frame.now = () => later
    const after = await approval.confirm?.(before, signal)
    expect(after && rows(after.view, 'in')).toEqual([])
    expect(after && rows(after.view, 'out')).toMatchObject([{ value: { amount: stake } }])
  }
})

describe('an operation that somebody else pays for', () => {
  const config = {
    ...smartConfig,
    chains: smartConfig.chains.map((chain) =>
      chain.smartAccounts ? { ...chain, smartAccounts: { ...chain.smartAccounts, sponsor: 'Test' } } : chain,
    ),
  }
  const [network] = config.chains

  test('promises nothing either, the first one and later ones, and tells a gain that is one', async () => {
    const service = await startPaymasterService({ chainUrl: world.chain.url })
    try {
      const rpc = worldChain(world.chain.url, world.bundler.url, service.url)
      const who = await worldFrame(rpc, config)
      await world.chain.setBalance(who.smart, parseEther('1'))
      const ask = async (tell: number) => {
        const request = {
          ...waysToAsk['an operation of the smart account'](who, tell),
          ...(network ? { chain: network } : {}),
        }
        const approval = await openNow(who.frame, request)
        return { approval, ...(await approval.prepare(signal)) }
      }
      for (const isFirst of [true, false]) {
        for (const tell of Object.values(tells)) {
          const { view } = await ask(tell)
          expect(view.facts.some(({ label }) => label === 'row.setUp')).toBe(isFirst)
          expect(rows(view, 'in')).toEqual([])
          expect(rows(view, 'out')).toMatchObject([{ value: { amount: stake } }])
        }
        expect(warnings((await ask(turns['time of the block'])).view)).toContain('danger warn.differs')
        const { approval, view, payload } = await ask(9)
        expect(view.facts.find(({ label }) => label === 'row.fee')?.value).toMatchObject({
          key: 'value.sponsored',
        })
        expect(rows(view, 'in')).toMatchObject([{ value: { amount: stake } }])
        await approval.sign(payload, () => undefined)
        await expect.poll(() => world.chain.call('eth_getCode', [who.smart, 'latest'])).not.toBe('0x')
      }
    } finally {
      await service.stop()
    }
  })
})

test('a gain that is one in every block is still told, as an estimate', async () => {
  const who = await someone()
  for (const way of ways) {
    const request = waysToAsk[way](who, 9)
    const approval = await openNow(who.frame, request)
    const { view } = await approval.prepare(signal)
    expect(view.changes?.status).toBe('known')
    expect(rows(view, 'in')).toMatchObject([{ value: { amount: stake } }])
    expect(warnings(view)).not.toContain('danger warn.differs')
  }
})
