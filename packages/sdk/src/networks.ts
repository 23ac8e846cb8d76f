/**
 * Networks of the EVM for `createLatchkey({ networks })`: data alone, a few hundred bytes each.
 *
 * @example
 * import { arbitrum, base, mainnet } from 'latchkey/networks'
 */
export * from '@latchkey/chain-evm/networks'
