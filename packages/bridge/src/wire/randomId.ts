import { encodeBase64url } from '@latchkey/std/base64url'

const ID_BYTES = 16
const ID_LENGTH = 22
/** Bytes that make whole characters; with zeros behind them an id has the text that it has alone. */
const SPACED_BYTES = 18
const SPACED_LENGTH = 24
/** The system's generator is asked once for this many ids, and they are encoded at once: each costs more than a whole call. */
const IDS_PER_DRAW = 64

/**
 * Makes a source of 128-bit random ids from `crypto.getRandomValues`, in unpadded base64url: 22 characters.
 *
 * @example
 * const nextId = createIdSource()
 * nextId() // 'b0Xv0cJq1nJ4m3qk9d8YxA'
 */
export function createIdSource(): () => string {
  const pool = new Uint8Array(ID_BYTES * IDS_PER_DRAW)
  const spaced = new Uint8Array(SPACED_BYTES * IDS_PER_DRAW)
  let text = ''
  return () => {
    if (text === '') {
      crypto.getRandomValues(pool)
      for (let index = 0; index < IDS_PER_DRAW; index++)
        spaced.set(pool.subarray(index * ID_BYTES, (index + 1) * ID_BYTES), index * SPACED_BYTES)
      text = encodeBase64url(spaced)
      pool.fill(0)
      spaced.fill(0)
    }
    const id = text.slice(0, ID_LENGTH)
    text = text.slice(SPACED_LENGTH)
    return id
  }
}
