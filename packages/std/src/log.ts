import type { Log, LogEntry } from './logLevel.ts'

export type { EntryKind, Log, LogEntry } from './logLevel.ts'

/** Bytes of UTF-8 that a log holds (spec 9). */
export const LOG_BYTES = 1_024_000

/** The end of a line that is cut must not be half a character. */
function cut(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  let end = length
  // UTF-8 (RFC 3629): what begins with the bits 10 goes on with a character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.slice(0, end)
}

/**
 * Lines of which the oldest go when there is no room: it never holds more than its bytes, and always the newest line. A
 * line that is longer than all the room is cut.
 *
 * @param maxBytes of UTF-8, the ends of the lines included
 * @example
 * const lines = createLineBuffer(1_024_000)
 * lines.add('the first')
 */
export function createLineBuffer(maxBytes: number): { add(line: string): void; text(): string } {
  const encoder = new TextEncoder()
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let lines: Uint8Array<ArrayBuffer>[] = []
  let first = 0
  let held = 0
  return {
    add(line) {
      const whole = encoder.encode(line)
      const bytes = whole.length < maxBytes ? whole : cut(whole, Math.max(0, maxBytes - 1))
      lines.push(bytes)
      held += bytes.length + 1
      for (; held > maxBytes && first < lines.length - 1; first++) held -= (lines[first]?.length ?? 0) + 1
      // What has gone is let go of, now and then: to move all lines for each new one would cost more.
      if (first <= lines.length / 2) return
      lines = lines.slice(first)
      first = 0
    },
    text: () =>
      lines
        .slice(first)
        .map((line) => `${decoder.decode(line)}\n`)
        .join(''),
  }
}

/** Letters, and a namespace before them: neither a code, an address, an e-mail nor a key has that form. */
const NAME = /^[a-z]{1,48}(?:_[a-z0-9]{1,48})?$/i
/** 128 random bits in base64url, which name a call. */
const ID = /^[\w-]{22}$/

const safeName = (text: string | undefined): string | undefined =>
  text === undefined || NAME.test(text) ? text : 'other'

const safeNumber = (value: number | undefined): number | undefined =>
  Number.isFinite(value) ? Math.round(value as number) : undefined

/**
 * What of an entry may be told to others: the fields of `LogEntry` alone, and of those what has their form.
 *
 * @example
 * JSON.stringify(tellable(entry))
 */
export const tellable = ({ at, kind, name, method, id, bytes, ms, code, outcome }: LogEntry): LogEntry => ({
  at,
  kind,
  name: safeName(name) as string,
  method: safeName(method),
  id: id !== undefined && ID.test(id) ? id : undefined,
  bytes: safeNumber(bytes),
  ms: safeNumber(ms),
  code: safeNumber(code),
  outcome,
})

/**
 * Keeps what happens for whoever reports a bug, in as much memory and no more.
 *
 * @example
 * const log = createLog()
 * log.add('error', { at: Date.now(), kind: 'failure', name: 'connectEmail', code: 1006 })
 */
export function createLog(maxBytes: number = LOG_BYTES): Log {
  const lines = createLineBuffer(maxBytes)
  return {
    add(level, entry) {
      const { at, ...rest } = tellable(entry)
      lines.add(JSON.stringify({ at: new Date(at).toISOString(), level, ...rest }))
    },
    text: lines.text,
  }
}
