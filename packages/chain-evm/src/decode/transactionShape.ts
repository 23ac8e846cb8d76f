type Span = { end: number; list: boolean; start: number }

/** Reads one RLP item's header (Ethereum yellow paper, appendix B); undefined when it is not well formed. */
function readItem(bytes: Uint8Array, at: number, limit: number): Span | undefined {
  const head = bytes[at]
  if (head === undefined) return undefined
  if (head < 0x80) return { list: false, start: at, end: at + 1 }
  const list = head >= 0xc0
  const short = head - (list ? 0xc0 : 0x80)
  let start = at + 1
  let length = short
  if (short > 55) {
    const size = short - 55
    length = 0
    // Four bytes of length are 4 GiB, more than a message can be.
    if (size > 4) return undefined
    for (let i = 0; i < size; i++) length = length * 256 + (bytes[start + i] ?? Number.POSITIVE_INFINITY)
    start += size
  }
  const end = start + length
  return end <= limit ? { list, start, end } : undefined
}

/** How many items the RLP list that fills `bytes` from `at` holds; undefined when there is no such list. */
function countItems(bytes: Uint8Array, at: number): number | undefined {
  const list = readItem(bytes, at, bytes.length)
  if (!list?.list || list.end !== bytes.length) return undefined
  let count = 0
  for (let next = list.start; next < list.end; count++) {
    const item = readItem(bytes, next, list.end)
    if (!item) return undefined
    next = item.end
  }
  return count
}

/**
 * Whether bytes have the shape of a transaction or an authorization: an RLP list of a transaction's length, or a type
 * byte and such a list (EIP-2718, EIP-7702). Nobody signs such bytes as a message in good faith.
 */
export function hasTransactionShape(bytes: Uint8Array): boolean {
  const legacy = countItems(bytes, 0)
  if (legacy !== undefined) return legacy >= 3
  const type = bytes[0]
  if (type === undefined || type > 0x7f) return false
  const typed = countItems(bytes, 1)
  return typed !== undefined && typed >= 3
}
