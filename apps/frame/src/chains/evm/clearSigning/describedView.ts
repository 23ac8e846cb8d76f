import { flattenCalls, sameAddress } from '@latchkey/chain-evm/decode'
import type {
  DecodedCall,
  Described,
  DescribedToken,
  DescribedValue,
  TokenInfo,
} from '@latchkey/chain-evm/decode/model'
import { clear } from '@latchkey/i18n/en/clear'
import type { ChainInfo } from '@latchkey/protocol'
import type { ApprovalView, Fact, Phrase, Value, Warning } from '../../../approvals/ApprovalView.ts'
import {
  addressValue,
  makeWarning,
  nativeAmount,
  symbolOf,
  text,
  tokenAmount,
  tokenName,
} from '../../../approvals/phrases.ts'
import type { MessageKey } from '../../../locales/Locale.ts'
import { plainText } from '../../../site/plainText.ts'
import { visibleText } from '../../../site/visibleText.ts'
import type { Known } from '../model/transaction.ts'

/** The English sentence of a description with its places, as the catalogue has it; null: it has none. */
const templateOf = ({ sentence }: Described): string | null =>
  sentence && `${sentence.map((part) => ('text' in part ? part.text : `{${part.place}}`)).join('')}.`

/** The message of a description's sentence; undefined when it has none or nobody has translated it. */
function sentenceKey(described: Described): MessageKey | undefined {
  const template = templateOf(described)
  return template === null ? undefined : wordsKey('say', template)
}

const isKnown = (value: DescribedValue): boolean => {
  if (value.kind === 'words') return wordsKey('word', value.text) !== undefined
  if (value.kind === 'tokenWords') return wordsKey('all', `${value.words} {token}`) !== undefined
  return true
}

/**
 * Whether the catalogues have all the words of a description. A test proves it for every descriptor of the build; one whose
 * words are missing says nothing at all.
 */
export const isSpeakable = (described: Described): boolean =>
  wordsKey('title', described.intent) !== undefined &&
  (described.sentence === null || sentenceKey(described) !== undefined) &&
  described.fields.every(({ label, value }) => wordsKey('row', label) !== undefined && isKnown(value))

type Part = 'title' | 'say' | 'row' | 'word' | 'all'

const keys: ReadonlyMap<string, MessageKey> = new Map(
  Object.entries(clear).map(([key, english]) => [
    `${key.split('.')[1]}/${english.toLowerCase()}`,
    key as MessageKey,
  ]),
)

/** The catalogue's message for English words of a descriptor, in any case; undefined: nobody has translated them. */
export const wordsKey = (part: Part, english: string): MessageKey | undefined =>
  keys.get(`${part}/${english.toLowerCase()}`)

/** What is known around a description. */
export type Around = { chain: ChainInfo; tokens: Known<TokenInfo> }

/** What this build vouches for comes before what a contract says of itself. */
function infoOf({ tokens }: Around, { address, pinned }: DescribedToken): TokenInfo | undefined {
  return pinned
    ? { symbol: pinned.ticker, decimals: pinned.decimals, collectible: false }
    : tokens.get(address.toLowerCase())
}

function tokenWords(
  around: Around,
  { token, words }: Extract<DescribedValue, { kind: 'tokenWords' }>,
): Value {
  const key = wordsKey('all', `${words} {token}`) ?? 'value.unlimited'
  const phrase: Phrase = { key, values: { token: tokenName(symbolOf(infoOf(around, token))) } }
  return { kind: 'phrase', phrase }
}

/** A described value as the screens show it. Words are in the catalogues: `isSpeakable` was asked before. */
function describedValue(around: Around, value: DescribedValue): Value {
  switch (value.kind) {
    case 'words':
      return { kind: 'message', key: wordsKey('word', value.text) ?? 'value.unknown' }
    case 'number':
      return text(value.text)
    case 'quote':
      return { kind: 'quote', text: plainText(visibleText(value.text), 400) }
    case 'boolean':
      return { kind: 'message', key: value.value ? 'value.yes' : 'value.no' }
    case 'bytes':
      return text(value.hex)
    case 'native':
      return nativeAmount(around.chain, value.amount)
    case 'tokenAmount':
      return tokenAmount(infoOf(around, value.token), value.amount, value.token.address)
    case 'tokenWords':
      return tokenWords(around, value)
    case 'token':
      return tokenName(symbolOf(infoOf(around, value.token)))
    case 'item':
      return text(`#${value.id}`)
    case 'date':
      return value.seconds === null
        ? { kind: 'message', key: 'value.forever' }
        : { kind: 'date', seconds: value.seconds }
    case 'network':
      return text(String(value.chainId))
    case 'address':
      return addressValue(value.address)
  }
}

