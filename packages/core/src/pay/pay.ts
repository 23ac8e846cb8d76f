/** Payments that the page asks for, as an entry of its own: it is loaded with the first of them. */

import { outcomeOf } from '../assets/outcomeOf.ts'
import { codeOf, isDeclined } from '../connection/attemptState.ts'
import { switchNetwork } from '../connection/switchNetwork.ts'
import type { Config } from '../interfaces/Config.ts'
import type { TokenBalance } from '../interfaces/Connector.ts'
import type { PayReceipt, PayRequest } from '../interfaces/Pay.ts'
import { SwapMovedError, SwapWorseError } from '../swap/errors.ts'
import { sendSwap } from '../swap/sendSwap.ts'
import { SWAP_TOLERANCE } from '../swap/swapForm.ts'
import { sendTransfer } from '../transfer/sendTransfer.ts'
import {
  PayMovedError,
  PayNotEnoughError,
  PayOffError,
  PayRequestError,
  PayRevertedError,
  PaySwapError,
  PayUnconfirmedError,
} from './errors.ts'
import {
  change,
  endPayment,
  isInPlace,
  isOver,
  type PaymentStore,
  payerOf,
  paymentOf,
  receiptOf,
  showPayment,
  startPayment,
} from './payment.ts'
import { quoteFor, readOffers } from './readOffers.ts'
import { readPayRequest } from './readPayRequest.ts'
import { isInNamespace, untilConnected } from './untilConnected.ts'

export { PAY_VIEW, type PaymentStore, paymentOf, startPayment } from './payment.ts'

/**
 * Asks the visitor to pay, from the wallet that is connected or that they connect first. Settles when a block has the payment.
 * Closing the modal rejects it, unless the wallet has sent it.
 *
 * @param request `amount` in whole units as a decimal string; `token` the address of a contract, absent for the native coin;
 *   `network` CAIP-2, one of the page's; `recipient` an address of it
 * @returns the receipt
 * @throws PayOffError (5280), PayRequestError (5281), PayClosedError (5282), PayNotEnoughError (5283), PayUnderWayError (5284),
 *   PayRevertedError (5285), PayUnconfirmedError (5286), PaySwapError (5287), PayDeclinedError (5288), PayMovedError (5289), or
 *   what the wallet answers
 * @example
 * const { hash } = await pay(config, { amount: '12.50', token: '0x8335…2913', network: 'eip155:8453', recipient: '0x7099…79C8' })
 */
export async function pay(config: Config, request: PayRequest): Promise<PayReceipt> {
  if (!config.features.getState().pay) throw new PayOffError()
  const order = await readPayRequest(config, request)
  const payment = startPayment(config, order)
  const stops: (() => void)[] = []
  const receipt = receiptOf(payment)
  beginPayment(config, payment, stops).catch((error: unknown) => endPayment(payment, error))
  try {
    return await receipt
  } finally {
    for (const stop of stops) stop()
  }
}

async function beginPayment(config: Config, payment: PaymentStore, stops: (() => void)[]): Promise<void> {
  const { network } = payment.getState().order
  await config.runtime.load?.()
  await config.runtime.ready
  // Where nobody is connected this asks no wallet: it says what the visitor is to connect.
  if (!isInNamespace(config, payment)) await switchNetwork(config, network.caipNetworkId)
  if (isOver(payment) || !(await untilConnected(config, payment))) return
  stops.push(showPayment(config, payment), followPlace(config, payment))
  await preparePayment(config, payment)
}

/** What is on the screen is read anew for another account, and a network that the wallet has left is asked for again. */
function followPlace(config: Config, payment: PaymentStore): () => void {
  const namespace = payment.getState().order.network.chainNamespace
  const placeOf = () => config.accounts.getState().byNamespace[namespace]?.caipAddress
  let last = placeOf()
  const look = () => {
    const place = placeOf()
    if (place === last) return
    last = place
    const { step, order } = payment.getState()
    const isStill = step === 'reading' || step === 'choosing'
    if (isStill && isInPlace(config, payment.getState())) void preparePayment(config, payment)
    else if (isStill)
      change(payment, { step: 'switching', round: nextRound(payment), error: new PayMovedError() })
    else if (step === 'switching' && place?.startsWith(`${order.network.caipNetworkId}:`))
      void preparePayment(config, payment)
  }
  return config.accounts.subscribe(look)
}

const nextRound = (payment: PaymentStore): number => payment.getState().round + 1

/** Codes after which trying again makes no sense. */
const HOPELESS: ReadonlySet<number> = new Set([PayNotEnoughError.code, PayRequestError.code])

