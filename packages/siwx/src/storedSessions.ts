import type { SiwxSession } from '@latchkey/core/connector'
import { isRecord } from '@latchkey/std/isRecord'

/** A string store, such as `localStorage` behind a `try`. */
export type SiwxStorage = {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
}

/** A session and the bearer token that the service gave for it. */
export type StoredSession = {
  session: SiwxSession
  token: string
  sessionId: string
  /** ms since the epoch */
  expiresAt: number
  proof: 'key' | 'contract'
}

const MOST = 20
const DATA_FIELDS = ['chainId', 'accountAddress', 'nonce', 'domain', 'uri', 'version'] as const
const OPTIONAL_FIELDS = ['statement', 'issuedAt', 'expirationTime', 'notBefore', 'requestId'] as const

const isText = (value: unknown): value is string => typeof value === 'string'

function isData(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { resources } = value
  return (
    DATA_FIELDS.every((field) => isText(value[field])) &&
    OPTIONAL_FIELDS.every((field) => value[field] === undefined || isText(value[field])) &&
    (resources === undefined || (Array.isArray(resources) && resources.every(isText))) &&
    /^(eip155|solana|bip122):[-_a-zA-Z0-9]{1,32}$/.test(String(value.chainId))
  )
}

function isStored(value: unknown): value is StoredSession {
  if (!isRecord(value) || !isRecord(value.session)) return false
  const { session, token, sessionId, expiresAt, proof } = value
  return (
    isData(session.data) &&
    isText(session.message) &&
    isText(session.signature) &&
    /^[A-Za-z0-9_-]{43}$/.test(String(token)) &&
    /^[A-Za-z0-9_-]{22}$/.test(String(sessionId)) &&
    typeof expiresAt === 'number' &&
    (proof === 'key' || proof === 'contract')
  )
}

/** What another version or another script has left there is dropped. */
export function readSessions(storage: SiwxStorage, key: string, now: number): StoredSession[] {
  try {
    const entries: unknown = JSON.parse(storage.get(key) ?? '[]')
    if (!Array.isArray(entries)) return []
    return entries
      .filter(isStored)
      .filter(({ expiresAt }) => expiresAt > now)
      .slice(0, MOST)
  } catch {
    return []
  }
}

export function writeSessions(storage: SiwxStorage, key: string, sessions: readonly StoredSession[]): void {
  if (sessions.length === 0) storage.remove(key)
  else storage.set(key, JSON.stringify(sessions.slice(0, MOST)))
}

/** `localStorage`, or memory where the browser blocks it or there is none. */
export function browserStorage(): SiwxStorage {
  const memory = new Map<string, string>()
  const use = <T>(work: (area: Storage) => T): T | undefined => {
    try {
      return typeof localStorage === 'undefined' ? undefined : work(localStorage)
    } catch {
      return undefined
    }
  }
  return {
    get: (key) => memory.get(key) ?? use((area) => area.getItem(key)) ?? undefined,
    set(key, value) {
      const isKept = use((area) => {
        area.setItem(key, value)
        return true
      })
      if (isKept) memory.delete(key)
      else memory.set(key, value)
    },
    remove(key) {
      memory.delete(key)
      use((area) => area.removeItem(key))
    },
  }
}
