import type { Network } from '@latchkey/core/connector'
import { ChainNotSupportedError, SwitchNotConfirmedError } from '../answer/errors.ts'
import { readNetworkId } from './readAnswers.ts'
import { ALREADY_PENDING, isUnknownChain, toWalletError, USER_REJECTED } from './walletErrors.ts'

export type SwitchTools = {
  /** Asks the wallet, without a limit: a person answers. */
  ask(method: string, params?: readonly unknown[]): Promise<unknown>
  /** Asks what needs no person. */
  read(method: string): Promise<unknown>
  /** Settles at the wallet's next `chainChanged`, after so many ms, or when it is not wanted any more. */
  nextChange(limit: number, unwanted: AbortSignal): Promise<void>
}

/** How long a wallet may take to be where it says it is: so many looks, with so many ms between them at most. */
const LOOKS = 5
const LOOK_EVERY = 1_000
const LOOPBACK = /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * EIP-3326; a wallet that does not know the network (4902) is told of it by EIP-3085 and asked again. It has switched
 * when it says so itself.
 *
 * @throws ChainNotSupportedError, SwitchNotConfirmedError, or the wallet's refusal
 */
export async function switchChain(tools: SwitchTools, network: Network): Promise<void> {
  const id = Number(network.id)
  if (network.chainNamespace !== 'eip155' || !Number.isSafeInteger(id) || id <= 0) throw notSupported()
  const chainId = `0x${id.toString(16)}`
  const ask = () => tools.ask('wallet_switchEthereumChain', [{ chainId }])
  try {
    await ask()
  } catch (error) {
    if (!isUnknownChain(error)) throw toWalletError(error)
    await addChain(tools, network, chainId)
    // Some wallets have switched by adding, others wait to be asked.
    if (!(await isOn(tools, network)))
      await ask().catch((again: unknown) => {
        throw isUnknownChain(again) ? notSupported(again) : toWalletError(again)
      })
  }
  await confirm(tools, network)
}

async function addChain(tools: SwitchTools, network: Network, chainId: string): Promise<void> {
  const rpcUrls = [...(network.rpcUrls.chainDefault?.http ?? []), ...network.rpcUrls.default.http].filter(
    isSafeUrl,
  )
  // EIP-3085: without an address for the chain there is nothing to add.
  if (rpcUrls.length === 0) throw notSupported()
  const { nativeCurrency, name, blockExplorers, assets } = network
  const explorer = blockExplorers?.default.url
  const icon = assets?.imageUrl
  const parameter = {
    chainId,
    chainName: name,
    nativeCurrency,
    rpcUrls: [...new Set(rpcUrls)],
    ...(explorer && isSafeUrl(explorer) ? { blockExplorerUrls: [explorer] } : {}),
    ...(icon && isSafeUrl(icon) ? { iconUrls: [icon] } : {}),
  }
  try {
    await tools.ask('wallet_addEthereumChain', [parameter])
  } catch (error) {
    const failure = toWalletError(error)
    const { rpcCode } = failure.data ?? {}
    if (rpcCode === USER_REJECTED || rpcCode === ALREADY_PENDING) throw failure
    // An abort is of ours and has no code of the wallet.
    throw rpcCode === undefined ? failure : notSupported(error)
  }
}

/** Whether a wallet may be sent to an address: encrypted, or on this machine. */
export function isSafeUrl(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
}

async function isOn({ read }: SwitchTools, { caipNetworkId }: Network): Promise<boolean> {
  return readNetworkId(await read('eth_chainId')) === caipNetworkId
}

/** The answer null may come before the wallet has switched, the event before the answer, or never. */
async function confirm(tools: SwitchTools, network: Network): Promise<void> {
  const done = new AbortController()
  try {
    for (let look = 0; look < LOOKS; look += 1) {
      const changed = tools.nextChange(LOOK_EVERY, done.signal)
      if (await isOn(tools, network)) return
      await changed
    }
    if (!(await isOn(tools, network))) throw new SwitchNotConfirmedError()
  } finally {
    done.abort()
  }
}

const notSupported = (cause?: unknown) =>
  new ChainNotSupportedError({ data: { rpcCode: 4902 }, ...(cause === undefined ? {} : { cause }) })
