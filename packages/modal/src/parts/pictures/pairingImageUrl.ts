import type { Config } from '@latchkey/core'
import { assetImageUrl } from '@latchkey/core/wallets'

/** The mark of WalletConnect, which the service keeps. */
export const pairingImageUrl = (config: Config): string => assetImageUrl(config, 'connector-walletconnect-v2')
