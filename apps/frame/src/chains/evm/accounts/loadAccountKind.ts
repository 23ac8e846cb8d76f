import type { SmartAccountKind } from '@latchkey/chain-evm/decode/smartAccount/model'
import { loadPart } from '../../../context/loadPart.ts'

/**
 * Loads the kind of smart account that this wallet makes. A part of its own: networks without smart accounts do without.
 *
 * @throws ServiceUnreachableError when it cannot be loaded
 */
export const loadAccountKind = async (): Promise<SmartAccountKind> =>
  (await loadPart(() => import('@latchkey/chain-evm/decode/smartAccount'))).safeAccount

/**
 * Loads the EIP-191 hash of a message (version 0x45), which only a smart account's signature needs here.
 *
 * @throws ServiceUnreachableError when it cannot be loaded
 */
export const loadMessageHash = async (): Promise<(message: `0x${string}`) => `0x${string}`> =>
  (await loadPart(() => import('@latchkey/chain-evm/decode/smartAccount'))).messageHash
