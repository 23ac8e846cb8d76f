import type { TokenBalance } from '../interfaces/Connector.ts'
import type { SwapQuote } from '../interfaces/Swap.ts'

/** What the service calls a token. */
export const convertIdOf = ({ address, chainId }: TokenBalance): string =>
  address ?? `${chainId}:0x${'e'.repeat(40)}`

/** The least that a swap gives: what is quoted, and so many basis points less. */
export const minimumOf = ({ toAmount }: Pick<SwapQuote, 'toAmount'>, slippage: number): bigint =>
  (toAmount * BigInt(10_000 - slippage)) / 10_000n
