import type { BaseError } from '@latchkey/errors'
import type { ApprovalView, Detour, Edit } from './ApprovalView.ts'

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
