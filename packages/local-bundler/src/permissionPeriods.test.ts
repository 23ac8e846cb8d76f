import fc from 'fast-check'
import { zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AllowanceModel, spend, spentAt } from './testing/allowanceModel.ts'
import { grantee, type PermissionBench, permissionBench } from './testing/PermissionBench.ts'
import { once } from './testing/redemption.ts'
import { startTestChain, type TestChain } from './testing/TestChain.ts'

const stranger = '0x00000000000000000000000000000000000000A1'

let chain: TestChain
let bench: PermissionBench
beforeAll(async () => {
  chain = await startTestChain()
  bench = permissionBench(chain)
})
afterAll(() => chain.stop())

/** Small numbers, so that limits are met; waits around the length of a period, so that its edges are met. */
const life = fc.record({
  amount: fc.bigInt({ min: 0n, max: 12n }),
  delay: fc.integer({ min: 0, max: 400 }),
  period: fc.oneof(fc.constant(0), fc.integer({ min: 2, max: 300 })),
  steps: fc.array(
    fc.record({
      wait: fc.oneof(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 100, max: 700 }),
        fc.constant('edge'),
      ),
      amount: fc.bigInt({ min: 0n, max: 9n }),
    }),
    { minLength: 3, maxLength: 8 },
  ),
})

/** The first second of the next period, or a second from now. */
function edge({ start, period }: AllowanceModel, now: number): number {
  if (now < start) return start
  return period === 0 ? now + 1 : start + (Math.floor((now - start) / period) + 1) * period
}

test('the contract and the paper agree on every spending in every period', async () => {
  const safe = await bench.newSafe()
  await fc.assert(
    fc.asyncProperty(life, async ({ amount, delay, period, steps }) => {
      let time = await chain.now()
      const model: AllowanceModel = { amount, start: time + delay, period, entries: [] }
      const allowances = [{ token: zeroAddress, amount, start: model.start, period }]
      const id = await bench.grant(safe, { grantee, expiry: 2 ** 48 - 1, allowances, calls: [] })
      time = await chain.now()
      for (const step of steps) {
        time = step.wait === 'edge' ? edge(model, time) : time + Number(step.wait)
        const call = once(safe.address, id, { target: stranger, value: step.amount })
        const refusal = await bench.refusal(call, { time })
        const isAllowed = spend(model, time, step.amount)
        expect(refusal === 'accepted', refusal).toBe(isAllowed)
        if (isAllowed) await bench.redeem(call, { time })
        else await chain.at(time).then(() => chain.anvil.call('evm_mine', []))
        expect(await bench.spentOf(safe, id)).toEqual([spentAt(model, time)])
      }
      await bench.revoke(safe, id)
    }),
    // A failure is shown with its seed; to look for a smaller one on a chain takes minutes.
    { numRuns: 20, endOnFailure: true },
  )
})
