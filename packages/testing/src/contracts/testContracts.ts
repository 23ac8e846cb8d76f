import { testCollectibleAbi } from './testCollectibleAbi.ts'
import { testTokenAbi } from './testTokenAbi.ts'

/**
 * The contracts that `startAnvil` deploys. Addresses are those of CREATE2 (EIP-1014) with salt 0 from the
 * deployer that anvil preloads, so they are the same on every chain.
 *
 * @example
 * await client.readContract({ ...testContracts.token, functionName: 'balanceOf', args: [account] })
 */
export const testContracts = {
  token: { address: '0x0cc31af540b190b1745114f1E65909DFEa2FFF24', abi: testTokenAbi },
  collectible: { address: '0x38650909EA4073FA58De1911059e477789A5eaa9', abi: testCollectibleAbi },
} as const
