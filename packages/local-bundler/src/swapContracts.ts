/**
 * Uniswap v3 on the local chain, in the builds that its authors publish; `deploySwapContracts` puts it there. The pools are
 * those of `moneyContracts`' tokens: `factory` tells where each is.
 *
 * @example
 * await client.readContract({ address: swapContracts.factory, abi, functionName: 'getPool', args: [one, other, 3_000] })
 */
export const swapContracts = {
  factory: '0x9f8f7af185C2B6018EE30d8664C51d68Bf682191',
  /** QuoterV2. */
  quoter: '0x8D178dBcAD40ccd70b95ceD93b29A590D0b10405',
  /** SwapRouter02. */
  router: '0x785a631AB127DE0166Ec9eE0cC305d0581B56BB0',
  /** NonfungiblePositionManager: liquidity is given through it. */
  positions: '0x87f3ce8E463097668a6b5044615A15600b9B35A0',
} as const
