import { proveAmounts } from '@latchkey/chain-bitcoin/decode'
import { RequestBlockedError } from '@latchkey/protocol/frame'
import { type BitcoinAccount, chainNamed } from '../accounts/bitcoinAccounts.ts'
import { askBitcoin, type Place, readTransactions } from '../rpc/readBitcoin.ts'
import { type BitcoinTransaction, orBlock, transactionOf } from './bitcoinTransaction.ts'

const blocked = (reason: string, message: string) => new RequestBlockedError({ message, data: { reason } })

/** Inputs of which amount and owner could be a lie, where that would hide what is spent. */
const doubtful = ({ view }: BitcoinTransaction): string[] =>
  view.isFeeProven ? [] : view.inputs.flatMap(({ isProven, txid }) => (isProven ? [] : [txid]))

/**
 * The accounts have the same keys on every network, and no signature names one: an output that a test network does not know may be a
 * coin of mainnet.
 *
 * @throws RequestBlockedError with the reason `otherNetwork`
 */
async function requireKnown(
  place: Place,
  { view }: BitcoinTransaction,
  accounts: readonly BitcoinAccount[],
): Promise<void> {
  if (chainNamed(place.chain.caip2) === 'mainnet') return
  const owned = view.inputs.filter(({ owner }) => owner !== null)
  const holders = accounts.filter(({ kind }) => owned.some(({ owner }) => owner === kind))
  const held = await Promise.all(
    holders.map(({ address }) => askBitcoin(place, 'getUtxos', address).catch(() => [])),
  )
  const known = new Set(held.flat().map(({ txid, vout }) => `${txid}:${vout}`))
  const others = owned.flatMap(({ txid, vout }) => (known.has(`${txid}:${vout}`) ? [] : [txid]))
  // Spent by what waits for a block and may be replaced.
  const before = await readTransactions(place, others)
  if (others.some((txid) => !before.has(txid)))
    throw blocked('otherNetwork', 'This network does not know an output that the account is to spend.')
}

/**
 * An input that is called somebody else's may be the person's own: two such PSBTs, each with another lie, make one transaction that
 * takes what neither has shown.
 *
 * @throws RequestBlockedError with the reason `unprovenInput`
 */
function requireProven(transaction: BitcoinTransaction): BitcoinTransaction {
  const { isFeeProven, inputs } = transaction.view
  if (!isFeeProven && inputs.some(({ owner, isProven }) => owner === null && !isProven))
    throw blocked(
      'unprovenInput',
      'Nobody can tell whose an input of this transaction is. Add the whole transaction before it to the PSBT (`nonWitnessUtxo`).',
    )
  return transaction
}

/**
 * Compares what a PSBT says of its inputs with the network.
 *
 * @returns the same transaction, with what is proven
 * @throws RequestBlockedError with `data.reason`: `amount`, `otherNetwork`, `unprovenInput`
 */
export async function checkInputs(
  place: Place,
  transaction: BitcoinTransaction,
  accounts: readonly BitcoinAccount[],
  asked: readonly BitcoinAccount['kind'][],
): Promise<BitcoinTransaction> {
  await requireKnown(place, transaction, accounts)
  const before = await readTransactions(place, doubtful(transaction))
  const psbt = orBlock(() => proveAmounts(transaction.psbt, before))
  return requireProven(transactionOf(place.chain, psbt, accounts, asked))
}
