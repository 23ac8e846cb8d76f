import { ASSET_IMAGE_PATH, getWallets, ImageNotFoundError, WALLET_IMAGE_PATH } from '@latchkey/protocol/http'
import type { Hono } from 'hono'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { findWallets } from '../directory/findWallets.ts'
import { imageResponse } from '../directory/imageResponse.ts'
import { parseWalletsQuery } from '../directory/parseWalletsQuery.ts'
import type { StoredImages } from '../directory/storedImages.ts'
import { clientAddress } from '../http/clientAddress.ts'
import { limitAddress } from '../http/limitAddress.ts'
import { limitGuest, requireProjectReader } from '../http/publicRoute.ts'

/** Spec 7, wallet directory: the list for pages that name a project, the pictures for everyone. */
export function addDirectoryRoutes(app: Hono, service: ServiceContext): void {
  const { config, directory } = service
  app.get(getWallets.path, async (context) => {
    await limitAddress(service, 'api', clientAddress(context, config.trustedProxies))
    await limitGuest(service, context, await requireProjectReader(service, context))
    const query = parseWalletsQuery(new URL(context.req.url).searchParams)
    return context.json(findWallets(directory.wallets, query))
  })

  const addImages = (path: string, images: StoredImages) =>
    app.get(`${path}/:id`, async (context) => {
      await limitAddress(service, 'image', clientAddress(context, config.trustedProxies))
      // Only ids that were read at the start are in the map: no caller's text reaches the disk.
      const image = images.get(context.req.param('id') ?? '')
      if (!image) throw new ImageNotFoundError()
      return imageResponse(image, context.req.header('if-none-match'))
    })
  addImages(WALLET_IMAGE_PATH, directory.walletImages)
  addImages(ASSET_IMAGE_PATH, directory.assetImages)
}
