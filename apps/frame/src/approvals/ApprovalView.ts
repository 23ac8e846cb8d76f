import type { TypedNode } from '@latchkey/chain-evm/decode'
import type { MessageKey } from '../locales/Locale.ts'

/**
 * A value in a sentence or a row. Amounts are in the smallest unit; `decimals` null: not known. Only what is an estimate
 * by itself is rounded.
 */
export type Value =
  | { kind: 'text'; text: string }
  | { kind: 'message'; key: MessageKey }
  /** Text that a site or a contract wrote. */
  | { kind: 'quote'; text: string }
  | { kind: 'address'; address: string }
  | { kind: 'amount'; amount: bigint; decimals: number | null; symbol: string; rounding?: 'nearest' | 'up' }
  | { kind: 'date'; seconds: bigint }
  | { kind: 'count'; count: number }

export type AmountValue = Extract<Value, { kind: 'amount' }>

export type Phrase = { key: MessageKey; values?: Readonly<Record<string, Value>> }

export type Fact = {
  label: MessageKey
  value: Value
  /** A second line under the value. */
  note?: Phrase
  /** Addresses that must be compared are shown in full. */
  long?: boolean
}

export type Warning = {
  level: 'danger' | 'warning' | 'info'
  title: Phrase
  body: Phrase
  /** What can be lost, as the person confirms it: "I understand: …". For danger only. */
  risk?: Phrase
}

export type ChangeRow = {
  direction: 'in' | 'out' | 'gives'
  value: Value
  unlimited?: boolean
  /** The token's contract: its symbol alone is no identity. */
  token?: string
}

export type Changes =
  | { status: 'loading' }
  | { status: 'known'; rows: readonly ChangeRow[] }
  /** Allowances are known from the request itself; they are no estimate. */
  | { status: 'exact'; rows: readonly ChangeRow[] }
  /** What is known from the call stands there; there may be more. */
  | { status: 'unknown'; rows: readonly ChangeRow[] }

export type Notice = { title: Phrase; body: Phrase; code?: string; retry?: boolean }

/** Everything that an approval screen shows of a request; plain data. */
export type ApprovalView = {
  title: MessageKey
  sentence: Phrase
  changes?: Changes
  text?: { heading: MessageKey; content: string; mono: boolean }
  /** `folded`: everything in it that matters stands above already. */
  tree?: { heading: MessageKey; node: TypedNode; folded?: boolean }
  facts: readonly Fact[]
  warnings: readonly Warning[]
  /** It cannot be approved, and this is why. */
  stop: Notice | null
  approve: MessageKey
  /** The request's own data, for whoever wants to see it. */
  raw: string
}

const order = { danger: 0, warning: 1, info: 2 }

/** The worst first; among equals the order given. */
export const worstFirst = (warnings: readonly Warning[]): readonly Warning[] =>
  warnings.toSorted((a, b) => order[a.level] - order[b.level])
