import type { SmartAccountKind } from '@latchkey/chain-evm/decode/smartAccount'
import { later } from '../later.ts'

/**
 * Loads the kind of smart account that this wallet makes. A part of its own: networks without smart accounts do without.
 *
 * @throws ServiceUnreachableError when it cannot be loaded
 */
export const loadAccountKind = async (): Promise<SmartAccountKind> =>
  (await later(() => import('@latchkey/chain-evm/decode/smartAccount'))).safeAccount
