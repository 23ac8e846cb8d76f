import { withDeadline } from '@latchkey/std/deadline'
import { eq } from 'drizzle-orm'
import type { Address } from 'viem'
import { caip2Of } from '../config/namespaces.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { wallets } from '../db/schema.ts'
import { describeError } from '../observability/createLogger.ts'
import { askBundlers } from '../upstreams/rpc/bundlers.ts'
import type { ChainClients } from '../upstreams/rpc/chainClients.ts'
import { isUsed } from './isUsed.ts'
import { costIn } from './receiptCost.ts'
import { findOverdue, type SponsorshipRow, settle } from './spending.ts'

/** The network's clock may be behind ours, and a block takes a while. ms */
const MARGIN = 120_000
const BATCH = 50
/** Networks that are asked at once. */
const AT_ONCE = 8
/** After this, ms, a network's next promise waits for the next round. */
const ROUND = 30_000
/** Everything that is asked about one promise, ms. */
const TIMEOUT = 10_000

async function settleOne(service: ServiceContext, clients: ChainClients, row: SponsorshipRow): Promise<void> {
  const { db, config } = service
  const chain = config.chains.find(({ id }) => id === row.chainId)
  const client = chain && clients(caip2Of(chain))
  const [wallet] = await db
    .select({ sender: wallets.smartAccount })
    .from(wallets)
    .where(eq(wallets.id, row.walletId))
  if (!chain?.bundlerUrls || !client || !wallet?.sender) return
  if (!(await isUsed(client, wallet.sender as Address, BigInt(row.nonce))))
    return settle(db, row, null, config.now())
  const call = { method: 'eth_getUserOperationReceipt', params: [row.userOpHash] }
  const urls = chain.bundlerUrls
  const reply = await withDeadline({ ms: TIMEOUT }, (signal) => askBundlers(urls, call, signal))
  // Another operation with this nonce ran, or the bundlers know of none: the reserve stands for its cost.
  const cost = 'result' in reply ? costIn(reply.result) : null
  const isIt = cost?.userOpHash === row.userOpHash
  await settle(db, row, isIt ? cost.wei : row.wei, config.now())
}

/** One network's promises, for a while: a silent bundler makes each of them wait. */
async function settleChain(service: ServiceContext, clients: ChainClients, chainId: number): Promise<void> {
  const { db, config, logger } = service
  const began = performance.now()
  for (const row of await findOverdue(db, chainId, config.now() - MARGIN, BATCH)) {
    if (performance.now() - began > ROUND) return
    await settleOne(service, clients, row).catch((error: unknown) =>
      logger.warn({ chain: chainId, ...describeError(error) }, 'sponsorship not settled'),
    )
  }
}

/**
 * Settles promises that have ended: what never ran is given back, what ran is counted at its cost. One that cannot be
 * judged now is tried again later; it counts until then. A silent network keeps no other one waiting, unless many are
 * silent: then for their rounds. Any number of processes may do it at once.
 */
export async function settleDue(service: ServiceContext, clients: ChainClients): Promise<void> {
  const chains = service.config.chains.filter(({ bundlerUrls }) => bundlerUrls).values()
  const take = async () => {
    // All take from one iterator.
    for (const { id } of chains) await settleChain(service, clients, id)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, take))
}
