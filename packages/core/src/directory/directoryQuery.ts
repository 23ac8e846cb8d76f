import { type WalletsQuery, walletId } from '@latchkey/protocol/http'
import type { Config } from '../interfaces/Config.ts'

/** What a caller asks of the directory; the page's own settings are added. */
export type WalletsQuestion = {
  /** From 1. */
  page: number
  /** Wallets a page, 100 at most. */
  entries: number
  /** Part of a name or of an rdns. */
  search?: string
  /** These alone, as far as the page lists them. */
  include?: readonly string[]
}

const MOST_IDS = 100
const MOST_NETWORKS = 50
/** Code points: two units each at most, of the 100 that the service takes. */
const MOST_SEARCH = 50
const CAIP2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/

/** Ids that the directory can know; others would make it refuse the whole question. */
const knowable = (ids: readonly string[] = []): string[] =>
  [...new Set(ids)].filter((id) => walletId.safeParse(id).success)

/** The networks of the page, so many as a question may name; none of its namespaces is left out. */
export function chainsOf(config: Config): string[] {
  const ids = config.networks.getState().networks.map(({ caipNetworkId }) => caipNetworkId as string)
  const valid = [...new Set(ids)].filter((id) => CAIP2.test(id))
  const namespaces = new Set<string>()
  const first = valid.filter((id) => {
    const [namespace = ''] = id.split(':')
    return !namespaces.has(namespace) && namespaces.add(namespace)
  })
  return [...new Set([...first, ...valid])].slice(0, MOST_NETWORKS)
}

/**
 * What is asked of the service: the question, with the page's networks and the wallets that it includes and excludes.
 * Undefined when no wallet can be the answer.
 */
export function directoryQuery(config: Config, question: WalletsQuestion): WalletsQuery | undefined {
  const { includeWalletIds = [], excludeWalletIds } = config.options
  const listed = knowable(includeWalletIds)
  const asked = question.include && knowable(question.include)
  const include =
    asked && includeWalletIds.length > 0 ? asked.filter((id) => listed.includes(id)) : (asked ?? listed)
  if (include.length === 0 && (asked || includeWalletIds.length > 0)) return undefined
  const exclude = knowable(excludeWalletIds).slice(0, MOST_IDS)
  const chains = chainsOf(config)
  const search = [...(question.search?.trim() ?? '')].slice(0, MOST_SEARCH).join('').trim()
  return {
    page: question.page,
    entries: question.entries,
    ...(include.length > 0 ? { include: include.slice(0, MOST_IDS) } : {}),
    ...(exclude.length > 0 ? { exclude } : {}),
    ...(chains.length > 0 ? { chains } : {}),
    ...(search ? { search } : {}),
  }
}
