import { type AccountWorld, deployTestTargets, startAccountWorld, testTargets } from '@latchkey/local-bundler'
import { sendTransaction } from '@latchkey/testing/node'
import { encodeFunctionData, erc20Abi, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApprovalView } from '../../../approvals/ApprovalView.ts'
import { openNow, worldChain, worldFrame } from '../../../testing/worldFrame.ts'
import { rememberParties } from '../parties/knownParties.ts'

type Hex = `0x${string}`
const signal = new AbortController().signal
const attacker = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let world: AccountWorld
beforeAll(async () => {
  world = await startAccountWorld()
  await deployTestTargets(world.chain.call)
})
afterAll(() => world.stop())

const token = () => world.chain.contracts.token.address
type Who = Awaited<ReturnType<typeof someone>>
async function someone() {
  const who = await worldFrame(worldChain(world.chain.url, world.bundler.url))
  for (const account of [who.smart, who.owner.address]) {
    await world.chain.setBalance(account, parseEther('1'))
    await world.chain.mintToken(account, 7_000_000n)
  }
  return who
}
/** A transfer of nothing in the account's name: no allowance is needed for it. */
const plant = (from: string, to: string) =>
  sendTransaction(world.chain.call, {
    from: attacker,
    to: token(),
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transferFrom',
      args: [from as Hex, to as Hex, 0n],
    }),
  })
const calls = (from: string, all: readonly object[]) => ({
  method: 'wallet_sendCalls',
  params: [{ version: '2.0.0', chainId: '0x7a69', from, atomicRequired: false, calls: all }],
})
const waysToAsk = {
  'a transaction': ({ owner }: Who, call: object) => ({
    method: 'eth_sendTransaction',
    params: [{ from: owner.address, ...call }],
  }),
  'a batch of the plain account': ({ owner }: Who, call: object) =>
    calls(owner.address, [call, { to: attacker, value: '0x0' }]),
  'an operation of the smart account': ({ smart }: Who, call: object) => calls(smart, [call]),
} as const
type Way = keyof typeof waysToAsk
const ways = Object.keys(waysToAsk) as Way[]
const accountOf = (way: Way, who: Who) =>
  way === 'an operation of the smart account' ? who.smart : who.owner.address

async function dangers(who: Who, way: Way, call: object): Promise<string[]> {
  const { view } = await (await openNow(who.frame, waysToAsk[way](who, call))).prepare(signal)
  expect(view.stop).toBeNull()
  return dangersOf(view)
}
const dangersOf = ({ warnings }: ApprovalView) =>
  warnings.filter(({ level }) => level === 'danger').map(({ title }) => title.key)

describe.each(ways)('whom nothing was ever sent to: %s', (way) => {
  test('and who stands in the history by a transfer of nothing is a danger', async () => {
    const who = await someone()
    const imitator = privateKeyToAddress(generatePrivateKey())
    const send = { to: imitator, value: '0x1' }
    expect(await dangers(who, way, send)).toEqual([])
    await plant(accountOf(way, who), imitator)
    expect(await dangers(who, way, send)).toEqual(['warn.planted'])
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [imitator, 5n] })
    expect(await dangers(who, way, { to: token(), data })).toEqual(['warn.planted'])
  })

  test('is none where something came from them, or went there before', async () => {
    const who = await someone()
    const account = accountOf(way, who)
    const friend = privateKeyToAddress(generatePrivateKey())
    await plant(account, friend)
    rememberParties(who.frame, account, { recipients: [friend], tokens: [] })
    expect(await dangers(who, way, { to: friend, value: '0x1' })).toEqual([])
    const giver = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
    await plant(account, giver)
    await world.chain.mintToken(giver, 5n)
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [account, 5n] })
    await sendTransaction(world.chain.call, { from: giver, to: token(), data })
    expect(await dangers(who, way, { to: giver, value: '0x1' })).toEqual([])
  })
})

describe('a call that nobody can read', () => {
  const word = () => token().slice(2).toLowerCase().padStart(64, '0')

  test('to a token of the account is a danger', async () => {
    const who = await someone()
    const call = { to: token(), data: '0x12345678', gas: '0x186a0' }
    expect(await dangers(who, 'a transaction', call)).toEqual(['warn.ownToken'])
  })

  test('that names one is a danger where nobody could try it', async () => {
    const who = await someone()
    const call = { to: testTargets.reverting, data: `0x12345678${word()}`, gas: '0x186a0' }
    expect(await dangers(who, 'a transaction', call)).toEqual(['warn.ownToken'])
    const other = `0x12345678${testTargets.falseToken.slice(2).padStart(64, '0')}`
    expect(await dangers(who, 'a transaction', { ...call, data: other })).toEqual([])
  })

  test('that names one is no danger where both trials agree', async () => {
    const who = await someone()
    for (const way of ways)
      expect(await dangers(who, way, { to: attacker, data: `0x12345678${word()}` })).toEqual([])
  })
})
