import { deepFreeze } from '@latchkey/std/deepFreeze'
import { parseUrl } from '@latchkey/std/parseUrl'
import {
  type Address,
  bytesToHex,
  getAddress,
  type Hex,
  hexToBytes,
  recoverAddress,
  recoverMessageAddress,
  stringToBytes,
} from 'viem'
import { isAddressText, parseAddress, sameAddress } from './address.ts'
import { malformed, refuse } from './errors.ts'
import type { MessageRequest, SiweContext, SiweDeviation, SiweDoubt, SiweMessage } from './model.ts'

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
    return literal === undefined || parseUrl(`http://${literal}/`) !== undefined
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
  const { protocol, origin } = parseUrl(uri) ?? {}
  return origin !== undefined && (protocol === 'https:' || protocol === 'http:') ? origin : null
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

/** EIP-191's own limit is none; this is what a person could still read. */
const maxMessageBytes = 16_384

function toBytes(message: string): Uint8Array {
  return /^0x(?:[0-9a-fA-F]{2})*$/.test(message) ? hexToBytes(message as Hex) : stringToBytes(message)
}

function strictText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Message and address in whichever order they came: the standard's when both could be either. */
function order(params: readonly unknown[]): { message: string; address: Address } {
  const [first, second] = params
  if (params.length < 2 || params.length > 3) return malformed('paramCount')
  if (typeof first !== 'string' || typeof second !== 'string') return malformed('paramType')
  const swapped = !isAddressText(second) && isAddressText(first)
  return { message: swapped ? second : first, address: parseAddress(swapped ? first : second) }
}

function refuseDangerousBytes(bytes: Uint8Array): void {
  // 0x19 opens every EIP-191 envelope: with it inside, these bytes could stand for something else that was signed.
  if (bytes[0] === 0x19) refuse('envelopeMessage')
  if (hasTransactionShape(bytes)) refuse('transactionLikeMessage')
}

/**
 * Reads the params of `personal_sign` in either order of its two parameters.
 *
 * @param options.hashes takes messages of 32 bytes, which are refused otherwise
 * @throws MalformedRequestError, or UnsafeRequestError for 32-byte messages, EIP-191 envelopes, transaction shapes, and
 *   text that claims to be a sign-in (ERC-4361) but does not parse as one
 * @example
 * parseMessageRequest(['0x48656c6c6f', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']).text // 'Hello'
 */
export function parseMessageRequest(
  params: readonly unknown[],
  { hashes = false }: { hashes?: boolean } = {},
): MessageRequest {
  const { message, address } = order(params)
  const bytes = toBytes(message)
  if (bytes.length > maxMessageBytes) malformed('messageTooLong')
  refuseDangerousBytes(bytes)
  const isHash = bytes.length === 32
  if (isHash && !hashes) refuse('hashLikeMessage')
  const text = strictText(bytes)
  const siwe = text !== null && soundsLikeSiwe(text) ? (parseSiwe(text) ?? refuse('signInMalformed')) : null
  return deepFreeze({ address, hex: bytesToHex(bytes), text, siwe, isHash })
}

/** Whether a signature is by `address` over exactly these bytes (EIP-191). */
export async function isMessageSignedBy(address: string, message: Hex, signature: Hex): Promise<boolean> {
  try {
    return sameAddress(await recoverMessageAddress({ message: { raw: message }, signature }), address)
  } catch {
    return false
  }
}

/** Whether a signature is by `address` over exactly this digest (EIP-712). */
export async function isHashSignedBy(address: string, hash: Hex, signature: Hex): Promise<boolean> {
  try {
    return sameAddress(await recoverAddress({ hash, signature }), address)
  } catch {
    return false
  }
}

/** The generator of secp256k1 (SEC 2, section 2.4.1) as a signature's `r`: with `s` 1 a key can always be recovered. */
const RECOVERABLE: Hex = `0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798${'1'.padStart(64, '0')}1b`

/**
 * Loads what recovering needs. Call it before anything is signed: a download that fails afterwards would make a good
 * signature look like a false one. Rejects when it cannot be loaded.
 */
export async function loadRecovery(): Promise<void> {
  await recoverAddress({ hash: `0x${'11'.repeat(32)}`, signature: RECOVERABLE })
}

type Span = { end: number; list: boolean; start: number }

/** Reads one RLP item's header (Ethereum yellow paper, appendix B); undefined when it is not well formed. */
function readItem(bytes: Uint8Array, at: number, limit: number): Span | undefined {
  const head = bytes[at]
  if (head === undefined) return undefined
  if (head < 0x80) return { list: false, start: at, end: at + 1 }
  const list = head >= 0xc0
  const short = head - (list ? 0xc0 : 0x80)
  let start = at + 1
  let length = short
  if (short > 55) {
    const size = short - 55
    length = 0
    // Four bytes of length are 4 GiB, more than a message can be.
    if (size > 4) return undefined
    for (let i = 0; i < size; i++) length = length * 256 + (bytes[start + i] ?? Number.POSITIVE_INFINITY)
    start += size
  }
  const end = start + length
  return end <= limit ? { list, start, end } : undefined
}

/** How many items the RLP list that fills `bytes` from `at` holds; undefined when there is no such list. */
function countItems(bytes: Uint8Array, at: number): number | undefined {
  const list = readItem(bytes, at, bytes.length)
  if (!list?.list || list.end !== bytes.length) return undefined
  let count = 0
  for (let next = list.start; next < list.end; count++) {
    const item = readItem(bytes, next, list.end)
    if (!item) return undefined
    next = item.end
  }
  return count
}

/**
 * Whether bytes have the shape of a transaction or an authorization: an RLP list of a transaction's length, or a type
 * byte and such a list (EIP-2718, EIP-7702). Nobody signs such bytes as a message in good faith.
 */
function hasTransactionShape(bytes: Uint8Array): boolean {
  const legacy = countItems(bytes, 0)
  if (legacy !== undefined) return legacy >= 3
  const type = bytes[0]
  if (type === undefined || type > 0x7f) return false
  const typed = countItems(bytes, 1)
  return typed !== undefined && typed >= 3
}
