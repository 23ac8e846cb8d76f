import type { Described, DescribedToken, DescribedValue, TokenInfo } from '@latchkey/chain-evm/decode/types'
import type { ChainInfo } from '@latchkey/protocol'
import type { Phrase, Value } from '../../../approvals/ApprovalView.ts'
import {
  addressValue,
  nativeAmount,
  symbolOf,
  text,
  tokenAmount,
  tokenName,
} from '../../../approvals/values.ts'
import { plainText } from '../../../site/plainText.ts'
import { visibleText } from '../../../site/visibleText.ts'
import type { Known } from '../rpc/askChain.ts'
import { wordsKey } from './words.ts'

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
export function describedValue(around: Around, value: DescribedValue): Value {
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
