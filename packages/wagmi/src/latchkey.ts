import type { Eip1193Provider } from '@latchkey/core/connector'
import { createLatchkey, type Latchkey, type LatchkeyOptions, latchkeyIcon } from '@latchkey/sdk'
import type { Address, Chain, ProviderConnectInfo, ProviderMessage } from 'viem'
import { asConnectorError, isUserRejection } from './connectorErrors.ts'
import { type Follower, followLatchkey, NAMESPACE, waitForRestore } from './followLatchkey.ts'
import { checksummed, readAccounts, readChainId } from './providerState.ts'
import { switchChain } from './switchChain.ts'
import type { SwitchChainParameters, WagmiContext } from './WagmiContext.ts'

export type { WagmiContext, WagmiEmitter } from './WagmiContext.ts'

type Connected<WithCapabilities extends boolean> = {
  accounts: WithCapabilities extends true
    ? readonly { address: Address; capabilities: Record<string, unknown> }[]
    : readonly Address[]
  chainId: number
}

export type LatchkeyWagmiConnector = {
  readonly id: 'latchkey'
  readonly name: 'Latchkey'
  readonly type: 'latchkey'
  /** A data URI. */
  readonly icon: string
  /** Keeps wagmi from listing Latchkey once more when it is announced (EIP-6963). */
  readonly rdns: 'dev.latchkey'
  setup(): Promise<void>
  connect<WithCapabilities extends boolean = false>(parameters?: {
    chainId?: number | undefined
    isReconnecting?: boolean | undefined
    withCapabilities?: WithCapabilities | boolean | undefined
  }): Promise<Connected<WithCapabilities>>
  disconnect(): Promise<void>
  getAccounts(): Promise<readonly Address[]>
  getChainId(): Promise<number>
  getProvider(parameters?: { chainId?: number | undefined }): Promise<Eip1193Provider>
  isAuthorized(): Promise<boolean>
  switchChain(parameters: SwitchChainParameters): Promise<Chain>
  onAccountsChanged(accounts: string[]): void
  onChainChanged(chainId: string): void
  onConnect(connectInfo: ProviderConnectInfo): void
  onDisconnect(error?: Error | undefined): void
  onMessage(message: ProviderMessage): void
  /** The Latchkey beneath, to open it at a view or to change its theme. */
  getLatchkey(): Latchkey
}

/**
 * Latchkey as a connector of wagmi 2 and 3. Connecting opens Latchkey's modal; what is connected or disconnected by
 * `<latchkey-button>` reaches wagmi too. On a server it does nothing.
 *
 * @param source a Latchkey that the page has made, or the options for one, which is made when the browser needs it
 * @example
 * const config = createConfig({ chains: [base], connectors: [latchkey(options)], transports: { [base.id]: http() } })
 */
export function latchkey(
  source: Latchkey | LatchkeyOptions,
): (context: WagmiContext) => LatchkeyWagmiConnector {
  let made = 'provider' in source ? source : undefined
  const getLatchkey = () => {
    made ??= createLatchkey(source as LatchkeyOptions)
    return made
  }
  return (context) => buildConnector(context, getLatchkey)
}

const isServer = (): boolean => typeof window === 'undefined'

function buildConnector(
  { chains, emitter }: WagmiContext,
  getLatchkey: () => Latchkey,
): LatchkeyWagmiConnector {
  const getProvider = () => getLatchkey().provider
  const follower = followLatchkey(emitter, getProvider)
  return {
    id: 'latchkey',
    name: 'Latchkey',
    type: 'latchkey',
    icon: latchkeyIcon,
    rdns: 'dev.latchkey',
    getLatchkey,
    async setup() {
      // A server serves many visitors with one config, and none of them is connected there.
      if (isServer()) return
      const provider = getProvider()
      provider.on('connect', (info) => this.onConnect(info))
      provider.on('accountsChanged', (accounts) => this.onAccountsChanged(accounts))
      provider.on('chainChanged', (chainId) => this.onChainChanged(chainId))
      provider.on('disconnect', (error) => this.onDisconnect(error))
      provider.on('message', (message) => this.onMessage(message))
    },
    connect: (parameters = {}) =>
      follower.quietly(async () => {
        const { accounts, chainId } = await connectLatchkey(getLatchkey(), chains, parameters)
        const shaped = parameters.withCapabilities
          ? accounts.map((address) => ({ address, capabilities: {} }))
          : accounts
        // Which of the two shapes it is, only the caller's type argument knows.
        return { accounts: shaped as never, chainId }
      }),
    // What the page has connected beside it stays.
    disconnect: () => follower.quietly(() => getLatchkey().disconnect({ namespace: NAMESPACE })),
    getAccounts: () => readAccounts(getProvider()),
    getChainId: () => readChainId(getProvider()),
    getProvider: async () => getProvider(),
    async isAuthorized() {
      return !isServer() && isRestored(getLatchkey())
    },
    switchChain: (parameters) => switchChain(getProvider(), chains, parameters),
    ...providerEvents(follower, emitter),
  }
}

/**
 * Whether somebody is connected once the stored connection is confirmed or given up. The provider is not asked: it would wait
 * as long again for one that is neither.
 */
async function isRestored({ config }: Latchkey): Promise<boolean> {
  await waitForRestore(config)
  return config.accounts.getState().byNamespace[NAMESPACE]?.status === 'connected'
}

/** Connects, restoring only what is there when wagmi reconnects, and goes to the asked network. */
async function connectLatchkey(
  latchkey: Latchkey,
  chains: WagmiContext['chains'],
  { chainId, isReconnecting }: { chainId?: number | undefined; isReconnecting?: boolean | undefined },
): Promise<{ accounts: readonly Address[]; chainId: number }> {
  const { provider } = latchkey
  if (isReconnecting && !(await isRestored(latchkey))) throw new Error('Latchkey is not connected.')
  const method = isReconnecting ? 'eth_accounts' : 'eth_requestAccounts'
  const accounts = await provider.request({ method }).catch((error: unknown) => {
    throw asConnectorError(error)
  })
  if (!Array.isArray(accounts) || accounts.length === 0) throw new Error('Latchkey is not connected.')
  const current = await readChainId(provider)
  if (chainId !== undefined && chainId !== current)
    await switchChain(provider, chains, { chainId }).catch((error: unknown) => {
      // Connected to another network than asked is still connected, unless the person said no.
      if (isUserRejection(error)) throw error
    })
  return { accounts: await checksummed(accounts), chainId: await readChainId(provider) }
}

function providerEvents(
  follower: Follower,
  emitter: WagmiContext['emitter'],
): Pick<
  LatchkeyWagmiConnector,
  'onAccountsChanged' | 'onChainChanged' | 'onConnect' | 'onDisconnect' | 'onMessage'
> {
  return {
    onConnect: () => follower.connected(),
    onAccountsChanged: (accounts) =>
      accounts.length === 0 ? follower.disconnected() : follower.accountsChanged(accounts),
    onChainChanged: (chainId) => follower.chainChanged(Number(chainId)),
    onDisconnect: () => follower.disconnected(),
    onMessage: (message) => emitter.emit('message', { ...message }),
  }
}
