/** Why a value was not copied. */
export type CopyRefusal = 'tooLarge' | 'tooDeep' | 'unsafeKey' | 'notData'

export type Copied = { ok: true; value: unknown } | { ok: false; reason: CopyRefusal }

/** The longest path of keys in a message. JSON that people write stays far below; a cycle does not. */
const MAX_DEPTH = 64

class Refusal {
  readonly reason: CopyRefusal
  constructor(reason: CopyRefusal) {
    this.reason = reason
  }
}
const TOO_LARGE = new Refusal('tooLarge')
const TOO_DEEP = new Refusal('tooDeep')
const UNSAFE_KEY = new Refusal('unsafeKey')
const NOT_DATA = new Refusal('notData')

type Budget = {
  left: number
  /** Text counts at most three bytes a unit; only a message that fails by that is measured unit by unit. */
  exact: boolean
}

function spend(budget: Budget, bytes: number): void {
  budget.left -= bytes
  if (budget.left < 0) throw TOO_LARGE
}

/** Length in UTF-8 (RFC 3629), without encoding. */
function spendText(budget: Budget, text: string): void {
  if (!budget.exact) {
    spend(budget, text.length * 3)
    return
  }
  spend(budget, text.length)
  let extra = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    // Two units of a surrogate pair make four bytes; any other unit from U+0800 on makes three.
    if (unit > 0x7f) extra += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2
  }
  if (extra > 0) spend(budget, extra)
}

function copyArray(source: unknown[], budget: Budget, depth: number): unknown[] {
  const length = source.length
  // A sparse array may claim four thousand million entries.
  spend(budget, length + 2)
  const keys = Object.keys(source)
  if (keys.length !== length) throw keys.some(isUnsafeKey) ? UNSAFE_KEY : NOT_DATA
  const copy: unknown[] = []
  for (let index = 0; index < length; index++) copy.push(copyValue(source[index], budget, depth))
  return copy
}

const isUnsafeKey = (key: string) => key === '__proto__' || key === 'constructor' || key === 'prototype'

function copyObject(source: object, budget: Budget, depth: number): Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(source)
  // Any realm's Object.prototype has no prototype of its own; a Map's, a Date's or an Error's has.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw NOT_DATA
  spend(budget, 2)
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(source)) {
    if (isUnsafeKey(key)) throw UNSAFE_KEY
    spendText(budget, key)
    spend(budget, 1)
    copy[key] = copyValue((source as Record<string, unknown>)[key], budget, depth)
  }
  return copy
}

function copyValue(value: unknown, budget: Budget, depth: number): unknown {
  switch (typeof value) {
    case 'string':
      spendText(budget, value)
      return value
    case 'number':
      spend(budget, 8)
      return value
    case 'boolean':
    case 'undefined':
      spend(budget, 1)
      return value
    case 'object':
      if (value === null) {
        spend(budget, 1)
        return value
      }
      if (depth === 0) throw TOO_DEEP
      return Array.isArray(value) ? copyArray(value, budget, depth - 1) : copyObject(value, budget, depth - 1)
    default:
      throw NOT_DATA
  }
}

/**
 * Copies JSON data (and `undefined`), and measures it on the way. What is measured is what is copied and only the copy
 * is used afterwards, so a getter or a proxy cannot show one value here and another later; cycles end at the
 * depth limit, shared references and sparse arrays at the size limit. Never throws.
 *
 * @param maxBytes text counts as UTF-8, a number as 8
 * @example
 * const copied = boundedCopy(event.data, 262_144)
 * if (copied.ok) use(copied.value)
 */
export function boundedCopy(value: unknown, maxBytes: number): Copied {
  const quick = tryCopy(value, { left: maxBytes, exact: false })
  return quick.ok || quick.reason !== 'tooLarge' ? quick : tryCopy(value, { left: maxBytes, exact: true })
}

function tryCopy(value: unknown, budget: Budget): Copied {
  try {
    return { ok: true, value: copyValue(value, budget, MAX_DEPTH) }
  } catch (refusal) {
    // Whatever else a hostile getter throws is only a value that is not data.
    return { ok: false, reason: refusal instanceof Refusal ? refusal.reason : 'notData' }
  }
}
