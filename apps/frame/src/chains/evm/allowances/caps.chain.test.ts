import { type AccountWorld, startAccountWorld } from '@latchkey/local-bundler'
import { createPublicClient, encodeFunctionData, erc20Abi, http, maxUint256, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Prepared } from '../../../approvals/ApprovalView.ts'
import { openNow, worldChain, worldFrame } from '../../../testing/worldFrame.ts'
import { friend, lookalike } from '../../../workbench/sampleRequests.ts'

type Hex = `0x${string}`
const signal = new AbortController().signal
let world: AccountWorld
beforeAll(async () => {
  world = await startAccountWorld()
})
afterAll(() => world.stop())

const token = () => world.chain.contracts.token.address
const allowance = (owner: string) =>
  createPublicClient({ transport: http(world.chain.url) }).readContract({
    abi: erc20Abi,
    address: token(),
    functionName: 'allowance',
    args: [owner as Hex, friend],
  })
const approve = (amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [friend, amount] })

/** The plain and the smart account of somebody with money and seven tokens each. */
async function someone() {
  const who = await worldFrame(worldChain(world.chain.url, world.bundler.url))
  for (const account of [who.smart, who.owner.address]) {
    await world.chain.setBalance(account, parseEther('1'))
    await world.chain.mintToken(account, 7_000_000n)
  }
  return who
}
const given = ({ view }: Prepared) => {
  const rows = view.changes && 'rows' in view.changes ? view.changes.rows : []
  return rows.filter(({ direction }) => direction === 'gives').map(({ value }) => value)
}

test.each(['smart', 'plain'] as const)(
  'an allowance within the calls of a %s account: the limit that was set is shown, signed and on the network',
  async (kind) => {
    const { frame, smart, owner } = await someone()
    const from = kind === 'smart' ? smart : owner.address
    const before = await allowance(from)
    const calls = [
      { to: friend, value: '0x2386f26fc10000' },
      { to: token(), data: approve(maxUint256) },
    ]
    const params = [{ version: '2.0.0', chainId: '0x7a69', from, atomicRequired: false, calls }]
    const approval = await openNow(frame, { method: 'wallet_sendCalls', params })
    const shown = await approval.prepare(signal)
    expect(shown.view.caps).toMatchObject([
      { call: 1, asked: maxUint256, unlimited: true, balance: 7_000_000n, decimals: 6 },
    ])
    expect(approval.edit?.(shown, { kind: 'cap', call: 0, amount: 5n }, signal)).toBeUndefined()
    const lowered = (await approval.edit?.(shown, { kind: 'cap', call: 1, amount: 5n }, signal)) as Prepared
    expect(lowered.view.caps).toMatchObject([{ current: 5n, asked: maxUint256, unlimited: false }])
    expect(given(lowered)).toMatchObject([{ amount: 5n, decimals: 6 }])
    expect(lowered.view.warnings.map(({ title }) => title.key)).not.toContain('warn.unlimited')
    // What is looked at again keeps what the person set.
    expect((await approval.prepare(signal)).view.caps).toMatchObject([{ current: 5n }])
    await approval.sign(lowered.payload, () => undefined)
    await expect.poll(() => allowance(from)).toBe(before + 5n)
  },
)

test('who was sent something is known across batches: an address that imitates them is a danger', async () => {
  const { frame, smart } = await someone()
  const ask = (to: string) => {
    const calls = [
      { to, value: '0x2386f26fc10000' },
      { to: token(), data: approve(5n) },
    ]
    const params = [{ version: '2.0.0', chainId: '0x7a69', from: smart, atomicRequired: true, calls }]
    return openNow(frame, { method: 'wallet_sendCalls', params })
  }
  const approval = await ask(friend)
  const { payload } = await approval.prepare(signal)
  await approval.sign(payload, () => undefined)
  const shown = async () => (await (await ask(lookalike)).prepare(signal)).view
  await expect.poll(shown).toMatchObject({
    warnings: [
      { level: 'danger', title: { key: 'warn.lookalike' }, typed: { group: 2, text: '0000' } },
      { level: 'danger', title: { key: 'warn.spenderPerson' } },
    ],
    calls: [{ level: 'danger' }, { level: 'danger' }],
  })
})
