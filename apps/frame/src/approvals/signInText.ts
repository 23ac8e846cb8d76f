import { parseUrl } from '@latchkey/std/parseUrl'
import { block } from './refusals.ts'

/** How the accounts of a kind of network stand in a sign-in: what they are called, and their form. */
export type SignInAccounts = { label: string; address: RegExp }

/** A sign-in as a wallet is asked to sign it (CAIP-122). Fields that are left out are null. */
export type SignInText = {
  domain: string
  address: string
  statement: string | null
  uri: string | null
  chainId: string | null
  expirationTime: string | null
  resources: readonly string[]
  /** Whether the fields that are not here hold no more than a number, a time or an id: nothing that would have to be read. */
  isPlain: boolean
}

const HEAD = /^(\S+) wants you to sign in with your ([A-Za-z]+) account:$/
const SENTENCE = /wants you to sign in with your\b/i
const FIELDS = [
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
] as const

/** A number, a time, an id. The grammar of ERC-4361 leaves no room for a sentence either. */
const PLAIN = /^[!-~]{0,128}$/

/** The fields in their order, each once; undefined where a line is none of them. */
function readFields(lines: readonly string[]): Map<string, string> | undefined {
  const found = new Map<string, string>()
  let last = -1
  for (const line of lines) {
    const at = FIELDS.findIndex((name) => line.startsWith(`${name}: `))
    const name = FIELDS[at]
    if (at <= last || name === undefined) return undefined
    found.set(name, line.slice(name.length + 2))
    last = at
  }
  return found
}

/**
 * Reads a message as a sign-in.
 *
 * @returns undefined for a text that is none; `malformed` for one that reads like a sign-in and is not of its grammar, or of other
 *   accounts, which nobody should sign
 */
export function readSignIn(text: string, accounts: SignInAccounts): SignInText | 'malformed' | undefined {
  if (!SENTENCE.test(text)) return undefined
  const [first = '', address = '', ...rest] = text.split('\n')
  const [, domain, label] = HEAD.exec(first) ?? []
  if (domain === undefined || label !== accounts.label || !accounts.address.test(address)) return 'malformed'
  const lines = [...rest]
  let statement: string | null = null
  if (lines.length > 0 && lines.shift() !== '') return 'malformed'
  // A statement stands between two empty lines.
  if (lines.length > 0 && !FIELDS.some((name) => lines[0]?.startsWith(`${name}: `))) {
    statement = lines.shift() ?? null
    if (statement === '') statement = null
    else if (lines.length > 0 && lines.shift() !== '') return 'malformed'
  }
  const at = lines.indexOf('Resources:')
  const listed = at < 0 ? [] : lines.slice(at + 1)
  const fields = readFields(at < 0 ? lines : lines.slice(0, at))
  if (!fields || !listed.every((line) => line.startsWith('- '))) return 'malformed'
  return {
    domain,
    address,
    statement,
    uri: fields.get('URI') ?? null,
    chainId: fields.get('Chain ID') ?? null,
    expirationTime: fields.get('Expiration Time') ?? null,
    resources: listed.map((line) => line.slice(2)),
    isPlain: [...fields.values()].every((value) => PLAIN.test(value)),
  }
}

/** A sign-in must name the site that asks and the account that signs, and be in time. @throws as `block` */
export function requireOwnSignIn(
  { domain, address, uri, expirationTime }: SignInText,
  { origin, now }: { origin: string; now(): number },
  account: string,
): void {
  if (domain !== new URL(origin).host) block('signInDomain')
  if (address !== account) block('signInAddress')
  if (uri !== null && parseUrl(uri)?.origin !== origin) block('signInUri')
  if (expirationTime !== null && !(Date.parse(expirationTime) > now())) block('signInExpired')
}
