import { getAddress } from 'viem'
import { sameAddress } from './parseAddress.ts'

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
  /** Where it leaves the letter of ERC-4361 and is meant so all the same; empty for a message by the standard. */
  deviations: readonly SiweDeviation[]
}

/** A nonce with other characters or too few; an address without checksum; text outside of ASCII. */
export type SiweDeviation = 'nonce' | 'checksum' | 'characters'

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

/** Whatever is written in one line and can be seen; joiners stand between letters and emoji. */
const seen = '(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]|[\\u200c\\u200d])'

type Loose = { statement: string; nonce: string; requestId: string }
const strict: Loose = { statement, nonce: '[A-Za-z0-9]{8,}', requestId: `${pchar}*` }
const meant: Loose = { statement: `${seen}+`, nonce: '[!-~]{1,128}', requestId: `${seen}*` }

const grammarOf = (field: Loose) =>
  new RegExp(
    `^(?:(?<scheme>[A-Za-z][A-Za-z0-9+.\\-]*)://)?(?<domain>${authority}) wants you to sign in with your Ethereum account:\\n` +
      `(?<address>0x[0-9A-Fa-f]{40})\\n\\n(?:(?<statement>${field.statement})\\n)?\\n` +
      `URI: (?<uri>${uri})\\nVersion: (?<version>1)\\nChain ID: (?<chainId>[0-9]{1,16})\\n` +
      `Nonce: (?<nonce>${field.nonce})\\nIssued At: (?<issuedAt>${dateTime})` +
      `(?:\\nExpiration Time: (?<expirationTime>${dateTime}))?(?:\\nNot Before: (?<notBefore>${dateTime}))?` +
      `(?:\\nRequest ID: (?<requestId>${field.requestId}))?(?:\\nResources:(?<resources>(?:\\n- ${uri})*))?$`,
    'u',
  )
const grammar = grammarOf(strict)
const plainStatement = new RegExp(`^(?:${strict.statement})?$`)
const plainRequestId = new RegExp(`^${strict.requestId}$`)
const meantGrammar = grammarOf(meant)

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

/** The grammar above takes anything in brackets for IPv6; the URL Standard's parser knows what is one. */
const hasRealHosts = (uris: readonly string[]): boolean =>
  uris.every((text) => {
    const literal = /^[^/?#]*(?:\/\/)?[^/?#]*(\[[^\]]*\])/.exec(text)?.[1]
    return literal === undefined || URL.canParse(`http://${literal}/`)
  })

type Groups = Record<string, string | undefined>

function deviationsOf(groups: Groups): SiweDeviation[] | null {
  const { address = '', nonce = '', statement = '', requestId = '' } = groups
  const isChecksummed = getAddress(address.toLowerCase()) === address
  // Mixed letters are a checksum, and then it must be right.
  if (!isChecksummed && !/^0x(?:[0-9a-f]{40}|[0-9A-F]{40})$/.test(address)) return null
  return [
    ...(/^[A-Za-z0-9]{8,}$/.test(nonce) ? [] : (['nonce'] as const)),
    ...(isChecksummed ? [] : (['checksum'] as const)),
    ...(plainStatement.test(statement) && plainRequestId.test(requestId) ? [] : (['characters'] as const)),
  ]
}

/**
 * Parses a sign-in message by the ABNF of ERC-4361, or one that is meant so and leaves it in a field that deceives nobody:
 * `deviations` says where. null when anything else is off.
 *
 * @example
 * parseSiwe('example.com wants you to sign in with your Ethereum account:\n0x…')?.domain // 'example.com'
 */
export function parseSiwe(text: string): SiweMessage | null {
  const fields = grammar.exec(text)?.groups ?? meantGrammar.exec(text)?.groups
  const deviations = fields && deviationsOf(fields)
  if (!fields || !deviations) return null
  const { domain, address, uri, chainId, nonce, issuedAt, expirationTime, notBefore, resources } = fields
  const list = resources ? resources.split('\n- ').slice(1) : []
  if (![issuedAt, expirationTime, notBefore].every(isRealTime)) return null
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
    deviations,
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

/** The origin of a web page's address; null for other URIs, which name things rather than places. */
function webOrigin(uri: string): string | null {
  if (!URL.canParse(uri)) return null
  const { protocol, origin } = new URL(uri)
  return protocol === 'https:' || protocol === 'http:' ? origin : null
}

/**
 * Checks a sign-in against who asks, for which account and when. Answers with the reason to refuse it, or null.
 *
 * @param context `now` in ms since the epoch
 * @example
 * refusalOfSiwe(message, { origin: 'https://example.com', address, chainId: 1, now: Date.now() }) // null
 */
export function refusalOfSiwe(message: SiweMessage, context: SiweContext): string | null {
  const { now, origin } = context
  if (!namesOrigin(message, origin)) return 'signInDomain'
  if ((webOrigin(message.uri) ?? origin) !== origin) return 'signInUri'
  if (!sameAddress(message.address, context.address)) return 'signInAddress'
  if (message.expirationTime !== null && Date.parse(message.expirationTime) <= now) return 'signInExpired'
  if (message.notBefore !== null && Date.parse(message.notBefore) > now + clockTolerance)
    return 'signInNotYet'
  return null
}

/** What a person should know of a sign-in before it is signed all the same. */
export type SiweDoubt = SiweDeviation | 'network' | 'time' | 'uri'

/**
 * The doubts about a sign-in that is not refused: where it leaves the standard, another network, a time that is not now, a
 * URI that is no page of the site.
 */
export function doubtsOfSiwe(message: SiweMessage, context: SiweContext): SiweDoubt[] {
  const isNow = Math.abs(Date.parse(message.issuedAt) - context.now) <= clockTolerance
  return [
    ...(message.chainId === context.chainId ? [] : (['network'] as const)),
    ...(isNow ? [] : (['time'] as const)),
    ...(webOrigin(message.uri) === null ? (['uri'] as const) : []),
    ...message.deviations,
  ]
}
