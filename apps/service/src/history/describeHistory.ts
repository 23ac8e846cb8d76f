import type { Transaction } from '@latchkey/protocol/http'
import { formatUnits, zeroAddress } from 'viem'
import { findShown, priceOf } from '../chainData/describeBalances.ts'
import type { Chain } from '../config/chains.ts'
import { caip2Of } from '../config/namespaces.ts'
import type { Movement } from '../db/historySchema.ts'
import { dollarsOf, type Prices } from '../upstreams/prices/PriceSource.ts'
import type { ListedTransaction } from './listHistory.ts'

type Told = Transaction['transfers'][number]

/** Where a picture of a collectible is, by `<chain>.<contract>.<number>`. */
export type PictureOf = (place: string) => string

/** Numbers of collectibles may be as long as a hash. */
const MOST_DIGITS = 24

const collectibleName = (tokenId: string): string =>
  tokenId.length > MOST_DIGITS ? `#${tokenId.slice(0, 8)}…${tokenId.slice(-8)}` : `#${tokenId}`

type Shown = { chain: Chain; prices: Prices; pictureOf: PictureOf | null }

/** A collectible. What its collection calls itself is written by whoever sends it; spam gets no picture. */
function describeCollectible({ chain, pictureOf }: Shown, movement: Movement): Told {
  const { direction, token, tokenId = '0', amount, isSpam = false } = movement
  const url = isSpam ? undefined : pictureOf?.(`${chain.id}.${token}.${tokenId}`)
  return {
    nft_info: {
      name: collectibleName(tokenId),
      ...(url === undefined ? {} : { content: { preview: { url } } }),
      flags: { is_spam: isSpam },
    },
    direction,
    quantity: { numeric: amount },
  }
}

/** One movement; none where the token has left the network's list since. */
function describeMovement(place: Shown, movement: ListedTransaction['movements'][number]): Told[] {
  const { chain, prices } = place
  const { direction, kind, token, amount, label } = movement
  if (kind === 'nft') return [describeCollectible(place, movement)]
  const shown = findShown(chain, token ?? zeroAddress)
  if (!shown && label) {
    const { name, symbol, decimals } = label
    const quantity = { numeric: formatUnits(BigInt(amount), decimals) }
    return [{ fungible_info: { name, symbol }, direction, quantity }]
  }
  if (!shown) return []
  const { name, symbol, decimals, iconUrl } = shown
  const ratio = prices.get(shown.key)
  const [price, value] = ratio ? [priceOf(shown, prices), dollarsOf(ratio, BigInt(amount))] : [null, null]
  return [
    {
      fungible_info: { name, symbol, ...(iconUrl === undefined ? {} : { icon: { url: iconUrl } }) },
      direction,
      quantity: { numeric: formatUnits(BigInt(amount), decimals) },
      ...(price === null || value === null ? {} : { price, value }),
    },
  ]
}

function operationOf({ kind, movements }: ListedTransaction): Transaction['metadata']['operationType'] {
  if (kind !== 'transfer') return kind
  const isGiven = movements.some(({ direction }) => direction !== 'in')
  const isTaken = movements.some(({ direction }) => direction === 'in')
  if (isGiven && isTaken) return 'trade'
  return isTaken ? 'receive' : isGiven ? 'send' : 'execute'
}

/** Who gave to whom: by the first movement, for a contract that moves tokens is neither. */
function sidesOf({ account, movements, sender, target }: ListedTransaction) {
  const [first] = movements
  if (!first) return { sentFrom: sender, sentTo: target }
  const { direction, counterparty } = first
  return direction === 'in'
    ? { sentFrom: counterparty, sentTo: account }
    : { sentFrom: account, sentTo: counterparty }
}

/**
 * One transaction in the words of the contract.
 *
 * @param told `prices`: those that are known today; `pictureOf`: where pictures are, null: nowhere
 */
export function describeHistory(told: Shown, row: ListedTransaction): Transaction {
  const { chain, pictureOf } = told
  const { hash, at, status, nonce, movements } = row
  // Nobody makes the service fetch what it only heard of.
  const shown = { ...told, pictureOf: row.isElsewhere ? null : pictureOf }
  const caip2 = caip2Of(chain)
  return {
    id: `${caip2}:${hash}`,
    metadata: {
      operationType: operationOf(row),
      hash,
      chain: caip2,
      minedAt: new Date(at).toISOString(),
      ...sidesOf(row),
      status,
      nonce,
    },
    transfers: movements.flatMap((movement) => describeMovement(shown, movement)),
  }
}
