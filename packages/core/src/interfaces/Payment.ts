import type { Network, TokenBalance } from './Connector.ts'
import type { PaymentOf, PayOrderOf } from './Pay.ts'
import type { SwapQuote } from './Swap.ts'

/** A request for a payment that was read and is sound. */
export type PayOrder = PayOrderOf<Network>

/** A payment under way, as its view shows it. */
export type Payment = PaymentOf<Network, TokenBalance, SwapQuote>
