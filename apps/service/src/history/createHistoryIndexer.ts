import { randomUUID } from 'node:crypto'
import { withDeadline } from '@latchkey/std/deadline'
import { type Chain, tokensOf } from '../config/chains.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { describeError } from '../observability/createLogger.ts'
import { createUpstream } from '../upstreams/rpc/upstream.ts'
import { createFollowAll } from '../wallets/followWallets.ts'
import { giveBackLeases } from './historyRecords.ts'
import { type ChainSource, indexChain } from './indexChain.ts'

/** A block with all of its transactions, or its logs. */
const MOST_BYTES = 33_554_432
/** Of one question with all its tries, ms. */
const TIMEOUT = 15_000
/** After a failure the network is left alone: twice as long each time, ms. */
const FIRST_REST = 4_000
const LONGEST_REST = 300_000

export type HistoryIndexer = {
  /** Reads what networks have made since the last time. Never rejects for a network. */
  run(): Promise<void>
  /** Leaves networks to other processes at once. */
  close(): Promise<void>
}

type Followed = { chain: Chain; source: ChainSource; failures: number; restUntil: number }

function followed(service: ServiceContext, owner: string, chain: Chain): Followed {
  const { db, config } = service
  const upstream = createUpstream(chain, () => performance.now(), {
    timeout: TIMEOUT,
    mostBytes: MOST_BYTES,
    batch: false,
  })
  const source: ChainSource = {
    db,
    owner,
    now: config.now,
    chainId: chain.id,
    listed: new Set(tokensOf(chain).map(({ address }) => address.toLowerCase())),
    ask: (call) => withDeadline({ ms: TIMEOUT }, (signal) => upstream.request(call, signal)),
  }
  return { chain, source, failures: 0, restUntil: 0 }
}

/**
 * Follows every network of the service for the transactions of its own accounts. Any number of processes may do it: the
 * database says who reads which network.
 */
export function createHistoryIndexer(service: ServiceContext): HistoryIndexer {
  const { db, config, logger, metrics } = service
  const owner = randomUUID()
  const all = config.chains.map((chain) => followed(service, owner, chain))
  const followAll = createFollowAll(db)

  async function readOne(one: Followed): Promise<void> {
    const { chain, source } = one
    if (config.now() < one.restUntil) return
    try {
      const blocks = await indexChain(source)
      one.failures = 0
      if (blocks) metrics.historyBlocks.inc({ chain: String(chain.id) }, blocks)
    } catch (error) {
      one.restUntil = config.now() + Math.min(LONGEST_REST, FIRST_REST * 2 ** one.failures)
      one.failures += 1
      metrics.failedTasks.inc({ task: 'history' })
      logger.warn({ task: 'history', chain: chain.id, ...describeError(error) }, 'network not read')
    }
  }

  return {
    async run() {
      await followAll()
      await Promise.all(all.map(readOne))
    },
    close: () => giveBackLeases(db, owner).catch(() => undefined),
  }
}
