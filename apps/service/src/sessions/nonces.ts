import { equalsInConstantTime, keyedHash } from '../crypto/bytes.ts'

/** `<time in base 36>` padded to 9, then 22 characters of its keyed hash: nothing needs to be stored (RFC 9449 section 8). */
const TIME_LENGTH = 9
const HASH_LENGTH = 22

const tagOf = (key: Uint8Array, time: string) => keyedHash(key, 'dpop-nonce', time).slice(0, HASH_LENGTH)

/** Clocks of two processes of the service may differ by this much. */
const CLOCK_SKEW = 30_000

/** Makes a nonce that every process of the service recognises. */
export function createNonce(key: Uint8Array, now: number): string {
  const time = now.toString(36).padStart(TIME_LENGTH, '0')
  return `${time}${tagOf(key, time)}`
}

/** Whether the service made the nonce, at most `lifetime` milliseconds ago. */
export function isLiveNonce(key: Uint8Array, nonce: string, now: number, lifetime: number): boolean {
  if (nonce.length !== TIME_LENGTH + HASH_LENGTH) return false
  const time = nonce.slice(0, TIME_LENGTH)
  const made = Number.parseInt(time, 36)
  if (!equalsInConstantTime(tagOf(key, time), nonce.slice(TIME_LENGTH))) return false
  return made - now <= CLOCK_SKEW && now - made <= lifetime
}
