import { isRecord } from '@latchkey/std/isRecord'
import type { Config } from '../interfaces/Config.ts'
import type { CustomWallet } from '../interfaces/ConnectOptions.ts'
import { parseStored } from '../storage/storedConnections.ts'

/** In the host's storage. */
const KEY = 'wallets'
/** Four are recommended; others of them may be installed or used last and stand elsewhere. */
const MOST_FIRST = 12
const MOST_PICKED = 20
const MOST_TEXT = 512
const ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/
/** As in the directory: no markup, no controls, nothing that hides or reorders text. */
const NAME = /^(?! )[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>]{1,64}(?<! )$/u
const TEXTS = ['mobile_link', 'link_mode', 'desktop_link', 'webapp_link', 'rdns', 'homepage'] as const

/** What the directory of the service said last, as far as the first view shows it. */
export type KnownWallets = {
  /** The first of all, best first. */
  wallets: readonly CustomWallet[]
  /** Those that the page features, and those used last, as far as they are not among the first. */
  picked: readonly CustomWallet[]
  /** How many the whole list has. */
  count: number | undefined
}

/** What a kept answer is good for: other networks or another selection have another list. */
function madeFor({ projectId, services, networks, options }: Config): string {
  const { includeWalletIds, excludeWalletIds, featuredWalletIds } = options
  const ids = networks.getState().networks.map(({ caipNetworkId }) => caipNetworkId)
  return JSON.stringify([
    projectId,
    services.apiOrigin,
    ids,
    [includeWalletIds, excludeWalletIds, featuredWalletIds],
  ])
}

/** Keeps what the directory answered, for the first screen of the next opening. */
export function keepWallets(config: Config, { wallets, picked, count }: KnownWallets): void {
  const kept = {
    for: madeFor(config),
    wallets: wallets.slice(0, MOST_FIRST),
    picked: picked.slice(0, MOST_PICKED),
    count,
  }
  const text = JSON.stringify(kept)
  if (text !== config.storage.get(KEY)) config.storage.set(KEY, text)
}

/**
 * What the directory answered last; undefined where nothing is kept for this page. An entry that is not exactly of the
 * written form is left out. Its links are checked where they are opened, like those of a page's own wallets.
 */
export function keptWallets(config: Config): KnownWallets | undefined {
  const kept = parseStored(config.storage.get(KEY))
  if (!isRecord(kept) || kept.for !== madeFor(config)) return undefined
  const { wallets, picked, count } = kept
  if (!Array.isArray(wallets) || !Array.isArray(picked) || !Number.isSafeInteger(count)) return undefined
  const read = (entry: unknown) => readWallet(config, entry)
  return {
    wallets: wallets.slice(0, MOST_FIRST).flatMap(read),
    picked: picked.slice(0, MOST_PICKED).flatMap(read),
    count: count as number,
  }
}

function readWallet(config: Config, entry: unknown): CustomWallet[] {
  if (!isRecord(entry)) return []
  const { id, name, image_id, image_url, chains } = entry
  if (typeof id !== 'string' || !ID.test(id) || typeof name !== 'string' || !NAME.test(name)) return []
  const texts = TEXTS.flatMap((key) => (isText(entry[key]) ? [[key, entry[key]]] : []))
  return [
    {
      id,
      name,
      ...Object.fromEntries(texts),
      ...(Array.isArray(chains) ? { chains: chains.filter(isText) } : {}),
      ...(isText(image_id) ? { image_id } : {}),
      // A picture of the service, and of nobody else.
      ...(isText(image_url) && image_url.startsWith(`${config.services.apiOrigin}/`) ? { image_url } : {}),
    },
  ]
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MOST_TEXT
