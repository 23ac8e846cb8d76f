import type { PsbtView } from '@latchkey/chain-bitcoin/decode'
import { expect, test } from 'vitest'
import { REGTEST } from '../testing/bitcoinWorld.ts'
import type { BitcoinTransaction } from './bitcoinTransaction.ts'
import { transactionView } from './transactionView.ts'

const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

/** The warnings of a transaction that pays so much, gives so much back, and leaves the rest of 0.1 BTC to whoever mines it. */
function warningsOf(paid: bigint, back: bigint) {
  const spent = 10_000_000n
  const view: PsbtView = {
    inputs: [{ txid: 'ab'.repeat(32), vout: 0, amount: spent, address, owner: 'payment', isProven: true }],
    outputs: [
      ...(paid === 0n
        ? []
        : [{ amount: paid, address, script: '0x00', owner: null, kind: 'recipient' } as const]),
      { amount: back, address, script: '0x01', owner: 'payment', kind: 'change' },
    ],
    ...{ signs: [0], fee: spent - paid - back, isFeeProven: true, vsize: 141, isVsizeExact: true },
    ...{ feeRate: 1n, spent: spent - back, isReplaceable: true, lockTime: 0 },
  }
  const request = { account: address, raw: '', isSent: true }
  const transaction: Pick<BitcoinTransaction, 'view' | 'by'> = { view, by: [] }
  const { warnings } = transactionView(REGTEST, request, transaction as BitcoinTransaction)
  return warnings.map(({ level, title, risk }) => [level, title.key, risk?.key])
}

test('a fee of more than half of what is paid is a danger, and has to be ticked', () => {
  const danger = ['danger', 'warn.btcFeeHigh', 'risk.fee']
  expect(warningsOf(1_000_000n, 3_000_000n)).toEqual([danger])
  expect(warningsOf(0n, 4_000_000n)).toEqual([danger])
})

test('of more than a tenth it is warned of, and what is small is not compared', () => {
  const warning = ['warning', 'warn.btcFeeHigh', undefined]
  expect(warningsOf(500_000n, 9_430_000n)).toEqual([warning])
  expect(warningsOf(0n, 9_980_000n)).toEqual([warning])
  expect(warningsOf(1_000n, 9_990_000n)).toEqual([])
  expect(warningsOf(5_000_000n, 4_980_000n)).toEqual([])
})
