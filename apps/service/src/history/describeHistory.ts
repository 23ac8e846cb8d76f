import type { Transaction } from '@latchkey/protocol/http'
import { formatUnits, zeroAddress } from 'viem'
import { findShown, priceOf } from '../chainData/describeBalances.ts'
import type { Chain } from '../config/chains.ts'
import { caip2Of } from '../config/namespaces.ts'
import type { Movement } from '../db/historySchema.ts'
import { dollarsOf, type Prices } from '../upstreams/prices/PriceSource.ts'
import type { HistoryRow } from './listHistory.ts'

type Told = Transaction['transfers'][number]

/** Numbers of collectibles may be as long as a hash. */
const MOST_DIGITS = 24

const collectibleName = (tokenId: string): string =>
  tokenId.length > MOST_DIGITS ? `#${tokenId.slice(0, 8)}…${tokenId.slice(-8)}` : `#${tokenId}`

/** One movement; none where the token has left the network's list since. */
function describeMovement(chain: Chain, movement: Movement, prices: Prices): Told[] {
  const { direction, kind, token, tokenId = '0', amount } = movement
  if (kind === 'nft')
    return [
      {
        nft_info: {
          // What a collection calls itself is written by whoever sends it.
          name: collectibleName(tokenId),
          flags: { is_spam: movement.isSpam === true },
        },
        direction,
        quantity: { numeric: amount },
      },
    ]
  const shown = findShown(chain, token ?? zeroAddress)
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

function operationOf({ kind, movements }: HistoryRow): Transaction['metadata']['operationType'] {
  if (kind !== 'transfer') return kind
  const isGiven = movements.some(({ direction }) => direction !== 'in')
  const isTaken = movements.some(({ direction }) => direction === 'in')
  if (isGiven && isTaken) return 'trade'
  return isTaken ? 'receive' : isGiven ? 'send' : 'execute'
}

/** Who gave to whom: by the first movement, for a contract that moves tokens is neither. */
function sidesOf({ account, movements, sender, target }: HistoryRow) {
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
 * @param prices those that are known today
 */
export function describeHistory(chain: Chain, row: HistoryRow, prices: Prices): Transaction {
  const { hash, at, status, nonce, movements } = row
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
    transfers: movements.flatMap((movement) => describeMovement(chain, movement, prices)),
  }
}
