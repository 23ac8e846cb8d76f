import { type Config, STORAGE_KEYS } from '@latchkey/core'

/** Life of a sign-in code, ms. */
const CODE_LIFE = 5 * 60_000

/** The masked address of a code that may still be entered, if one was asked for here. */
export function pendingCode(config: Config, now = Date.now()): string | undefined {
  const asked = Number(config.storage.get(STORAGE_KEYS.lastEmailLoginTime) ?? Number.NaN)
  const isFresh = asked <= now && now - asked < CODE_LIFE
  return isFresh ? config.storage.get(STORAGE_KEYS.emailHint) : undefined
}
