import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BitcoinAddressError, BitcoinAmountError, BitcoinFundsError } from '../../model/errors.ts'
import { addressOf, scriptOf } from '../account/addresses.ts'
import { readPsbt } from '../psbt/readPsbt.ts'
import { signPsbt } from '../psbt/signPsbt.ts'
import { viewPsbt } from '../psbt/viewPsbt.ts'
import { OTHER_KEY, OWN_KEY } from '../testing/randomPsbt.ts'
import { areSigned, lockingScript } from '../testing/secondLibrary.ts'
import { createTransfer, leastAmountTo } from './createTransfer.ts'

const own = { payment: lockingScript(OWN_KEY, 'payment') }
const from = addressOf(own.payment, 'regtest') ?? ''
const to = addressOf(lockingScript(OTHER_KEY, 'ordinal'), 'regtest') ?? ''
const coin = (amount: bigint, vout = 0) => ({ txid: vout.toString(16).padStart(64, '1'), vout, amount })
const transfer = (over: Partial<Parameters<typeof createTransfer>[0]> = {}) =>
  createTransfer({
    ...{ chain: 'regtest', from, to, coins: [coin(100_000n)], amount: 50_000n, feeRate: 4n },
    ...over,
  })

describe('a transfer', () => {
  it('pays the recipient, gives back the change, and is what the wallet shows', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1_000n, max: 1_000_000_000n }), { minLength: 1, maxLength: 12 }),
        fc.bigInt({ min: 330n, max: 500_000_000n }),
        fc.bigInt({ min: 1n, max: 300n }),
        (amounts, amount, feeRate) => {
          const total = amounts.reduce((sum, one) => sum + one, 0n)
          fc.pre(total > amount + 100n * feeRate * BigInt(2 + amounts.length))
          const psbt = readPsbt(transfer({ coins: amounts.map(coin), amount, feeRate }))
          const view = viewPsbt(psbt, { chain: 'regtest', own, by: ['payment'] })
          const paid = view.outputs.filter(({ kind }) => kind === 'recipient')
          expect(paid).toEqual([expect.objectContaining({ address: to, amount })])
          expect(view.outputs.length).toBeLessThanOrEqual(2)
          expect(view.spent).toBe(amount + view.fee)
          expect(view.isReplaceable).toBe(true)
          expect(view.fee).toBeGreaterThanOrEqual(feeRate * BigInt(view.vsize - view.inputs.length))
          expect(areSigned(signPsbt(OWN_KEY, 'payment', psbt), view.signs)).toBe(true)
        },
      ),
      { numRuns: 30 },
    )
  })

  it('whose change would be dust leaves it to the miners', () => {
    const view = viewPsbt(readPsbt(transfer({ amount: 99_300n })), { chain: 'regtest', own, by: ['payment'] })
    expect(view.outputs).toHaveLength(1)
    expect(view.fee).toBe(700n)
  })

  it('writes a note for everybody to read, and pays for its room', () => {
    const memo = new TextEncoder().encode('order 17')
    const [plain, noted] = [transfer(), transfer({ memo })].map((bytes) =>
      viewPsbt(readPsbt(bytes), { chain: 'regtest', own, by: ['payment'] }),
    )
    const note = noted?.outputs.find(({ kind }) => kind === 'data')
    expect(note).toMatchObject({ amount: 0n, script: `0x6a08${Buffer.from(memo).toString('hex')}` })
    expect((noted?.fee ?? 0n) - (plain?.fee ?? 0n)).toBeGreaterThan(4n * 8n)
    expect(leastAmountTo(to, 'regtest')).toBe(330n)
    expect(leastAmountTo(to, 'mainnet')).toBeUndefined()
  })

  it('is refused for another network’s address, for dust, and for more than there is', () => {
    expect(() => transfer({ to: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' })).toThrow(BitcoinAddressError)
    expect(() => transfer({ from: 'nobody' })).toThrow(BitcoinAddressError)
    expect(() => transfer({ amount: 329n })).toThrow(BitcoinAmountError)
    expect(() => transfer({ amount: 99_900n })).toThrow(BitcoinFundsError)
    expect(() => transfer({ coins: [] })).toThrow(BitcoinFundsError)
    expect(scriptOf(to, 'regtest')).toHaveLength(34)
  })
})
