import { createStore, type StoreApi } from 'zustand/vanilla'
import { accountOf, activeAccount } from '../account/accounts.ts'
import { codeOf, isDeclined } from '../connection/attemptState.ts'
import { toProviderError } from '../errors/toProviderError.ts'
import type { Config } from '../interfaces/Config.ts'
import type { PayReceipt, PayStep } from '../interfaces/Pay.ts'
import type { Payment, PayOrder } from '../interfaces/Payment.ts'
import { isShown } from '../modal/navigate.ts'
import { open } from '../modal/open.ts'
import { PayClosedError, PayDeclinedError, PayUnderWayError } from './errors.ts'

/** The view of a payment. */
export const PAY_VIEW = 'Pay'
/** The view of a sign-in that the page asks for. */
const SIGN_IN_VIEW = 'SIWXSignMessage'

const FINAL: ReadonlySet<PayStep> = new Set(['paid', 'ended'])
const ASKED: ReadonlySet<PayStep> = new Set(['swapping', 'sending'])

export type PaymentStore = StoreApi<Payment>

export const isOver = (payment: PaymentStore): boolean => FINAL.has(payment.getState().step)

/** The payment that the page asked for last, whether it has ended or not. */
export const paymentOf = ({ runtime }: Config): PaymentStore | undefined => runtime.payment

/**
 * Makes a payment the one of the page. One that was asked for before and that no wallet has seen is left for it.
 *
 * @throws PayUnderWayError where the wallet was asked for the one before
 */
export function startPayment(config: Config, order: PayOrder): PaymentStore {
  const before = paymentOf(config)
  if (before && !isOver(before)) {
    const { step } = before.getState()
    if (ASKED.has(step) || step === 'confirming') throw new PayUnderWayError()
    endPayment(before, new PayClosedError())
  }
  const payment = createStore<Payment>(() => ({
    ...{ order, step: 'connecting', wanted: undefined, units: 0n, offers: [], chosen: undefined },
    ...{ quote: undefined, hash: undefined, error: undefined, round: 0 },
  }))
  config.runtime.payment = payment
  return payment
}

/** Changes a payment that has not ended. */
export function change(payment: PaymentStore, fields: Partial<Payment>): void {
  if (!isOver(payment)) payment.setState(fields)
}

/** Ends a payment. What it ends with has a code, and a visitor's no always the same one. */
export function endPayment(payment: PaymentStore, reason: unknown): void {
  const isNo = isDeclined(reason) && codeOf(reason) !== PayClosedError.code
  const coded = codeOf(reason) === undefined ? toProviderError(reason) : reason
  change(payment, { step: 'ended', error: isNo ? new PayDeclinedError({ cause: reason }) : coded })
}

/** The visitor has left it. */
export function leavePayment(payment: PaymentStore): void {
  const asked = ASKED.has(payment.getState().step)
  endPayment(payment, new PayClosedError(asked ? { data: { asked } } : {}))
}

/** How a payment ends. Rejects with what ended it. */
export const receiptOf = (payment: PaymentStore): Promise<PayReceipt> =>
  new Promise((resolve, reject) => {
    const look = () => {
      const { step, error } = payment.getState()
      if (!FINAL.has(step)) return
      stop()
      if (step === 'paid') resolve(writeReceipt(payment.getState()))
      else reject(error)
    }
    const stop = payment.subscribe(look)
    look()
  })

function writeReceipt({ order, hash = '' }: Payment): PayReceipt {
  const { network, token, amount, recipient } = order
  return {
    ...{ hash, network: network.caipNetworkId, amount, recipient, status: 'confirmed' },
    ...(token === undefined ? {} : { token }),
  }
}

/** Whether the account that pays is connected on the network that is paid on. */
export function isInPlace(config: Config, { order }: Payment): boolean {
  const { activeId } = config.networks.getState()
  return activeId === order.network.caipNetworkId && activeAccount(config).status === 'connected'
}

/** The namespace's account, while it is connected. */
export const payerOf = (config: Config, { order }: Payment): string | undefined => {
  const { status, address } = accountOf(config.accounts, order.network.chainNamespace)
  return status === 'connected' ? address : undefined
}

/**
 * Shows the view of a payment, and leaves the payment when the visitor does: closes the modal, opens something else in it, or
 * disconnects. What the wallet has sent is not taken back by that. A sign-in that the page asks for comes before it.
 * Returns how to stop.
 */
export function showPayment(config: Config, payment: PaymentStore): () => void {
  const { modal, router, accounts, runtime } = config
  const entry = { name: PAY_VIEW }
  let isCovered = false
  const look = () => {
    if (isOver(payment) || payment.getState().step === 'confirming') return
    if (runtime.signal.aborted || payerOf(config, payment.getState()) === undefined)
      return leavePayment(payment)
    if (isShown(config, SIGN_IN_VIEW)) {
      isCovered = true
      return
    }
    if (modal.getState().open && router.getState().stack.includes(entry)) {
      isCovered = false
      return
    }
    if (!isCovered) return leavePayment(payment)
    isCovered = false
    open(config, { view: entry })
  }
  open(config, { view: entry })
  const stops = [modal, router, accounts].map((slice) => slice.subscribe(look))
  runtime.signal.addEventListener('abort', look)
  look()
  return () => {
    for (const stop of stops) stop()
    runtime.signal.removeEventListener('abort', look)
  }
}
