import { encodeBase64url } from '@latchkey/std/base64url'

const ID_BYTES = 16
/** The system's generator is asked once for this many ids: one request costs more than a whole call. */
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
  let offset = pool.length
  return () => {
    if (offset === pool.length) {
      crypto.getRandomValues(pool)
      offset = 0
    }
    const id = encodeBase64url(pool.subarray(offset, offset + ID_BYTES))
    // A used id never stays behind in memory.
    pool.fill(0, offset, offset + ID_BYTES)
    offset += ID_BYTES
    return id
  }
}
