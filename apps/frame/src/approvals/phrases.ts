import type { TokenInfo } from '@latchkey/chain-evm/decode/model'
import { BaseError } from '@latchkey/errors'
import type { ChainInfo } from '@latchkey/protocol'
import { ChainUnreachableError, KeysUnavailableError } from '@latchkey/protocol/frame'
import { RateLimitedError, ServiceUnreachableError } from '@latchkey/protocol/http'
import { symbolBeside } from '@latchkey/ui/symbolBeside'
import type { MessageKey } from '../locales/Locale.ts'
import { plainText } from '../site/plainText.ts'
import type { AmountValue, Fact, Notice, Phrase, Value, Warning } from './ApprovalView.ts'

export const text = (content: string): Value => ({ kind: 'text', text: content })
export const addressValue = (address: string): Value => ({ kind: 'address', address })

/** Characters of a row in which somebody else's words stand: what is longer is cut there. */
const LONGEST_ROW = 300
/** What somebody else wrote, as it may stand in a row. */
export const rowText = (written: string): string => plainText(written, LONGEST_ROW)
/** Whether a row has room for all of it. */
export const fitsRow = (written: string): boolean => written.length <= LONGEST_ROW
export const quoted = (written: string): Value => ({ kind: 'quote', text: rowText(written) })

/** An amount of the network's own currency. */
export const nativeAmount = (chain: ChainInfo, amount: bigint, rounding?: 'nearest' | 'up'): Value => ({
  kind: 'amount',
  amount,
  decimals: chain.nativeCurrency.decimals,
  symbol: chain.nativeCurrency.symbol,
  ...(rounding ? { rounding } : {}),
})

/** A token's symbol as it may be shown: its contract wrote it. */
export const symbolOf = (token: TokenInfo | undefined): string => plainText(token?.symbol ?? '', 12)

/** The same as it may stand beside a number. */
export const symbolInAmount = (token: TokenInfo | undefined): string => symbolBeside(symbolOf(token))

/** What a token is called where it stands beside a number: its symbol, or its address where it has none. */
const tokenUnit = (token: TokenInfo | undefined, address: string): string =>
  symbolInAmount(token) || `${address.slice(0, 6)}…${address.slice(-4)}`

export const tokenAmount = (token: TokenInfo | undefined, amount: bigint, address: string): AmountValue => ({
  kind: 'amount',
  amount,
  decimals: token?.decimals ?? null,
  symbol: tokenUnit(token, address),
})

export const networkFact = (chain: ChainInfo): Fact => ({
  label: 'row.network',
  value: text(chain.name),
  ...(chain.id === 0
    ? {}
    : {
        note: {
          key: chain.testnet ? 'value.testNetwork' : 'value.networkId',
          values: { id: text(String(chain.id)) },
        },
      }),
})

export const accountFact = (address: string): Fact => ({ label: 'row.account', value: addressValue(address) })

/** A token's symbol inside a sentence; "tokens" where the contract gives none. */
export const tokenName = (symbol: string): Value =>
  symbol === '' ? { kind: 'message', key: 'value.tokens' } : text(symbol)

type NameIn<Key> = Key extends `warn.${infer Name}.body` ? Name : never

/** A warning of the catalogue: `warn.<name>` is its title and `warn.<name>.body` what to do. */
type WarningName = NameIn<MessageKey>

/** Makes a warning of the catalogue. `risk` makes a danger need a second step. */
export function makeWarning(
  level: Warning['level'],
  name: WarningName,
  values?: Readonly<Record<string, Value>>,
  risk?: MessageKey,
): Warning {
  const phrase = (key: MessageKey): Phrase => ({ key, ...(values ? { values } : {}) })
  return {
    level,
    title: { key: `warn.${name}` },
    body: phrase(`warn.${name}.body`),
    ...(risk ? { risk: phrase(risk) } : {}),
  }
}

/** JSON has no integers of this size; the text of one is as good to compare. */
const comparable = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)

/** A text by which two values can be told apart. */
export const textOf = (value: unknown): string => JSON.stringify(value, comparable)

/** What several steps say alike is said once; the first place counts. */
export function distinct<T>(items: readonly T[]): T[] {
  const seen = new Map<string, T>()
  for (const item of items) {
    const text = textOf(item)
    if (!seen.has(text)) seen.set(text, item)
  }
  return [...seen.values()]
}

/** The network did not answer: nothing can be said, so nothing can be approved. */
export const networkStop: Notice = {
  title: { key: 'stop.network' },
  body: { key: 'stop.network.body' },
  code: String(ChainUnreachableError.code),
  retry: true,
}

/** The same, for the host too: its own error where it has one. */
export const networkStopFor = (error: unknown): { stop: Notice; refusal: BaseError } => ({
  stop: networkStop,
  refusal: error instanceof BaseError ? error : new ChainUnreachableError({ cause: error }),
})

/** The network says that it would not take this. A reason in its own words is quoted. */
export function refusedStop(reason: MessageKey | { quote: string }): Notice {
  const value: Value =
    typeof reason === 'string' ? { kind: 'message', key: reason } : { kind: 'quote', text: reason.quote }
  return { title: { key: 'stop.refused' }, body: { key: 'stop.refused.body', values: { reason: value } } }
}

export function fundsStop(symbol: string, have: Value, need: Value): Notice {
  return {
    title: { key: 'stop.funds', values: { symbol: { kind: 'text', text: symbol } } },
    body: { key: 'stop.funds.body', values: { have, need } },
  }
}

const repeatable: ReadonlySet<number> = new Set([
  ChainUnreachableError.code,
  KeysUnavailableError.code,
  ServiceUnreachableError.code,
  RateLimitedError.code,
])

/** Whether trying again may help. */
export const isRepeatable = (error: unknown): boolean =>
  error instanceof BaseError && repeatable.has(error.code)

/** What the person is told about a try that did not work; nothing was signed. */
export function failureOf(error: unknown): Notice {
  const code = error instanceof BaseError ? error.code : 0
  const keys = code === KeysUnavailableError.code
  return {
    title: { key: keys ? 'stop.keys' : 'stop.failed' },
    body: { key: keys ? 'stop.keys.body' : 'stop.failed.body' },
    code: String(code),
  }
}
