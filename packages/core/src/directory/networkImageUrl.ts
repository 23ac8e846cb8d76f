import { ASSET_IMAGE_PATH } from '@latchkey/protocol/http'
import type { Config } from '../createConfig.ts'
import type { Network } from '../interfaces/Network.ts'
import { serviceUrl } from '../remote/serviceUrl.ts'

/**
 * Where the picture of a network is, for an `<img>`: its own `imageUrl`, else the one that the service keeps under its
 * `imageId`. Undefined for a network that names none.
 *
 * @example
 * networkImageUrl(config, base) // 'https://api.example.net/public/getAssetImage/base-v1?projectId=demo&st=html&sv=html-0.1.0'
 */
export function networkImageUrl(config: Config, { assets = {} }: Network): string | undefined {
  const { imageId, imageUrl } = assets
  if (imageUrl || !imageId) return imageUrl
  return serviceUrl(config, `${ASSET_IMAGE_PATH}/${encodeURIComponent(imageId)}`).href
}