/** Goes to the network that is paid on, and reads what can be paid with. Never rejects: the payment says what is wrong. */
export async function preparePayment(config: Config, payment = paymentOf(config)): Promise<void> {
  if (!payment || isOver(payment)) return
  const round = nextRound(payment)
  const tell = (fields: Parameters<typeof change>[1]) => {
    if (payment.getState().round === round) change(payment, fields)
  }
  change(payment, { ...{ round, error: undefined, step: 'switching' }, quote: undefined })
  try {
    if (!isInPlace(config, payment.getState()))
      await switchNetwork(config, payment.getState().order.network.caipNetworkId)
    tell({ step: 'reading' })
    const offers = await readOffers(config, payment.getState().order)
    if (payment.getState().round !== round) return
    tell({ ...offers, chosen: offers.offers[0], step: 'choosing' })
  } catch (error) {
    if (payment.getState().round !== round) return
    if (isDeclined(error) || HOPELESS.has(codeOf(error) ?? 0)) endPayment(payment, error)
    else tell({ error })
    return
  }
  await priceChosen(config, payment)
}

/** Reads the price of the chosen token, where it is another one. Never rejects. */
async function priceChosen(config: Config, payment: PaymentStore): Promise<void> {
  const { wanted, units, chosen, offers } = payment.getState()
  if (!wanted || !chosen || chosen === wanted) return
  const round = nextRound(payment)
  change(payment, { round, quote: undefined })
  const tell = (fields: Parameters<typeof change>[1]) => {
    if (payment.getState().round === round) change(payment, fields)
  }
  try {
    const quote = await quoteFor(config, { from: chosen, wanted, units })
    tell({ quote })
  } catch (error) {
    const isLast = codeOf(error) === PayNotEnoughError.code && offers.length === 1
    if (isLast && payment.getState().round === round) endPayment(payment, error)
    else tell({ error })
  }
}

/** Pays with another token of those that are offered. Never rejects. */
export async function choosePayToken(config: Config, token: TokenBalance): Promise<void> {
  const payment = paymentOf(config)
  if (payment?.getState().step !== 'choosing' || !payment.getState().offers.includes(token)) return
  change(payment, { chosen: token, error: undefined })
  await priceChosen(config, payment)
}

/** Asks the wallet for what is on the screen. Never rejects: the payment ends, or says why it does not go on. */
export async function confirmPayment(config: Config): Promise<void> {
  const payment = paymentOf(config)
  if (!payment) return
  const { step, wanted, chosen, quote } = payment.getState()
  if (step !== 'choosing' || !wanted || (chosen !== wanted && !quote)) return
  try {
    if (!isInPlace(config, payment.getState())) throw new PayMovedError()
    if (quote) await swapFirst(config, payment)
    if (!isOver(payment)) await send(config, payment)
  } catch (error) {
    if (codeOf(error) !== SwapWorseError.code) return endPayment(payment, error)
    change(payment, { step: 'choosing' })
    await priceChosen(config, payment)
    if (payment.getState().step === 'choosing') change(payment, { error })
  }
}

async function swapFirst(config: Config, payment: PaymentStore): Promise<void> {
  const { chosen, wanted, quote } = payment.getState()
  if (!chosen || !wanted || !quote) return
  const payer = payerOf(config, payment.getState())
  change(payment, { step: 'swapping', error: undefined })
  const swap = { from: chosen, to: wanted, quote, slippage: SWAP_TOLERANCE }
  const { outcome } = await sendSwap(config, swap).catch((cause: unknown) => {
    throw codeOf(cause) === SwapMovedError.code ? new PayMovedError({ cause }) : cause
  })
  const { status } = await outcome.catch((cause: unknown) => {
    throw new PaySwapError({ cause })
  })
  if (status === 'reverted') throw new PaySwapError()
  // Minutes may have gone by.
  const isStill = isInPlace(config, payment.getState()) && payerOf(config, payment.getState()) === payer
  if (!isOver(payment) && !isStill) throw new PayMovedError()
}

async function send(config: Config, payment: PaymentStore): Promise<void> {
  const { order, wanted, units } = payment.getState()
  if (!wanted) return
  change(payment, { step: 'sending', error: undefined })
  const hash = await sendTransfer(config, { token: wanted, units, to: order.recipient })
  change(payment, { step: 'confirming', hash })
  const { status } = await outcomeOf(config, order.network, hash).catch((cause: unknown) => {
    throw new PayUnconfirmedError({ cause, data: { hash } })
  })
  if (status === 'reverted') throw new PayRevertedError({ data: { hash } })
  change(payment, { step: 'paid' })
}
