/** Beside a number nothing else of a symbol could be taken for more of the number: not `000 USDC`, nor `billion USDC`. */
const PLAIN = /^[$€£]?\p{L}\S*$/u

/**
 * A token's symbol as it may stand beside a number: in quotation marks, where it could be read as part of it. Its contract
 * wrote it.
 * @example symbolBeside('000 USDC') // '“000 USDC”'
 */
export const symbolBeside = (symbol: string): string =>
  symbol === '' || PLAIN.test(symbol) ? symbol : `“${symbol}”`
