import { createStorage, type Network } from '@latchkey/core'
import { connectorContext, type TestContext } from '../../testing/connectorContext.ts'
import { type WalletConnectConnector, walletConnect } from '../../walletConnect.ts'

export const chain = (id: number): Network => ({
  id,
  name: `Chain ${id}`,
  caipNetworkId: `eip155:${id}`,
  chainNamespace: 'eip155',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://rpc.example'] } },
})

/** A storage whose content can be looked at and given to another page. */
export function sharedArea(entries: Iterable<[string, string]> = []) {
  const map = new Map(entries)
  const area = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  } as unknown as Storage
  return { map, storage: createStorage(() => area) }
}

export type Page = {
  connector: WalletConnectConnector
  context: TestContext
  area: ReturnType<typeof sharedArea>
  /** Every uri that was shown. */
  uris: string[]
  /** The next uri that is shown, or the one that is on the screen. */
  uri(): Promise<string>
}

export type PageOptions = {
  relayUrl: string
  area?: ReturnType<typeof sharedArea>
  networks?: readonly Network[]
  apiOrigin?: string
}

/** A page with a WalletConnect connector, as far as the connector sees it. */
export function openPage({
  relayUrl,
  area = sharedArea(),
  networks = [chain(31337)],
  apiOrigin,
}: PageOptions): Page {
  const uris: string[] = []
  const waiting: ((uri: string) => void)[] = []
  let shown: string | undefined
  const context = connectorContext({
    networks,
    getNetwork: () => networks[0] ?? chain(31337),
    storage: area.storage,
    services: { walletOrigin: 'https://wallet.example', apiOrigin: apiOrigin ?? 'http://127.0.0.1:9' },
    metadata: { name: 'Test page', description: 'For tests', url: 'https://dapp.example', icons: [] },
  })
  context.emitter.on('pairing', (pairing) => {
    shown = pairing?.uri
    if (!shown) return
    uris.push(shown)
    for (const resolve of waiting.splice(0)) resolve(shown)
  })
  return {
    connector: walletConnect({ relayUrl })(context),
    context,
    area,
    uris,
    uri: () =>
      shown === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(shown),
  }
}
