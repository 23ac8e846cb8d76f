import type { AdapterContext, Network, TransactionPage } from '@latchkey/core'
import type { BitcoinEntry } from '@latchkey/protocol/http'
import { toBitcoin } from '../model/amounts.ts'
import { BitcoinRequestError } from '../model/errors.ts'
import { type Asked, askBitcoin } from './askBitcoin.ts'

/** Indexes tell 10 or 25 transactions of blocks at once: after fewer there are no more. */
const LEAST_PAGE = 10

type Transaction = TransactionPage['transactions'][number]
type Parties = BitcoinEntry['inputs']

const sumOf = (parties: Parties): bigint => parties.reduce((sum, { value }) => sum + BigInt(value), 0n)

/** What a transaction did to an account, in satoshis; fees that the account has paid are no part of it. */
function movementOf({ inputs, outputs, fee }: BitcoinEntry, address: string) {
  const isOwn = (party: Parties[number]) => party.address === address
  const [spent, received] = [sumOf(inputs.filter(isOwn)), sumOf(outputs.filter(isOwn))]
  const paysAll = inputs.length > 0 && inputs.every(isOwn)
  const moved = received - spent + (paysAll ? BigInt(fee) : 0n)
  if (moved > 0n) return { direction: 'in', amount: moved } as const
  if (moved < 0n) return { direction: 'out', amount: -moved } as const
  return { direction: 'self', amount: received } as const
}

/** The first address that is not the account's own; empty where nobody has one, as with coins that are new. */
const otherIn = (parties: Parties, address: string): string =>
  parties.find((party) => party.address !== null && party.address !== address)?.address ?? ''

/** Of segwit's version 0, whose coins pay for transfers: the wallet replaces nothing that spends another account's. */
const isPayment = (address: string): boolean => /^(?:bc|tb|bcrt)1q/.test(address)

/** How the wallet is asked for a higher fee of one that waits, where the account alone has paid. */
function speedUpOf(address: string, { txid, height, inputs }: BitcoinEntry): Pick<Transaction, 'speedUp'> {
  const isOwn = inputs.length > 0 && inputs.every((input) => input.address === address)
  if (height !== null || !isOwn || !isPayment(address)) return {}
  return { speedUp: { method: 'latchkey_speedUpTransfer', params: { account: address, txid } } }
}

function transactionOf(network: Network, address: string, entry: BitcoinEntry, now: string): Transaction {
  const { txid, time, height, inputs, outputs } = entry
  const { caipNetworkId: chain, nativeCurrency } = network
  const { name, symbol } = nativeCurrency
  const { direction, amount } = movementOf(entry, address)
  const isIncoming = direction === 'in'
  return {
    id: `${chain}:${txid}`,
    metadata: {
      ...{ chain, hash: txid, nonce: 0 },
      operationType: isIncoming ? 'receive' : 'send',
      minedAt: height === null || time === null ? now : new Date(time * 1_000).toISOString(),
      sentFrom: isIncoming ? otherIn(inputs, address) : address,
      sentTo: isIncoming ? address : otherIn(outputs, address),
      status: height === null ? 'pending' : 'confirmed',
    },
    transfers: [{ fungible_info: { name, symbol }, direction, quantity: { numeric: toBitcoin(amount) } }],
    ...speedUpOf(address, entry),
  }
}

/**
 * What an account has sent and was sent: those that wait first, then the newest.
 *
 * @param asked `cursor`: what the page before it ended with
 * @throws BitcoinRequestError
 */
export async function readHistory(
  context: AdapterContext,
  asked: Asked & { address: string; cursor: string | null },
): Promise<TransactionPage> {
  const { network, address, cursor } = asked
  const entries =
    cursor === null
      ? await askBitcoin(context, asked, 'getHistory', address)
      : await askBitcoin(context, asked, 'getHistory', address, cursor)
  const mined = entries.filter(({ height }) => height !== null)
  const now = new Date().toISOString()
  try {
    return {
      transactions: entries.map((entry) => transactionOf(network, address, entry, now)),
      next: mined.length < LEAST_PAGE ? null : (mined.at(-1)?.txid ?? null),
    }
  } catch (cause) {
    // A time that no calendar has.
    throw new BitcoinRequestError({ cause })
  }
}