/** The contracts whose units a description speaks of and that only they themselves vouch for. */
export function describedTokens({ fields }: Described): string[] {
  const tokens = fields.flatMap(({ value }) => {
    if (value.kind === 'item') return [value.collection]
    return 'token' in value && value.token.pinned === null ? [value.token.address] : []
  })
  return [...new Set(tokens)]
}

/** The title and the one sentence of a description. */
export function describedHeadline(
  around: Around,
  described: Described,
): Pick<ApprovalView, 'title' | 'sentence'> {
  const title = wordsKey('title', described.intent) ?? 'unknown.title'
  const key = sentenceKey(described)
  if (key === undefined) {
    const name = text(described.contractName ?? described.owner)
    return {
      title,
      sentence: { key: 'clear.plain', values: { intent: { kind: 'message', key: title }, name } },
    }
  }
  const values = (described.sentence ?? []).flatMap((part) =>
    'place' in part ? [[part.place, describedValue(around, part.value)] as const] : [],
  )
  return { title, sentence: { key, values: Object.fromEntries(values) } }
}

/** The rows of a description: whose contract it is, every value, and the tokens that nobody but themselves vouches for. */
export function describedFacts(around: Around, described: Described): Fact[] {
  const known = (name: string): Phrase => ({ key: 'clear.known', values: { name: text(name) } })
  return [
    { label: 'clear.app', value: text(described.contractName ?? described.owner) },
    ...described.fields.map(({ label, value }): Fact => {
      const named = value.kind === 'address' && value.name !== null
      return {
        label: wordsKey('row', label) ?? 'row.value',
        value: describedValue(around, value),
        ...(value.kind === 'address' ? { long: true } : {}),
        ...(named ? { note: known(value.name ?? '') } : {}),
      }
    }),
    ...describedTokens(described).map(
      (token): Fact => ({ label: 'row.token', value: addressValue(token), long: true }),
    ),
  ]
}

/** Somebody else's address where the account's own is expected. */
export function ownWarnings({ fields }: Described, own: string): Warning[] {
  return fields.flatMap(({ value }) =>
    value.kind === 'address' && value.own && !sameAddress(value.address, own)
      ? [makeWarning('danger', 'otherAccount', { address: addressValue(value.address) }, 'risk.otherAccount')]
      : [],
  )
}

/** Everybody whom the described steps of a call name. */
export const describedAddresses = (call: DecodedCall): readonly string[] =>
  flattenCalls(call).flatMap((step) =>
    step.kind === 'described'
      ? step.described.fields.flatMap(({ value }) => (value.kind === 'address' ? [value.address] : []))
      : [],
  )

/** What is odd about the described steps of a call. */
export const describedWarnings = (call: DecodedCall, own: string): Warning[] =>
  flattenCalls(call).flatMap((step) => (step.kind === 'described' ? ownWarnings(step.described, own) : []))

export type Parties = {
  /** Token contracts that the call names. */
  tokens: readonly string[]
  /** Addresses of which it matters whether they are contracts. */
  contracts: readonly string[]
  /** Who receives, where there is one. */
  recipient: string | null
}

function tokensOf(call: DecodedCall): string[] {
  if (call.kind === 'described') return describedTokens(call.described)
  return 'token' in call ? [call.token] : []
}

function contractsOf(call: DecodedCall): string[] {
  if (call.kind === 'approval') return [call.spender]
  if (call.kind === 'approvalForAll') return [call.operator]
  if (call.kind === 'create') return []
  return [call.to]
}

/** Who receives what a single call sends. */
export function recipientOf(call: DecodedCall): string | null {
  const sends =
    call.kind === 'nativeTransfer' || call.kind === 'tokenTransfer' || call.kind === 'collectibleTransfer'
  return sends ? call.to : null
}

/** Everybody whom a call concerns, steps within steps included. */
export function partiesOf(decoded: DecodedCall): Parties {
  const calls = flattenCalls(decoded)
  return {
    tokens: calls.flatMap(tokensOf),
    contracts: [...calls.flatMap(contractsOf), ...(decoded.kind === 'batch' ? [decoded.to] : [])],
    recipient: recipientOf(decoded),
  }
}

/** Whether the sentence of a call names its money already. */
export const saysValue = (kind: DecodedCall['kind']): boolean =>
  kind === 'nativeTransfer' || kind === 'unknown' || kind === 'described'
