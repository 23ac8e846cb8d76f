/**
 * What balances, prices and names of the local chain are read from; `deployMoneyContracts` puts them there. What each
 * does stands in `contracts/TestMoney.sol`. `dollar` is the token that every local chain has already.
 *
 * @example
 * await client.readContract({ address: moneyContracts.oldDollar, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
 */
export const moneyContracts = {
  /** Multicall3, where public networks have it too; its code is the one that viem carries. */
  multicall: '0xcA11bde05977b3631167028862bE2a173976CA11',
  /** An ordinary token with six decimals. */
  dollar: '0x0cc31af540b190b1745114f1E65909DFEa2FFF24',
  /** A token whose transfer answers with nothing. */
  oldDollar: '0xB5Cd4303F51Ba4cb34C309B511007864769fd056',
  wrappedEther: '0x778b943a03ceFbab0B5c7270408ed7708bA8EDb1',
  /** An ether for 2 500 dollars. */
  etherPool: '0xdf64cbBE38f5320887070Ce7aaf51C79a25324d4',
  /** A dollar for an old dollar. */
  oldDollarPool: '0xDb6ff1EBFEa5FF73e6bAAc071f1aB514a0322FC5',
  /** A registry of names and their resolver in one. */
  names: '0x1a46ae4904e321AaE64817c2cC630B9b65f6053A',
  /** What viem asks for addresses of names (`universalResolverAddress`). */
  universalResolver: '0xcBfBf06DF98C348554384f2F7Ce75152571De0B0',
  /** Collectibles, one of each (ERC-721), and several (ERC-1155). */
  collectible: '0xB3cC7Ca79c7Aa28F706A247d90Cd26BA5A5556D8',
  editions: '0x4f290F034d9BA33ab76f82ac2e2e315FF5164A21',
} as const
