const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const ID_BYTES = 16
/** The system's generator is asked once for this many ids: one request costs more than a whole call. */
const IDS_PER_DRAW = 64

const digit = (value: number) => ALPHABET.charAt(value & 63)

/** 16 bytes in unpadded base64url (RFC 4648 section 5): 22 characters. */
function encode(bytes: Uint8Array, offset: number): string {
  let text = ''
  for (let index = offset; index < offset + 15; index += 3) {
    const [a = 0, b = 0, c = 0] = [bytes[index], bytes[index + 1], bytes[index + 2]]
    text += digit(a >> 2) + digit((a << 4) | (b >> 4)) + digit((b << 2) | (c >> 6)) + digit(c)
  }
  const last = bytes[offset + 15] ?? 0
  return text + digit(last >> 2) + digit(last << 4)
}

/**
 * Makes a source of 128-bit random ids from `crypto.getRandomValues`.
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
    const id = encode(pool, offset)
    // A used id never stays behind in memory.
    pool.fill(0, offset, offset + ID_BYTES)
    offset += ID_BYTES
    return id
  }
}
