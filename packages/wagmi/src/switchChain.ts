import type { Eip1193Provider, ProviderListener } from '@latchkey/core/connector'
import { withDeadline } from '@latchkey/std/deadline'
import { toQuantity } from '@latchkey/std/hex'
import type { Chain } from 'viem'
import { isUnknownChain, isUserRejection, switchFailed, userRejected } from './connectorErrors.ts'
import { readChainId } from './providerState.ts'
import type { SwitchChainParameters } from './WagmiContext.ts'

/** How long a wallet that has agreed may take to be there, ms. */
const CHANGE_WAIT = 10_000

/**
 * Switches (EIP-3326); a network that the wallet does not know is added first (EIP-3085). Settles once the provider
 * says that it is there.
 *
 * @throws SwitchChainError (4902), or UserRejectedRequestError (4001) when the person refused
 */
export async function switchChain(
  provider: Eip1193Provider,
  chains: readonly Chain[],
  { chainId, addEthereumChainParameter }: SwitchChainParameters,
): Promise<Chain> {
  const chain = chains.find(({ id }) => id === chainId)
  if (!chain) throw switchFailed(new Error(`Chain ${chainId} is not configured in wagmi.`))
  const ask = (method: string, parameter: object) =>
    arriving(provider, chainId, () => provider.request({ method, params: [parameter] }))
  try {
    await ask('wallet_switchEthereumChain', { chainId: toQuantity(chainId) }).catch((error: unknown) => {
      if (!isUnknownChain(error)) throw error
      return ask('wallet_addEthereumChain', addParameter(chain, addEthereumChainParameter))
    })
    return chain
  } catch (error) {
    throw isUserRejection(error) ? userRejected(error) : switchFailed(error)
  }
}

/** Asks, and then waits until the provider has changed: an answer alone does not mean that it has. */
async function arriving(
  provider: Eip1193Provider,
  chainId: number,
  ask: () => Promise<unknown>,
): Promise<void> {
  let arrive: () => void = () => undefined
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const listener: ProviderListener = (changed: unknown) => {
    if (Number(changed) === chainId) arrive()
  }
  provider.on('chainChanged', listener)
  try {
    await ask()
    if ((await readChainId(provider)) === chainId) return
    const tooLate = () => new Error(`The wallet did not change to chain ${chainId}.`)
    await withDeadline({ ms: CHANGE_WAIT, tooLate }, () => arrival)
  } finally {
    provider.removeListener('chainChanged', listener)
  }
}

function addParameter(
  chain: Chain,
  given: SwitchChainParameters['addEthereumChainParameter'],
): Record<string, unknown> {
  const explorer = chain.blockExplorers?.default.url
  const rpcUrls = given?.rpcUrls?.length ? given.rpcUrls : [chain.rpcUrls.default.http[0] ?? '']
  return {
    blockExplorerUrls: explorer ? [explorer] : undefined,
    ...given,
    chainId: toQuantity(chain.id),
    chainName: given?.chainName ?? chain.name,
    nativeCurrency: given?.nativeCurrency ?? chain.nativeCurrency,
    rpcUrls,
  }
}
