import { withDeadline } from '@latchkey/std/deadline'
import type { ChainContext } from '../../../context/ChainContext.ts'
import type { FrameAccounts } from './FrameAccounts.ts'

const keyOf = (chainId: number, address: string) => `${chainId}/${address.toLowerCase()}`

/** Remembers that an account has code. It never loses it again. */
export function noteDeployed(frame: ChainContext, chainId: number, address: string): void {
  frame.deployedAccounts.add(keyOf(chainId, address))
}

/**
 * Whether an account has code on a network.
 *
 * @throws ChainUnreachableError, ChainRefusedError when the network does not tell: nobody may guess
 */
export async function isDeployed(
  frame: ChainContext,
  chainId: number,
  address: string,
  signal?: AbortSignal,
): Promise<boolean> {
  if (frame.deployedAccounts.has(keyOf(chainId, address))) return true
  const code = await frame.chain.request(
    chainId,
    { method: 'eth_getCode', params: [address, 'latest'] },
    signal,
  )
  const deployed = typeof code === 'string' && code.length > 2
  if (deployed) noteDeployed(frame, chainId, address)
  return deployed
}

/** ms; a sign-in does not wait longer for a network. */
const patience = 1_000

/** Whether the smart account is deployed, as far as that is known within a second; for information only. */
export async function seemsDeployed(frame: ChainContext, { smart, chain }: FrameAccounts): Promise<boolean> {
  if (smart === null) return false
  const ask = (signal: AbortSignal) => isDeployed(frame, chain.id, smart, signal)
  return withDeadline({ ms: patience }, ask).catch(() => false)
}
