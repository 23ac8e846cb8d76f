import type { Config } from '../interfaces/Config.ts'
import type { Network } from '../interfaces/Connector.ts'
import { serviceUrl } from '../remote/serviceUrl.ts'

/** WALLET_IMAGE_PATH and ASSET_IMAGE_PATH of the protocol, written out because the first screen loads no protocol. */
const WALLET_IMAGES = '/getWalletImage'
const ASSET_IMAGES = '/public/getAssetImage'

/**
 * Where the picture of a directory wallet is, for an `<img>`.
 *
 * @param imageId of a wallet that `fetchWallets` answered
 * @example
 * walletImageUrl(config, 'e30d09fe') // 'https://api.example.net/getWalletImage/e30d09fe?projectId=demo&st=html&sv=html-0.1.0'
 */
export const walletImageUrl = (config: Config, imageId: string): string =>
  serviceUrl(config, `${WALLET_IMAGES}/${encodeURIComponent(imageId)}`).href

/** Where a picture of the service's own is, for an `<img>`: that of a network or of a connector. */
export const assetImageUrl = (config: Config, imageId: string): string =>
  serviceUrl(config, `${ASSET_IMAGES}/${encodeURIComponent(imageId)}`).href

/**
 * Where the picture of a network is, for an `<img>`: its own `imageUrl`, else the one that the service keeps under its
 * `imageId`. Undefined for a network that names none.
 *
 * @example
 * networkImageUrl(config, base) // 'https://api.example.net/public/getAssetImage/eip155-8453-v1?projectId=demo&st=html&sv=html-0.1.0'
 */
export function networkImageUrl(config: Config, { assets = {} }: Network): string | undefined {
  const { imageId, imageUrl } = assets
  return imageUrl || !imageId ? imageUrl : assetImageUrl(config, imageId)
}
