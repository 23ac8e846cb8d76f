import { type EvmChain, toNetwork } from '@latchkey/chain-evm/defineNetwork'
import { EMBEDDED_ICON } from '@latchkey/connectors'
import { hasBitcoin } from '@latchkey/connectors/hasBitcoin'
import { hasSolana } from '@latchkey/connectors/hasSolana'
import { watchInjected } from '@latchkey/connectors/injected'
import { type WalletConnectOptions, walletConnect } from '@latchkey/connectors/walletConnect'
import {
  type ChainNamespace,
  type Config,
  type Network,
  open,
  type PayReceipt,
  type PayRequest,
  type RequestArguments,
  SOCIAL_RETURN,
} from '@latchkey/core'
import {
  addNetwork as addToList,
  connectOn,
  disconnect,
  knownFeatures,
  reconnect,
  watchConnectors,
} from '@latchkey/core/session'
import type { SiweClient, SiweConfig } from '@latchkey/core/siwx'
import { loading } from '@latchkey/errors'
import { lazy } from '@latchkey/std/lazy'
import { painted } from '@latchkey/std/painted'

export {
  connectWith as connect,
  disconnect,
  fetchBalance,
  readLog,
  removeNetwork,
  setPreferredAccountType,
  switchNetwork,
} from '@latchkey/core/session'

/**
 * Asks the connected wallet or the network of one namespace; its code is loaded with the first request.
 *
 * @throws ProviderRpcError, with a code as EIP-1193 has it and our own in `data.latchkeyCode`
 */
export const request = async (
  config: Config,
  args: RequestArguments & { namespace: ChainNamespace },
): Promise<unknown> => (await loading(import('./sendRequest.ts'))).sendRequest(config, args)

/** Asks the visitor to pay; its code is loaded with the first payment. */
export const pay = async (config: Config, request: PayRequest): Promise<PayReceipt> =>
  (await loading(import('@latchkey/core/pay'))).pay(config, request)

/** Asks the visitor for the e-mail address; its code is loaded with the first call. */
export const requestEmail = async (config: Config, parameters?: { signal?: AbortSignal }): Promise<string> =>
  (await loading(import('@latchkey/core/identity'))).requestEmail(config, parameters)

/** Lists a further network; a chain of viem is taken too. */
export const addNetwork = (config: Config, network: Network | EvmChain): void =>
  addToList(config, toNetwork(network))

export type SessionOptions = {
  walletConnect?: WalletConnectOptions | undefined
  siweConfig?: SiweConfig | SiweClient | undefined
}

/**
 * Follows connections, finds the wallets of this browser, and does what must be ready before the first of them connects.
 * Returns how to stop.
 */
export function startSession(config: Config, options: SessionOptions): () => void {
  const stops = [watchConnectors(config)]
  // Before the modal is drawn: what it shows first must not wait for the service.
  config.features.setState(knownFeatures(config))
  const { enableWallets, basic, manualWCControl } = config.options
  if (enableWallets !== false) {
    if (options.walletConnect && !manualWCControl) config.addConnector(walletConnect(options.walletConnect))
    if (!basic) stops.push(watchInjected(config), watchSolana(config), watchBitcoin(config))
  }
  stops.push(onceOpen(config, () => loadRemote(config)))
  if (config.options.outcomeToast !== false) stops.push(tellOutcomes(config))
  if (config.siwx || options.siweConfig) stops.push(later(() => startSiwx(config, options)))
  return () => {
    for (const stop of stops) stop()
  }
}

/** What sends something that a network decides on. */
const SENDS = /send(?:Transaction|Calls)$/i

/** Tells how what the embedded wallet sends has ended; the code for it comes while the visitor reads the first request. */
function tellOutcomes(config: Config): () => void {
  const load = lazy(async () => (await config.runtime.loadOutcomes?.())?.outcomeTeller(config))
  config.runtime.onOwnRequest = (asked, answer) => {
    if (SENDS.test(asked.method))
      load().then(
        (tell) => tell?.(asked, answer),
        () => undefined,
      )
  }
  return () => {
    delete config.runtime.onOwnRequest
  }
}

