import { pretendExtension } from './pretendConnectors.ts'
import { sampleWallets } from './sampleWallets.ts'

const [rainfall, harbour, compass] = sampleWallets(3)
type Abilities = Parameters<typeof pretendExtension>[2]

const pretend = (wallet: typeof rainfall, abilities: Abilities = {}) =>
  pretendExtension(wallet?.name ?? 'Wallet', 'ANNOUNCED', {
    ...(wallet?.image_url ? { icon: wallet.image_url } : {}),
    ...(wallet?.rdns ? { rdns: wallet.rdns } : {}),
    ...abilities,
  })

/** An extension that never answers unless told to. */
export const rainfallExtension = (abilities?: Abilities) => pretend(rainfall, abilities)
export const harbourExtension = (abilities?: Abilities) => pretend(harbour, abilities)
/** One wallet that announces itself on two namespaces. */
export const compassExtensions = [
  pretend(compass, { id: 'compass-evm' }),
  pretend(compass, { id: 'compass-solana', namespaces: ['solana'] }),
]
export const pairingConnector = (abilities?: Abilities) =>
  pretendExtension('WalletConnect', 'WALLET_CONNECT', abilities)
