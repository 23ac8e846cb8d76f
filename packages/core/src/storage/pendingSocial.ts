import { type SocialProvider, socialProviderOf } from '@latchkey/protocol/socials'
import { isRecord } from '@latchkey/std/isRecord'
import type { KeyValueStorage } from '../interfaces/Connector.ts'
import { SOCIAL_RETURN } from './socialReturn.ts'
import { parseStored } from './storedConnections.ts'

const MODES = ['popup', 'redirect', 'finish'] as const

/** A social login that was begun here and has not come back. */
export type PendingSocial = {
  provider: SocialProvider
  /** `finish`: its result has come, and the account is being fetched. */
  mode: (typeof MODES)[number]
  /** ms since the epoch */
  at: number
  /** Fragment of the page in redirect mode, which the address had before. */
  hash: string
  /** In redirect mode, where the wallet goes back to another page of the site: the one that was left, without `hash`. */
  page?: string
  /** With `finish`: what the login came back with. It is worth nothing without the device's key. */
  uri?: string
}

/** As long as the service keeps a login open, ms. */
export const SOCIAL_LIFE = 10 * 60_000

/** Characters of a fragment that is kept. */
export const MOST_HASH = 2_048

const isAddress = (value: unknown): value is string | undefined =>
  value === undefined || (typeof value === 'string' && value.length <= 2_048)

/** The login that may still come back; whatever is not exactly of the written form, or too old, is none. */
export function readPendingSocial(storage: KeyValueStorage, now = Date.now()): PendingSocial | undefined {
  const value = parseStored(storage.get(SOCIAL_RETURN))
  if (!isRecord(value)) return undefined
  const provider = socialProviderOf(value.provider)
  const mode = MODES.find((known) => known === value.mode)
  const { at, hash, uri, page } = value
  if (!provider || !mode) return undefined
  if (typeof at !== 'number' || typeof hash !== 'string' || hash.length > MOST_HASH) return undefined
  if (!isAddress(uri) || !isAddress(page)) return undefined
  if (at > now || now - at >= SOCIAL_LIFE) return undefined
  return {
    provider,
    mode,
    at,
    hash,
    ...(uri === undefined ? {} : { uri }),
    ...(page === undefined ? {} : { page }),
  }
}

export const writePendingSocial = (storage: KeyValueStorage, pending: PendingSocial): void =>
  storage.set(SOCIAL_RETURN, JSON.stringify(pending))

export const clearPendingSocial = (storage: KeyValueStorage): void => storage.remove(SOCIAL_RETURN)
