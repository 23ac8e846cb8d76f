import { expect, test } from 'vitest'
import { fakeChain } from '../../testing/fakeFrame.ts'
import { openApproval } from './approvalKinds.ts'
import { address, LOCAL, messageOf, solanaWorld, transfer, u64, wireOf } from './testing/solanaWorld.ts'

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'

/** The warnings of a transfer that pays so many micro-lamports a unit, a million units, out of what the account has. */
async function warningsAt(price: bigint, lamports: number) {
  const chain = fakeChain(({ method, params }) => {
    if (method === 'isBlockhashValid') return { value: true }
    if (method !== 'getMultipleAccounts') throw new Error('the network does not say')
    const told = { lamports, owner: address(0), data: ['', 'base64'] }
    return { value: (params as [string[]])[0].map(() => told) }
  })
  const { frame, account } = solanaWorld(chain)
  const steps = [
    { program: COMPUTE_BUDGET, accounts: [], data: [2, 0x40, 0x42, 0x0f, 0] },
    { program: COMPUTE_BUDGET, accounts: [], data: [3, ...u64(price)] },
    transfer(account, address(7), 1n),
  ]
  const transaction = wireOf(messageOf(account, steps, address(9)))
  const asked = { method: 'solana_signTransaction', params: { transaction }, chain: LOCAL }
  const { view } = await (await openApproval(frame, asked)).prepare(new AbortController().signal)
  return view.warnings.filter(({ title }) => title.key.startsWith('warn.fee'))
}

test('a fee that the site set out of all proportion is a danger, and says what it comes to', async () => {
  const [danger, ...others] = await warningsAt(2_000_000_000n, 10_000_000_000)
  expect(others).toEqual([])
  expect(danger).toMatchObject({ level: 'danger', title: { key: 'warn.feeSet' } })
  expect(danger?.risk?.values?.most).toMatchObject({ amount: 2_000_005_000n, decimals: 9 })
})

test('a fee of more than a twentieth of what there is is warned of; a usual one is not', async () => {
  const found = await warningsAt(1_000_000n, 15_000_000)
  expect(found).toMatchObject([{ level: 'warning', title: { key: 'warn.feeBalance' } }])
  expect(await warningsAt(1_000_000n, 10_000_000_000)).toEqual([])
})
