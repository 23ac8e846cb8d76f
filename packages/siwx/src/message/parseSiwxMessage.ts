import { parseUrl } from '@latchkey/std/parseUrl'
import { ACCOUNT_LABELS, type SiwxFields, type SiwxNamespace } from './fields.ts'
import { layOut } from './layOut.ts'

/** Longest text that is looked at, UTF-16 units. */
const MOST_TEXT = 8_192

// RFC 3986 character classes, each repetition with one way to match only, so that no text takes long.
const UNRESERVED = 'A-Za-z0-9\\-._~'
const SUB_DELIMS = "!$&'()*+,;="
const ESCAPED = '%[0-9A-Fa-f]{2}'
const PCHAR = `(?:[${UNRESERVED}${SUB_DELIMS}:@]|${ESCAPED})`
const HOST = `(?:\\[[0-9A-Fa-f:.]{2,45}\\]|(?:[${UNRESERVED}${SUB_DELIMS}]|${ESCAPED})+)`
const AUTHORITY = `(?:(?:[${UNRESERVED}${SUB_DELIMS}:]|${ESCAPED})*@)?${HOST}(?::[0-9]{0,5})?`
const TAIL = `(?:\\?(?:${PCHAR}|[/?])*)?(?:#(?:${PCHAR}|[/?])*)?`
const SCHEME = '[A-Za-z][A-Za-z0-9+.\\-]*'
const URI = `${SCHEME}:(?://(?:${AUTHORITY})?(?:/${PCHAR}*)*|/?(?:${PCHAR}+(?:/${PCHAR}*)*)?)${TAIL}`
/** RFC 3339 */
const TIME =
  '[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,12})?(?:[Zz]|[+\\-][0-9]{2}:[0-9]{2})'
const STATEMENT = `[${UNRESERVED}:/?#\\[\\]@${SUB_DELIMS} ]+`
const LABEL = Object.values(ACCOUNT_LABELS).join('|')

const GRAMMAR = new RegExp(
  `^(?:(?<scheme>${SCHEME})://)?(?<domain>${AUTHORITY}) wants you to sign in with your (?<label>${LABEL}) account:\\n` +
    `(?<address>[-.%a-zA-Z0-9]{1,128})\\n\\n(?:(?<statement>${STATEMENT})\\n)?\\n` +
    `URI: (?<uri>${URI})\\nVersion: (?<version>1)\\nChain ID: (?<reference>[-_a-zA-Z0-9]{1,32})\\n` +
    `Nonce: (?<nonce>[A-Za-z0-9]{8,128})\\nIssued At: (?<issuedAt>${TIME})` +
    `(?:\\nExpiration Time: (?<expirationTime>${TIME}))?(?:\\nNot Before: (?<notBefore>${TIME}))?` +
    `(?:\\nRequest ID: (?<requestId>${PCHAR}*))?(?<resources>\\nResources:(?:\\n- ${URI})*)?$`,
)

/** The form of an account and of a network of each namespace. */
const ADDRESSES: Readonly<Record<SiwxNamespace, RegExp>> = {
  eip155: /^0x[0-9a-fA-F]{40}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  // Base58, or bech32 in small letters: an account has one name.
  bip122: /^(?:[1-9A-HJ-NP-Za-km-z]{26,35}|(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{11,86})$/,
}
const REFERENCES: Readonly<Record<SiwxNamespace, RegExp>> = {
  eip155: /^[1-9][0-9]{0,15}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{1,32}$/,
  bip122: /^[0-9a-f]{32}$/,
}

/** `Date` would roll 31 June over into July. */
function isRealTime(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  const isSameDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isSameDay && !Number.isNaN(Date.parse(text.toUpperCase()))
}

/** What stands in brackets must be an address; the URL parser knows what is one. */
function hasRealHost(text: string): boolean {
  const literal = /^(?:[^/?#]*\/\/)?[^/?#]*(\[[^\]]*\])/.exec(text)?.[1]
  return literal === undefined || parseUrl(`http://${literal}/`) !== undefined
}

const namespaceOf = (label: string | undefined): SiwxNamespace | undefined =>
  (Object.keys(ACCOUNT_LABELS) as SiwxNamespace[]).find((namespace) => ACCOUNT_LABELS[namespace] === label)

/**
 * Parses a sign-in message by the ABNF of ERC-4361, and its CAIP-122 forms for Solana and Bitcoin. `undefined` when
 * anything is off: laying out what was read must give the very same text. Checksums of addresses are the verifier's.
 *
 * @example
 * parseSiwxMessage('example.com wants you to sign in with your Ethereum account:\n0x…')?.domain // 'example.com'
 */
export function parseSiwxMessage(text: string): SiwxFields | undefined {
  // A body of a request may hold anything, or nothing, in its place.
  const isText = typeof text === 'string' && text.length <= MOST_TEXT
  const groups = isText ? GRAMMAR.exec(text)?.groups : undefined
  const namespace = namespaceOf(groups?.label)
  if (!groups || !namespace) return undefined
  const fields = readFields(groups, namespace)
  const { accountAddress, chainId, resources = [] } = fields
  const times = [fields.issuedAt, fields.expirationTime, fields.notBefore].filter(
    (time) => time !== undefined,
  )
  const isSound =
    ADDRESSES[namespace].test(accountAddress) &&
    REFERENCES[namespace].test(chainId.slice(namespace.length + 1)) &&
    times.every(isRealTime) &&
    [fields.domain, fields.uri, ...resources].every(hasRealHost)
  return isSound && layOut(fields) === text ? fields : undefined
}

function readFields(groups: Record<string, string | undefined>, namespace: SiwxNamespace): SiwxFields {
  const { statement, expirationTime, notBefore, requestId, scheme, resources } = groups
  return {
    chainId: `${namespace}:${groups.reference ?? ''}`,
    accountAddress: groups.address ?? '',
    nonce: groups.nonce ?? '',
    domain: groups.domain ?? '',
    uri: groups.uri ?? '',
    version: groups.version ?? '',
    issuedAt: groups.issuedAt ?? '',
    ...(statement === undefined ? {} : { statement }),
    ...(expirationTime === undefined ? {} : { expirationTime }),
    ...(notBefore === undefined ? {} : { notBefore }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(resources === undefined ? {} : { resources: resources.split('\n- ').slice(1) }),
    ...(scheme === undefined ? {} : { scheme }),
  }
}
