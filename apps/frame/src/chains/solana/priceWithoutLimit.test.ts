import { jsonRpc, startSolana } from '@latchkey/testing/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApproval } from './approvalKinds.ts'
import { address, fundedWorld, LOCAL, messageOf, transfer, u64, wireOf } from './testing/solanaWorld.ts'

const COMPUTE = 'ComputeBudget111111111111111111111111111111'
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'
const { signal } = new AbortController()
let solana: Awaited<ReturnType<typeof startSolana>>
let call: ReturnType<typeof jsonRpc>
beforeAll(async () => {
  solana = await startSolana({ slotTime: 0 })
  call = jsonRpc(solana.url)
})
afterAll(() => solana.stop())

const memo = { program: MEMO, accounts: [], data: [0x61] }

test.each([
  ['a transfer', [], 11_000n],
  ['a transfer with a memo', [memo], 211_000n],
])('%s that sets a price and no limit shows the fee that the network takes', async (_, more, fee) => {
  const { frame, account, blockhash } = await fundedWorld(call)
  // Each unit costs one lamport.
  const price = { program: COMPUTE, accounts: [], data: [3, ...u64(1_000_000n)] }
  const steps = [price, transfer(account, address(7), 1_000_000n), ...more]
  const transaction = wireOf(messageOf(account, steps, blockhash))
  const asked = { method: 'solana_signAndSendTransaction', params: { transaction }, chain: LOCAL }
  const approval = await openApproval(frame, asked)
  const { view, payload } = await approval.prepare(signal)
  await approval.sign(payload, () => undefined)
  expect(await call('getBalance', [account])).toMatchObject({
    value: Number(2_000_000_000n - 1_000_000n - fee),
  })
  expect(view.facts.find(({ label }) => label === 'row.fee')).toMatchObject({ value: { amount: fee } })
  expect(view.changes).toMatchObject({
    status: 'known',
    rows: [{ direction: 'out', value: { amount: 1_000_000n } }],
  })
})
