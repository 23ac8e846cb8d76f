import {
  ASSET_IMAGE_PATH,
  CURRENCY_IMAGE_PATH,
  getWallets,
  ImageNotFoundError,
  TOKEN_IMAGE_PATH,
  WALLET_IMAGE_PATH,
  walletsQuery,
} from '@latchkey/protocol/http'
import { findWallets, imageResponse, type StoredImages } from '../directory/walletDirectory.ts'
import { type Routes, registerRoute } from '../http/registerRoute.ts'
import { parseWalletsQuery } from '../query/parseWalletsQuery.ts'

/** Spec 7, wallet directory: the list for pages that name a project, the pictures for everyone. */
export function addDirectoryRoutes(routes: Routes): void {
  const { directory } = routes.service
  const query = Object.keys(walletsQuery().shape)
  registerRoute(routes, getWallets, { audience: 'page', query }, async (_, call) =>
    findWallets(directory.wallets, parseWalletsQuery(call.query)),
  )
  const addImages = (path: string, images: StoredImages) =>
    registerRoute(
      routes,
      { method: 'GET', path: `${path}/:id` },
      { audience: 'anyone', count: 'image' },
      async (_, { params, request }) => {
        // Only ids that were read at the start are in the map: no caller's text reaches the disk.
        const image = images.get(params.id ?? '')
        if (!image) throw new ImageNotFoundError()
        return imageResponse(image, request.headers.get('if-none-match') ?? undefined)
      },
    )
  addImages(WALLET_IMAGE_PATH, directory.walletImages)
  addImages(ASSET_IMAGE_PATH, directory.assetImages)
  addImages(TOKEN_IMAGE_PATH, directory.tokenImages)
  addImages(CURRENCY_IMAGE_PATH, directory.currencyImages)
}
