import { evmAdapter } from '@latchkey/chain-evm'
import { EMBEDDED_ICON, embedded } from '@latchkey/connectors'
import {
  type AppMetadata,
  announceProvider,
  type Config,
  type CreateChainAdapter,
  type CreateConnector,
  close,
  createConfig,
  disconnect,
  type Eip1193Provider,
  type Network,
  open,
  type RouterEntry,
  reconnect,
  STORAGE_KEYS,
  setTheme,
  type ThemeState,
  watchConnectors,
} from '@latchkey/core'
import { bindButtons } from './buttonRegistry.ts'
import { defineLatchkeyButton } from './LatchkeyButton.ts'
import { lazyModal } from './lazyModal.ts'

export type LatchkeyOptions = {
  /** Id of the project in your wallet service. */
  projectId: string
  /** Where the frame lives: another site than this page, such as `https://wallet.example.net`. */
  walletOrigin: string
  /** Where the service's API lives, such as `https://api.example.net`. */
  apiOrigin: string
  networks: readonly [Network, ...Network[]]
  metadata?: AppMetadata
  themeMode?: 'light' | 'dark'
  /** CSS colour (hex, rgb or hsl) of the one thing to do next. */
  accent?: string
  /** BCP 47 tag; default: the page's language, then the browser's. */
  locale?: string
  /** Default: the embedded wallet. */
  connectors?: readonly CreateConnector[]
  /** Default: eip155. */
  adapters?: readonly CreateChainAdapter[]
  allowUnsupportedChain?: boolean
  enableNetworkSwitch?: boolean
}

export type Latchkey = {
  config: Config
  /** EIP-1193, announced by EIP-6963 too. */
  provider: Eip1193Provider
  open(options?: { view?: RouterEntry }): void
  close(): void
  disconnect(): Promise<void>
  setTheme(theme: Partial<ThemeState>): void
  /** Loads what opening will need, as when the pointer nears the button. */
  preload(): void
  destroy(): void
}

/**
 * Sets Latchkey up on a page. It contacts nothing and loads nothing heavy before the first click, unless a session is stored.
 *
 * @throws ProjectIdMissingError
 * @example
 * const latchkey = createLatchkey({ projectId: 'demo', walletOrigin: 'https://wallet.example.net', apiOrigin: 'https://api.example.net', networks: [base] })
 * await latchkey.provider.request({ method: 'eth_requestAccounts' })
 */
export function createLatchkey(options: LatchkeyOptions): Latchkey {
  defineLatchkeyButton()
  const modal = lazyModal()
  const config = createConfig({
    projectId: options.projectId,
    networks: options.networks,
    services: { walletOrigin: options.walletOrigin, apiOrigin: options.apiOrigin },
    connectors: options.connectors ?? [embedded()],
    adapters: options.adapters ?? [evmAdapter],
    frameContainer: () => modal.frameContainer(config),
    ...pick(options, [
      'metadata',
      'themeMode',
      'accent',
      'locale',
      'allowUnsupportedChain',
      'enableNetworkSwitch',
    ]),
  })
  const stops = [
    watchConnectors(config),
    announceProvider(config.provider, {
      uuid: globalThis.crypto?.randomUUID?.() ?? '',
      name: 'Latchkey',
      icon: EMBEDDED_ICON,
      rdns: 'dev.latchkey',
    }),
    config.modal.subscribe((state) => {
      if (state.open) modal.mount(config)
    }),
    bindButtons(config, modal.preload),
  ]
  if (typeof window !== 'undefined' && config.storage.get(STORAGE_KEYS.connections)) void reconnect(config)

  return {
    config,
    provider: config.provider,
    open: (request) => open(config, request),
    close: () => close(config),
    disconnect: () => disconnect(config),
    setTheme: (theme) => setTheme(config, theme),
    preload: modal.preload,
    destroy() {
      for (const stop of stops) stop()
      modal.destroy()
      config.destroy()
    },
  }
}

/** Options that were given; absent ones stay absent. */
function pick<T extends object, Key extends keyof T>(from: T, keys: readonly Key[]): Partial<Pick<T, Key>> {
  const picked: Partial<Pick<T, Key>> = {}
  for (const key of keys) if (from[key] !== undefined) picked[key] = from[key]
  return picked
}
