import { getAddress } from 'viem'
import { isAddressText, sameAddress } from './parseAddress.ts'

/** The fields of ERC-4361, as they stand in the text. */
export type SiweMessage = {
  scheme: string | null
  domain: string
  address: string
  statement: string | null
  uri: string
  version: '1'
  chainId: number
  nonce: string
  issuedAt: string
  expirationTime: string | null
  notBefore: string | null
  requestId: string | null
  resources: readonly string[]
}

// RFC 3986 character classes, as fragments of a regular expression.
const unreserved = 'A-Za-z0-9\\-._~'
const subDelims = "!$&'()*+,;="
const escaped = '%[0-9A-Fa-f]{2}'
const pchar = `(?:[${unreserved}${subDelims}:@]|${escaped})`
const host = `(?:\\[[0-9A-Fa-f:.]+\\]|(?:[${unreserved}${subDelims}]|${escaped})+)`
const authority = `(?:(?:[${unreserved}${subDelims}:]|${escaped})*@)?${host}(?::[0-9]*)?`
const uri = `[A-Za-z][A-Za-z0-9+.\\-]*:(?://${`(?:${authority})?`}(?:/${pchar}*)*|/?(?:${pchar}+(?:/${pchar}*)*)?)(?:\\?(?:${pchar}|[/?])*)?(?:#(?:${pchar}|[/?])*)?`
const dateTime =
  '[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]+)?(?:[Zz]|[+\\-][0-9]{2}:[0-9]{2})'
const statement = `[${unreserved}:/?#\\[\\]@${subDelims} ]+`

const grammar = new RegExp(
  `^(?:(?<scheme>[A-Za-z][A-Za-z0-9+.\\-]*)://)?(?<domain>${authority}) wants you to sign in with your Ethereum account:\\n` +
    `(?<address>0x[0-9A-Fa-f]{40})\\n\\n(?:(?<statement>${statement})\\n)?\\n` +
    `URI: (?<uri>${uri})\\nVersion: (?<version>1)\\nChain ID: (?<chainId>[0-9]{1,16})\\n` +
    `Nonce: (?<nonce>[A-Za-z0-9]{8,})\\nIssued At: (?<issuedAt>${dateTime})` +
    `(?:\\nExpiration Time: (?<expirationTime>${dateTime}))?(?:\\nNot Before: (?<notBefore>${dateTime}))?` +
    `(?:\\nRequest ID: (?<requestId>${pchar}*))?(?:\\nResources:(?<resources>(?:\\n- ${uri})*))?$`,
)

/**
 * Text that a person would take for a sign-in: it must then parse in full. Only its letters matter, so that neither case
 * nor spacing nor characters that nobody sees can hide the sentence.
 */
export function soundsLikeSiwe(text: string): boolean {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z]+/g, '')
  return /wantsyoutosigninwithyour[a-z]{0,40}account/.test(letters)
}

/** RFC 3339 times that exist: `Date` would roll 31 June over into July. */
function isRealTime(text: string | undefined): boolean {
  if (text === undefined) return true
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  const sameDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return sameDay && !Number.isNaN(Date.parse(text.toUpperCase()))
}

/** In checksum form, as ERC-4361 demands (EIP-55). */
function isChecksummed(text: string): boolean {
  return isAddressText(text) && getAddress(text.toLowerCase()) === text
}

/** The grammar above takes anything in brackets for IPv6; the URL Standard's parser knows what is one. */
const hasRealHosts = (uris: readonly string[]): boolean =>
  uris.every((text) => {
    const literal = /^[^/?#]*(?:\/\/)?[^/?#]*(\[[^\]]*\])/.exec(text)?.[1]
    return literal === undefined || URL.canParse(`http://${literal}/`)
  })

/**
 * Parses a sign-in message by the ABNF of ERC-4361; null when anything is off.
 *
 * @example
 * parseSiwe('example.com wants you to sign in with your Ethereum account:\n0x…')?.domain // 'example.com'
 */
export function parseSiwe(text: string): SiweMessage | null {
  const fields = grammar.exec(text)?.groups
  if (!fields) return null
  const { domain, address, uri, chainId, nonce, issuedAt, expirationTime, notBefore, resources } = fields
  const list = resources ? resources.split('\n- ').slice(1) : []
  if (!isChecksummed(address ?? '') || ![issuedAt, expirationTime, notBefore].every(isRealTime)) return null
  if (!hasRealHosts([domain ?? '', uri ?? '', ...list])) return null
  return {
    scheme: fields.scheme ?? null,
    domain: domain ?? '',
    address: address ?? '',
    statement: fields.statement ?? null,
    uri: uri ?? '',
    version: '1',
    chainId: Number(chainId),
    nonce: nonce ?? '',
    issuedAt: issuedAt ?? '',
    expirationTime: expirationTime ?? null,
    notBefore: notBefore ?? null,
    requestId: fields.requestId ?? null,
    resources: list,
  }
}

export type SiweContext = {
  /** The origin that the handshake proved. */
  origin: string
  address: string
  chainId: number
  /** ms since the epoch */
  now: number
}

const clockTolerance = 10 * 60_000

/** Whether `domain` (and the scheme, where given) name exactly the origin that asks. */
function namesOrigin({ scheme, domain }: SiweMessage, origin: string): boolean {
  const asking = new URL(origin)
  if (scheme !== null && `${scheme.toLowerCase()}:` !== asking.protocol) return false
  if (domain.includes('@')) return false
  try {
    return new URL(`${asking.protocol}//${domain}`).origin === asking.origin
  } catch {
    return false
  }
}

/**
 * Checks a sign-in against who asks, for which account and when. Answers with the reason to refuse it, or null.
 *
 * @param context `now` in ms since the epoch
 * @example
 * refusalOfSiwe(message, { origin: 'https://example.com', address, chainId: 1, now: Date.now() }) // null
 */
export function refusalOfSiwe(message: SiweMessage, context: SiweContext): string | null {
  const { now } = context
  if (!namesOrigin(message, context.origin)) return 'signInDomain'
  if (!sameAddress(message.address, context.address)) return 'signInAddress'
  if (message.chainId !== context.chainId) return 'signInNetwork'
  if (Math.abs(Date.parse(message.issuedAt) - now) > clockTolerance) return 'signInIssuedAt'
  if (message.expirationTime !== null && Date.parse(message.expirationTime) <= now) return 'signInExpired'
  if (message.notBefore !== null && Date.parse(message.notBefore) > now + clockTolerance)
    return 'signInNotYet'
  return null
}

/** Whether the URI that the sign-in is about lies on another origin than the one that asks. */
export function hasForeignUri(message: SiweMessage, origin: string): boolean {
  try {
    return new URL(message.uri).origin !== origin
  } catch {
    return true
  }
}
