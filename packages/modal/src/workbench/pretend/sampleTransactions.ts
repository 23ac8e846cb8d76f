import type { Transaction } from '@latchkey/core/activity'
import { SAMPLE_ADDRESS } from './pretendConnectors.ts'
import { FRIEND } from './pretendTransfers.ts'

type Kind = Transaction['metadata']['operationType']
type Transfer = Transaction['transfers'][number]

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

const coin = (direction: Transfer['direction'], numeric: string, symbol = 'ETH'): Transfer => ({
  fungible_info: { name: symbol, symbol },
  direction,
  quantity: { numeric },
})
const collectible = (direction: Transfer['direction'], name: string, is_spam = false): Transfer => ({
  nft_info: { name, flags: { is_spam } },
  direction,
  quantity: { numeric: '1' },
})

/** One of each kind, over two years. */
const SAMPLES: readonly [ago: number, kind: Kind, transfers: Transfer[], status?: 'failed'][] = [
  [3 * MINUTE, 'send', [coin('out', '0.5')]],
  [95 * MINUTE, 'receive', [coin('in', '1250.75', 'HUSD')]],
  [2 * DAY, 'trade', [coin('out', '0.25'), coin('in', '612.840021', 'HUSD')]],
  [3 * DAY, 'execute', [], 'failed'],
  [40 * DAY, 'receive', [collectible('in', '#18170956125573301466')]],
  [41 * DAY, 'receive', [collectible('in', '#1', true)]],
  [70 * DAY, 'approve', []],
  [390 * DAY, 'send', [coin('out', '0.000000000000000001')]],
]

/**
 * What an account might have done.
 *
 * @param before how many days earlier all of it was
 */
export const sampleTransactions = (before = 0): readonly Transaction[] =>
  SAMPLES.map(([ago, operationType, transfers, outcome], index) => {
    const hash = `0x${String(index + before).padStart(64, '0')}`
    const isIn = operationType === 'receive'
    return {
      id: `eip155:1:${hash}`,
      metadata: {
        operationType,
        hash,
        chain: 'eip155:1',
        minedAt: new Date(Date.now() - ago - before * DAY).toISOString(),
        sentFrom: isIn ? FRIEND : SAMPLE_ADDRESS,
        sentTo: isIn ? SAMPLE_ADDRESS : FRIEND,
        status: outcome ?? 'confirmed',
        nonce: index,
      },
      transfers,
    }
  })
