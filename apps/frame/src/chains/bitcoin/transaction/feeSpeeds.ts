import { BitcoinFundsError, proveAmounts, type ReadPsbt, readPsbt } from '@latchkey/chain-bitcoin/decode'
import { BaseError } from '@latchkey/errors'
import type { Edit, FeeChoice, FeeOption } from '../../../approvals/ApprovalView.ts'
import { askBitcoin, type Place } from '../rpc/readBitcoin.ts'
import { orBlock, satoshis } from './bitcoinTransaction.ts'

const SPEEDS = ['slow', 'normal', 'fast'] as const
export type Speed = (typeof SPEEDS)[number]

const WAITS = { slow: 'fee.btcSlow', normal: 'fee.btcNormal', fast: 'fee.btcFast' } as const

/** Whole satoshis a virtual byte. */
type Rates = Readonly<Record<Speed, bigint>>

/** A transaction at each speed. `null`: there is not enough for that. */
export type AtEachSpeed = Readonly<Record<Speed, ReadPsbt | null>>

/** What the service says that a place in the next blocks costs. */
export async function readRates(place: Place): Promise<Rates> {
  const { slow, normal, fast } = await askBitcoin(place, 'getFeeRates')
  return { slow: BigInt(slow), normal: BigInt(normal), fast: BigInt(fast) }
}

/** Reads what is made; `null` when the coins do not pay for it. */
export function readIfPaid(make: () => Uint8Array): ReadPsbt | null {
  try {
    return readPsbt(make())
  } catch (error) {
    if (error instanceof BaseError && error.code === BitcoinFundsError.code) return null
    throw error
  }
}

/** Makes a transaction at every speed. A speed that costs more than any wallet would pay is not offered; `normal` says so. */
export function atEachSpeed(make: (speed: Speed) => ReadPsbt | null): AtEachSpeed {
  const orNone = (speed: Speed) => {
    try {
      return make(speed)
    } catch {
      return null
    }
  }
  return { slow: orNone('slow'), normal: orBlock(() => make('normal')), fast: orNone('fast') }
}

/** The same, with what is proven by the transactions before them. @throws RequestBlockedError where an amount was a lie */
export function provenAtEachSpeed(
  { slow, normal, fast }: AtEachSpeed,
  before: ReadonlyMap<string, string>,
): AtEachSpeed {
  const prove = (psbt: ReadPsbt | null) => psbt && orBlock(() => proveAmounts(psbt, before))
  return { slow: prove(slow), normal: prove(normal), fast: prove(fast) }
}

/** The speeds that there is enough for. */
export function feeChoice(psbts: AtEachSpeed, rates: Rates, chosen: Speed): FeeChoice {
  const options = SPEEDS.flatMap((speed): FeeOption[] => {
    const psbt = psbts[speed]
    if (!psbt) return []
    const fee = satoshis(psbt.fee)
    const rate = { kind: 'amount', amount: rates[speed], decimals: 0, symbol: '' } as const
    const note = { key: 'value.btcRate', values: { rate } } as const
    return [{ speed, expected: fee, most: fee, note, wait: WAITS[speed] }]
  })
  return { chosen, options }
}

/** Takes over another speed; what the network said holds for each of them. */
export function chooseSpeed(change: Edit): { choice: Speed; gathered: boolean } | undefined {
  const choice = change.kind === 'fee' ? SPEEDS.find((one) => one === change.speed) : undefined
  return choice && { choice, gathered: true }
}
