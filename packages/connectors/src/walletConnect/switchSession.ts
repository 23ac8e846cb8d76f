import type { CaipNetworkId, ChainNamespace, Network } from '@latchkey/core/connector'
import { ChainNotSupportedError } from '../answer/errors.ts'
import { switchChain } from '../injected/switchChain.ts'
import { approvedNetworks, isApproved } from './readSession.ts'
import type { Live } from './sessionEvents.ts'

export type SwitchSurroundings = {
  live(): Live
  ask(caipNetworkId: CaipNetworkId, method: string, params: readonly unknown[]): Promise<unknown>
  /** Settles when the session changes, after so many ms, or when it is not wanted any more. */
  nextChange(limit: number, unwanted: AbortSignal): Promise<void>
}

/**
 * Moves the page to another network of the session. One that the wallet has approved needs no asking: each request names
 * its network. Another one is asked for by EIP-3326 and EIP-3085, and has to be approved by an update of the session.
 *
 * @throws ChainNotSupportedError, SwitchNotConfirmedError, or the person's refusal
 */
export async function switchSession(around: SwitchSurroundings, network: Network): Promise<void> {
  const { caipNetworkId, chainNamespace } = network
  const has = () => approvedNetworks(around.live().session, chainNamespace).includes(caipNetworkId)
  if (has()) return
  const from = currentOf(around.live(), chainNamespace)
  if (!from || !isApproved(around.live().session, from, 'wallet_switchEthereumChain'))
    throw new ChainNotSupportedError({ data: { rpcCode: 4902 } })
  const number = (id: CaipNetworkId) => id.split(':')[1] ?? ''
  await switchChain(
    {
      ask: (method, params = []) => around.ask(from, method, params),
      // Where the wallet is: there once it has approved the network.
      read: async () => number(has() ? caipNetworkId : from),
      nextChange: around.nextChange,
    },
    network,
  )
}

const currentOf = ({ active }: Live, namespace: ChainNamespace): CaipNetworkId | undefined =>
  namespace === 'eip155' ? active.eip155 : undefined
