import type { PaymentLink } from '@latchkey/core'
import { isSolanaAddress } from './isSolanaAddress.ts'

const SCHEME = 'solana:'
const LONGEST = 2_048
const DECIMALS = 9

/** Whole SOL as it stands in a link, in lamports; undefined where it is no such amount. */
function lamportsOf(text: string): bigint | undefined {
  const found = /^(\d{1,12})(?:\.(\d{1,9}))?$/.exec(text)
  return found ? BigInt((found[1] ?? '') + (found[2] ?? '').padEnd(DECIMALS, '0')) : undefined
}

/**
 * Reads a transfer request of Solana Pay. One that wants a memo or a reference with the payment is none: sent without
 * them, it would be money that its recipient does not recognise. The amount of a token is `untold`, since a link
 * counts whole units and does not say how they divide.
 *
 * @example readPaymentLink('solana:mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN?amount=0.01')
 */
export function readPaymentLink(text: string): PaymentLink | undefined {
  if (text.length > LONGEST || !text.toLowerCase().startsWith(SCHEME)) return undefined
  const [to = '', query = ''] = text.slice(SCHEME.length).split('?')
  if (!isSolanaAddress(to)) return undefined
  const parameters = new URLSearchParams(query)
  if (parameters.has('memo') || parameters.has('reference')) return undefined
  const token = parameters.get('spl-token')
  const amount = parameters.get('amount')
  if (token !== null) {
    if (!isSolanaAddress(token)) return undefined
    return amount === null ? { to, token } : { to, token, amount: 'untold' }
  }
  if (amount === null) return { to }
  const lamports = lamportsOf(amount)
  return lamports === undefined ? undefined : { to, amount: lamports }
}
