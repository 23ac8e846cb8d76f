import type { AdapterContext, Network, PaymentLink, Transfer, TransferAbility } from '@latchkey/core'
import { isRecord } from '@latchkey/std/isRecord'
import { dustOfType, toSatoshis } from '../model/amounts.ts'
import { BitcoinAddressError, BitcoinAmountError, BitcoinFundsError } from '../model/errors.ts'
import { addressKindOn, isAddress, isChecksumAddress } from './addresses.ts'
import { type Asked, askBitcoin } from './askBitcoin.ts'
import { feeAt, reserveAt, type TransferShape } from './transferFees.ts'

const SCHEME = 'bitcoin:'
const LONGEST_LINK = 2_048

/** Reads a BIP-21 link; undefined with a `req-` parameter. The caller checks which network the address is of. */
function readPaymentLink(text: string): PaymentLink | undefined {
  if (text.length > LONGEST_LINK || !text.toLowerCase().startsWith(SCHEME)) return undefined
  const [to = '', query = ''] = text.slice(SCHEME.length).split('?')
  const asked = new URLSearchParams(query)
  const isRequired = [...asked.keys()].some((name) => name.toLowerCase().startsWith('req-'))
  if (!isAddress(to) || isRequired || asked.getAll('amount').length > 1) return undefined
  const written = asked.get('amount')
  if (written === null) return { to }
  const amount = toSatoshis(written)
  return amount === undefined ? undefined : { to, amount }
}

/** An address of the network as it is usually written; undefined for one of another network, or with a typing error. */
async function normalize(address: string, network: Network): Promise<string | undefined> {
  const kind = addressKindOn(network, address)
  if (!kind || !(await isChecksumAddress(address))) return undefined
  return kind === 'pkh' || kind === 'sh' ? address : address.toLowerCase()
}

/** @throws BitcoinAddressError where an address is none of the network's */
function shapeOf({ network, from, to }: Pick<Transfer, 'network' | 'from' | 'to'>): TransferShape {
  const [payer, payee] = [addressKindOn(network, from), addressKindOn(network, to)]
  if (!payer || !payee) throw new BitcoinAddressError()
  return { from: payer, to: payee }
}

/** @throws BitcoinAddressError; BitcoinAmountError where nodes would not pass it on */
function checkedShape(transfer: Pick<Transfer, 'network' | 'from' | 'to' | 'amount'>): TransferShape {
  const shape = shapeOf(transfer)
  if (transfer.amount < dustOfType(shape.to)) throw new BitcoinAmountError()
  return shape
}

/** What the account can spend, satoshis, and what a place in the next blocks costs, satoshis a virtual byte; dearest first. */
async function readMarket(context: AdapterContext, asked: Asked, from: string) {
  const [utxos, { fast, normal, slow }] = await Promise.all([
    askBitcoin(context, asked, 'getUtxos', from),
    askBitcoin(context, asked, 'getFeeRates'),
  ])
  const valuesOf = (some: typeof utxos) => some.map(({ value }) => BigInt(value))
  return {
    coins: valuesOf(utxos),
    // The wallet spends what waits for a block only where there is not enough without it.
    settled: valuesOf(utxos.filter(({ height }) => height !== null)),
    rates: [BigInt(fast), BigInt(normal), BigInt(slow)] as const,
  }
}

/**
 * Sending of bitcoin: the wallet chooses coins and fee, and its person approves both. What is told here before is the most that
 * the wallet's choices of speed take.
 */
export const createTransfers = (context: AdapterContext): TransferAbility => ({
  normalize,
  readLink: readPaymentLink,
  request(transfer) {
    checkedShape(transfer)
    const { from, to, amount } = transfer
    return {
      method: 'sendTransfer',
      params: { account: from, recipientAddress: to, amount: amount.toString() },
    }
  },
  readHash: (answer) =>
    isRecord(answer) && typeof answer.txid === 'string' && /^[0-9a-f]{64}$/.test(answer.txid)
      ? answer.txid
      : undefined,
  async estimateFee({ signal, ...transfer }) {
    const shape = checkedShape(transfer)
    const { network, from, amount } = transfer
    const { coins, settled, rates } = await readMarket(context, { network, signal }, from)
    const fees = rates.flatMap(
      (rate) => feeAt(settled, amount, rate, shape) ?? feeAt(coins, amount, rate, shape) ?? [],
    )
    const [first, ...others] = fees
    if (first === undefined) throw new BitcoinFundsError()
    return others.reduce((most, fee) => (fee > most ? fee : most), first)
  },
  // At the highest rate, so that the person can still choose any: what is not needed comes back as change.
  async reserve({ network, from, to, signal }) {
    const shape =
      to === undefined
        ? { ...shapeOf({ network, from, to: from }), to: 'tr' as const }
        : shapeOf({ network, from, to })
    const { coins, rates } = await readMarket(context, { network, signal }, from)
    return reserveAt(coins, rates[0], shape)
  },
  isContract: async () => false,
})
