import { WALLET_IMAGE_PATH } from '@latchkey/protocol/http'
import type { Config } from '../createConfig.ts'
import { serviceUrl } from '../remote/serviceUrl.ts'

/**
 * Where the picture of a directory wallet is, for an `<img>`.
 *
 * @param imageId of a wallet that `fetchWallets` answered
 * @example
 * walletImageUrl(config, 'e30d09fe') // 'https://api.example.net/getWalletImage/e30d09fe?projectId=demo&st=html&sv=html-0.1.0'
 */
export const walletImageUrl = (config: Config, imageId: string): string =>
  serviceUrl(config, `${WALLET_IMAGE_PATH}/${encodeURIComponent(imageId)}`).href