/** Finds Solana's wallets, and is one of them. */
const watchSolana = (config: Config): (() => void) =>
  onceListed(config, hasSolana, async () => {
    const { registerOwnWallet, SOLANA, watchSolanaWallets } = await import('@latchkey/connectors/solana')
    const namespace = SOLANA
    const parts = [
      watchSolanaWallets(config),
      registerOwnWallet(config, {
        icon: EMBEDDED_ICON,
        request: (args) => request(config, { ...args, namespace }),
        connect: () => connectOn(config, namespace),
        disconnect: () => disconnect(config, { namespace }),
      }),
    ]
    return () => {
      for (const stop of parts) stop()
    }
  })

/** Finds Bitcoin's wallets. */
const watchBitcoin = (config: Config): (() => void) =>
  onceListed(config, hasBitcoin, async () =>
    (await import('@latchkey/connectors/bitcoin')).watchBitcoinWallets(config),
  )

/** Loads what is of one namespace once the page lists one of its networks: a page without any loads nothing of it. */
function onceListed(
  config: Config,
  isListed: (config: Config) => boolean,
  start: () => Promise<() => void>,
): () => void {
  const stops: (() => void)[] = []
  const look = () => {
    if (!isListed(config)) return
    stopLooking()
    stops.push(later(start))
  }
  const stopLooking = config.networks.subscribe(look)
  look()
  return () => {
    stopLooking()
    for (const stop of stops) stop()
  }
}

/**
 * Restores what storage remembers, and goes on with a social login that was under way. Never rejects.
 *
 * @param fragment what the address had after `#` when the page was loaded
 */
export async function resume(config: Config, fragment: string): Promise<void> {
  const { signal } = config.runtime
  if (!signal.aborted) await reconnect(config)
  if (signal.aborted || (!fragment.includes(SOCIAL_RETURN) && !config.storage.get(SOCIAL_RETURN))) return
  const parts = await import('@latchkey/core/identity').catch(() => undefined)
  // Destroyed meanwhile: another Latchkey of this page may be the one that goes on with it.
  if (!parts || signal.aborted) return
  const stop = parts.resumeSocialLogin(config, fragment, (provider) =>
    open(config, { view: { name: 'ConnectingSocial', params: { provider } } }),
  )
  signal.addEventListener('abort', stop)
}

/** Does it when the modal is open for the first time, or the page shows its own ways to connect: until then nothing is asked of anyone. */
function onceOpen(config: Config, start: () => () => void): () => void {
  let stop: (() => void) | undefined
  const check = () => {
    if (!config.modal.getState().open && !config.runtime.drawsConnect) return
    unsubscribe()
    stop = start()
  }
  const unsubscribe = config.modal.subscribe(check)
  check()
  return () => {
    unsubscribe()
    stop?.()
  }
}

/** Starts what has to be loaded first; stops it also when that comes in between. */
function later(start: () => Promise<() => void>): () => void {
  let stopped = false
  const starting = start().then(
    (stop) => (stopped ? stop() : stop),
    () => undefined,
  )
  return () => {
    stopped = true
    void starting.then((stop) => stop?.())
  }
}

/** Asks the service; what asks and reads answers is loaded once the first screen, which needs neither, is on the screen. */
const loadRemote = (config: Config): (() => void) =>
  later(async () => {
    await painted()
    const { startRemote } = await import('@latchkey/core/remote')
    return startRemote(config).stop
  })

async function startSiwx(config: Config, { siweConfig }: SessionOptions): Promise<() => void> {
  const { chooseSiwx, watchSiwx } = await import('@latchkey/core/siwx')
  config.siwx ??= chooseSiwx({ siweConfig })
  return watchSiwx(config)
}
