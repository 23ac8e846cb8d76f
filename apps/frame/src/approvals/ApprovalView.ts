import type { TypedNode } from '@latchkey/chain-evm/decode/model'
import type { BaseError } from '@latchkey/errors'
import type { MessageKey } from '../locales/Locale.ts'
import type { Wallet } from '../screens/parts/ScreenProps.ts'
import type { SiteIdentity } from '../site/plainText.ts'

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
  /** Words with values in them. */
  | { kind: 'phrase'; phrase: Phrase }

export type AmountValue = Extract<Value, { kind: 'amount' }>

export type Phrase = { key: MessageKey; values?: Readonly<Record<string, Value>> }

export type Fact = {
  label: MessageKey
  value: Value
  /** A second line under the value. */
  note?: Phrase
  /** Addresses that must be compared are shown in full. */
  long?: boolean
  /** The person may choose another one here: what `fee` or `until` of the view offers. */
  editable?: 'fee' | 'until'
}

export type Warning = {
  level: 'danger' | 'warning' | 'info'
  title: Phrase
  body: Phrase
  /** What can be lost, as the person confirms it: "I understand: …". For danger only. */
  risk?: Phrase
  /** What has to be typed to show that it was compared: a group of the address, counted from 1. */
  typed?: { group: number; text: string }
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

/** One call of several that are approved together. */
export type CallRow = {
  /** What it does, as the one sentence of a screen of its own would say. */
  sentence: Phrase
  /**
   * Whom it calls, shown in full; null for one that creates a contract. For a transfer it is who receives. Left out where a
   * program does something that is about nobody.
   */
  to?: string | null
  /** The token or contract that is called, where `to` is somebody else. */
  contract?: string
  /** The program that does it, on Solana. */
  program?: string
  /** Money that goes along and that the sentence does not speak of. */
  value?: Value
  /** The worst that the warnings say of this call alone. */
  level?: Warning['level']
}

/** Everything that an approval screen shows of a request; plain data. */
export type ApprovalView = {
  title: MessageKey
  sentence: Phrase
  /** What the amount of the sentence is of, by CAIP-10; a network's own coin stands under the zero address. */
  asset?: string
  changes?: Changes
  /** One row a call, in the order in which they run; left out where the sentence says all of it. */
  calls?: readonly CallRow[]
  text?: { heading: MessageKey; content: string; mono: boolean }
  /** `folded`: everything in it that matters stands above already. */
  tree?: { heading: MessageKey; node: TypedNode; folded?: boolean }
  facts: readonly Fact[]
  /** The fees to choose from. */
  fee?: FeeChoice
  /** Earlier ends to choose from. */
  until?: UntilChoice
  /** Amounts that the person may lower. */
  caps?: readonly Cap[]
  /** What waits on the network already, and could be sped up or cancelled first. */
  pending?: PendingNotice
  warnings: readonly Warning[]
  /** It signs in to the very site that asks, and to nothing else: a page that hides it gains nothing. */
  signsIn?: true
  /** It cannot be approved, and this is why. */
  stop: Notice | null
  approve: MessageKey
  /** What the other button says; left out: it rejects. */
  reject?: MessageKey
  /** English words of this kind of request; other languages bring theirs with all others. */
  words?: Readonly<Partial<Record<MessageKey, string>>>
  /** The request's own data, for whoever wants to see it. */
  raw: string
}

const order = { danger: 0, warning: 1, info: 2 }

/** The worst first; among equals the order given. */
export const worstFirst = (warnings: readonly Warning[]): readonly Warning[] =>
  warnings.toSorted((a, b) => order[a.level] - order[b.level])

/** How soon a transaction should be taken; `site`: the fee that the site set. */
export type FeeSpeed = 'slow' | 'normal' | 'fast' | 'site'

export type FeeOption = {
  speed: FeeSpeed
  /** What it will cost if nothing moves. */
  expected: Value
  /** What it can cost. */
  most: Value
  /** Stands in place of the most, where it costs what it is expected to. */
  note?: Phrase
  /** How long it takes, where that is not said of this network as of others. */
  wait?: MessageKey
}

/** The fees to choose from. */
export type FeeChoice = {
  chosen: FeeSpeed
  options: readonly FeeOption[]
  /** Storing on Ethereum costs more than is said here, nobody knows how much. */
  storingUnknown?: boolean
}

/** An amount that others may take, which the person may lower before signing. In the token's smallest unit. */
export type Cap = {
  /** Which of the calls it belongs to; 0 where there is one. */
  call: number
  token: string
  symbol: string
  decimals: number
  /** What the site asked for: no more can be given. */
  asked: bigint
  /** What would be given now. */
  current: bigint
  unlimited: boolean
  /** What the account has of the token; undefined: not known. */
  balance: bigint | undefined
}

/** How long others may act: the ends to choose from, seconds since the epoch, the earliest first. The last was asked for. */
export type UntilChoice = { chosen: number; options: readonly number[] }

/** Transactions of this account that the network has not confirmed. */
export type PendingNotice = { count: number; first: Phrase }

/** What a person changes on the screen. It makes another payload: what was shown before can no longer be approved. */
export type Edit =
  | { kind: 'fee'; speed: FeeSpeed }
  | { kind: 'cap'; call: number; amount: bigint }
  | { kind: 'until'; expiry: number }

/** What a person does first, as a request of its own, with the first transaction that waits. */
export type Detour = 'speedUp' | 'cancel'

/** What a request comes to once everything about it is known: a frozen payload and the screen made from it. */
export type Prepared<Payload = unknown> = {
  /** null: nothing could be signed, and the view says why. */
  payload: Payload | null
  view: ApprovalView
  /** What the host is told when the person closes a request whose view has a `stop`. */
  refusal?: BaseError
}

/** One kind of request. It is made by parsing; whatever must be refused never becomes one. */
export type Approval<Payload = unknown> = {
  /** What can be shown before the network was asked. */
  view: ApprovalView
  /** Completes the payload. A view with `stop` cannot be approved. */
  prepare(signal: AbortSignal): Promise<Prepared<Payload>>
  /** Just before signing: what is shown, or what should be shown now instead. */
  confirm?(prepared: Prepared<Payload>, signal: AbortSignal): Promise<Prepared<Payload>>
  /**
   * What the person changed on the screen makes another payload, with another hash. undefined: it cannot be changed so.
   * What is known at once is given at once, so that the screen does not flicker.
   */
  edit?(
    prepared: Prepared<Payload>,
    edit: Edit,
    signal: AbortSignal,
  ): Prepared<Payload> | undefined | Promise<Prepared<Payload>>
  /** A request of the person's own that comes before this one, which is prepared anew afterwards. */
  detour?(detour: Detour): Approval | undefined
  /** Signs exactly this payload. `onSigned` is called once there is a signature, which must not get lost. */
  sign(payload: Payload, onSigned: () => void): Promise<unknown>
}

/**
 * What became of what was approved. `signed`: there is nothing to wait for. `final`: the network does not take it back any
 * more.
 */
export type Receipt = {
  status: 'signed' | 'pending' | 'confirmed' | 'final' | 'failed' | 'expired'
  /** What was paid, and under which name it is found. */
  facts: readonly Fact[]
  /** Where it can be looked up. */
  link: string | null
  /** The network does not answer at the moment. */
  isStale: boolean
}

/**
 * Tells what becomes of what was sent, again and again until the signal fires; undefined: nothing was sent, so there is
 * nothing to wait for.
 */
export type FollowSent = (
  sent: { result: unknown; view: ApprovalView },
  report: (receipt: Receipt) => void,
  signal: AbortSignal,
) => Promise<void> | undefined

/**
 * What is good to know of the amount and decides nothing: it is no part of what is approved, and comes and goes without
 * changing it.
 */
export type Advice = {
  /** US dollars a whole unit; null: not known. */
  price: number | null
  /** Address of the token's picture, at the operator's service; null: none. */
  picture: string | null
}

export type ApprovalPhase = 'preparing' | 'ready' | 'confirming' | 'signing' | 'sending'

/** What the approval screen gets for one request; plain data and the ways to answer. */
export type ApprovalScreenContent = {
  id: string
  /** The name of what is shown (see hashPayload); null until it is complete. */
  hash: string | null
  /** Counts up whenever what is shown changes. */
  revision: number
  view: ApprovalView
  phase: ApprovalPhase
  /** The last try did not work; it can be tried again. */
  failure: Notice | null
  site: SiteIdentity
  /** What the site calls itself. */
  appName: string | null
  /** The person asked for it, not the site. */
  own?: boolean
  /** Requests behind this one. */
  waiting: number
  /** What the operator's service says of the amount; null: it has not answered. Left out: it is not asked. */
  advice?: Advice | null
  /** It is over, and this is what came of it: `onReject` takes it away, `onRetry` has it stay longer. */
  receipt?: Receipt
  onApprove: (hash: string) => void
  onReject: () => void
  /** Prepares anew what could not be prepared. */
  onRetry: () => void
  onEdit: (edit: Edit) => void
  onDetour: (detour: Detour) => void
  /** Takes it to the wallet's own window, which has room; only in a frame. */
  onWindow?: () => void
}

/** What the screen needs of a request; who asks is added where it is shown. */
export type ShownApproval = Omit<ApprovalScreenContent, 'site' | 'appName' | 'advice'>

export type ApprovalScreenProps = ApprovalScreenContent & {
  wallet: Wallet
  /** Nobody follows what was sent any more: the frame that did is gone. */
  isLeft?: boolean
  onEscape: () => void
  onFocusExit: (direction: 'forward' | 'backward') => void
}
