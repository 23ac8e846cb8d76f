import type { PaymentLink } from '@latchkey/core'
import { getAddress, isAddress } from 'viem/utils'

/** EIP-681: scheme, optional `pay-`, target, optional chain id, optional function, parameters. */
const LINK =
  /^ethereum:(?:pay-)?(0x[0-9a-fA-F]{40})(?:@([1-9]\d{0,15}))?(?:\/([A-Za-z0-9_]{1,64}))?(?:\?(.{1,1024}))?$/i
/** A number of EIP-681: digits with a point and an exponent of ten. */
const NUMBER = /^\+?(\d{1,78})(?:\.(\d{1,78}))?(?:e\+?(\d{1,2}))?$/i

/**
 * Reads a payment link (EIP-681) that asks for ether or for an ERC-20 `transfer`. What the link says of gas is left to the
 * wallet.
 *
 * @returns undefined for any other text, for a number that is no whole one of base units, and where a parameter repeats
 * @example
 * readPaymentLink('ethereum:0x52908400098527886E0F7030069857D2E4169EE7@1?value=1.5e18')
 */
export function readPaymentLink(text: string): PaymentLink | undefined {
  const [, target = '', chainId, method, query = ''] = LINK.exec(text.trim()) ?? []
  const parameters = new URLSearchParams(query)
  const names = [...parameters.keys()]
  const contract = addressOf(target)
  if (!contract || new Set(names).size < names.length) return undefined
  const network = chainId ? ({ caipNetworkId: `eip155:${chainId}` } as const) : {}
  if (method === undefined) {
    const amount = amountOf(parameters.get('value'))
    return amount === 'broken' ? undefined : { to: contract, ...network, ...amount }
  }
  const to = addressOf(parameters.get('address') ?? '')
  const amount = amountOf(parameters.get('uint256'))
  if (method !== 'transfer' || !to || amount === 'broken') return undefined
  return { to, token: contract, ...network, ...amount }
}

/** In the form of EIP-55; undefined where the checksum that it carries is wrong. */
function addressOf(text: string): string | undefined {
  const digits = text.slice(2)
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (!isAddress(text.toLowerCase()) || (hasChecksum && !isAddress(text, { strict: true }))) return undefined
  return getAddress(text.toLowerCase())
}

function amountOf(text: string | null): { amount?: bigint } | 'broken' {
  if (text === null) return {}
  const [match, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? []
  const places = Number(exponent) - fraction.length
  if (match === undefined) return 'broken'
  const digits = BigInt(whole + fraction)
  if (places >= 0) return { amount: digits * 10n ** BigInt(places) }
  const unit = 10n ** BigInt(-places)
  return digits % unit === 0n ? { amount: digits / unit } : 'broken'
}
