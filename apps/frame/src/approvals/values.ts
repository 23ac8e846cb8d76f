import type { TokenInfo } from '@latchkey/chain-evm/decode/types'
import type { ChainInfo } from '@latchkey/protocol'
import { plainText } from '../site/plainText.ts'
import type { AmountValue, Fact, Value } from './ApprovalView.ts'

export const text = (content: string): Value => ({ kind: 'text', text: content })
export const addressValue = (address: string): Value => ({ kind: 'address', address })

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

/** What a token is called where it stands beside a number: its symbol, or its address where it has none. */
const tokenUnit = (token: TokenInfo | undefined, address: string): string =>
  symbolOf(token) || `${address.slice(0, 6)}…${address.slice(-4)}`

export const tokenAmount = (token: TokenInfo | undefined, amount: bigint, address: string): AmountValue => ({
  kind: 'amount',
  amount,
  decimals: token?.decimals ?? null,
  symbol: tokenUnit(token, address),
})

export const networkFact = (chain: ChainInfo): Fact => ({
  label: 'row.network',
  value: text(chain.name),
  note: {
    key: chain.testnet ? 'value.testNetwork' : 'value.networkId',
    values: { id: text(String(chain.id)) },
  },
})

export const accountFact = (address: string): Fact => ({ label: 'row.account', value: addressValue(address) })

/** A token's symbol inside a sentence; "tokens" where the contract gives none. */
export const tokenName = (symbol: string): Value =>
  symbol === '' ? { kind: 'message', key: 'value.tokens' } : text(symbol)
