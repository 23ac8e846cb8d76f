import { expect, test } from 'vitest'
import { fakeChain } from '../../testing/fakeFrame.ts'
import { openApproval } from './approvalKinds.ts'
import { address, LOCAL, messageOf, SYSTEM, solanaWorld, u64, wireOf } from './testing/solanaWorld.ts'

const COMPUTE = 'ComputeBudget111111111111111111111111111111'
const ED25519 = 'Ed25519SigVerify111111111111111111111111111'

/** What goes out by a simulation that takes so much of a fee and pays so much, where the node says what it takes. */
async function outgoing(taken: number, paid: number) {
  const held = 1_000_000_000
  const told = (lamports: number) => ({ lamports, owner: SYSTEM, data: ['', 'base64'] })
  const chain = fakeChain(({ method, params }) => {
    if (method === 'isBlockhashValid') return { value: true }
    if (method === 'getFeeForMessage') return { value: taken }
    if (method === 'getMultipleAccounts') return { value: (params as [string[]])[0].map(() => told(held)) }
    const [, { accounts }] = params as [string, { accounts: { addresses: string[] } }]
    return { value: { err: null, accounts: accounts.addresses.map(() => told(held - taken - paid)) } }
  })
  const { frame, account } = solanaWorld(chain)
  const steps = [
    { program: COMPUTE, accounts: [], data: [3, ...u64(1_000_000n)] },
    { program: ED25519, accounts: [], data: [0, 0] },
    { program: address(63), accounts: [account], data: [1] },
  ]
  const transaction = wireOf(messageOf(account, steps, address(9)))
  const asked = { method: 'solana_signTransaction', params: { transaction }, chain: LOCAL }
  const { view } = await (await openApproval(frame, asked)).prepare(new AbortController().signal)
  return view
}

test('a network that takes less of a fee than was reckoned does not hide what goes out besides', async () => {
  // The program that checks signatures is reckoned with 200 000 units; the network counts 3 000 for it.
  const view = await outgoing(211_000, 100_000)
  expect(view.facts.find(({ label }) => label === 'row.fee')).toMatchObject({ value: { amount: 408_000n } })
  expect(view.changes).toMatchObject({ rows: [{ direction: 'out', value: { amount: 100_000n } }] })
})
