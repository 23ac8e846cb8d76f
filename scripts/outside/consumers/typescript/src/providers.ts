/** The provider is taken as it is by each library that takes one, and chains of viem by `networks`. */
import { BrowserProvider, type Eip1193Provider } from 'ethers'
import { type CreateConnector, createLatchkey, type Siwx } from 'latchkey'
import { serviceSiwx } from 'latchkey/siwx'
import { callsWallet } from 'latchkey/testing'
import { latchkey as connector } from 'latchkey/wagmi'
import { createWalletClient, custom, type EIP1193Provider } from 'viem'
import * as chains from 'viem/chains'
import { createConfig, http } from 'wagmi'
import { type SupportedProviders, Web3 } from 'web3'
import { latchkey } from './wallet.ts'

const { provider } = latchkey

export const ofViem: EIP1193Provider = provider
export const client = createWalletClient({ chain: chains.base, transport: custom(provider) })

export const ofEthers: Eip1193Provider = provider
export const browserProvider = new BrowserProvider(provider)

export const ofWeb3: SupportedProviders = provider
export const web3 = new Web3(provider)

const options = { projectId: 'p', walletOrigin: 'https://w.example', apiOrigin: 'https://a.example' }
export const one = createLatchkey({ ...options, networks: [chains.polygon], defaultNetwork: chains.polygon })
export const several = createLatchkey({ ...options, networks: [chains.zksync, chains.celo, chains.arbitrum] })
const [first, ...others] = [chains.mainnet, chains.optimism] as const
export const spread = createLatchkey({ ...options, networks: [first, ...others] })
export const added = latchkey.addNetwork(chains.gnosis)

const siwx: Siwx = serviceSiwx({ apiOrigin: options.apiOrigin, projectId: options.projectId })
const connectors: CreateConnector[] = [callsWallet().create]
export const signsIn = createLatchkey({ ...options, networks: [chains.base], siwx, connectors })

export const config = createConfig({
  chains: [chains.base],
  connectors: [connector(latchkey)],
  transports: { [chains.base.id]: http() },
})

export const accounts: Promise<string[]> = provider.request<string[]>({ method: 'eth_accounts' })
provider.on('chainChanged', (chainId: string) => chainId.length)
export let account: `0x${string}` | undefined
provider.on('accountsChanged', (accounts) => {
  account = accounts[0]
})
provider.once('connect', ({ chainId }) => provider.off(chainId, console.log))
provider.on('disconnect', ({ code, message }) => console.log(code + 1, message))
provider.on('message', ({ type, data }) => console.log(type.length, data))
provider.on('anEventOfTheirOwn', (payload: { id: number }) => payload.id)
// @ts-expect-error an account is text
provider.on('accountsChanged', (accounts) => accounts[0]?.toFixed())
// @ts-expect-error a request has a method
provider.request({})
// @ts-expect-error at least one network
createLatchkey({ ...options, networks: [] })
