import {
  getAccountNfts,
  ImageNotFoundError,
  InvalidRequestError,
  NFT_IMAGE_PATH,
  nftsQuery,
  UnknownNetworkError,
} from '@latchkey/protocol/http'
import { isAddress } from 'viem'
import { type Routes, registerRoute } from '../http/registerRoute.ts'
import { createCollectibles } from '../nfts/createCollectibles.ts'
import { readQuery } from '../query/readQuery.ts'

/** A browser keeps a picture for a day: who changes what a collectible looks like is seen a day later. */
const HEADERS = {
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=86400',
  'cross-origin-resource-policy': 'cross-origin',
  'content-disposition': 'attachment; filename="picture"',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

/** Collectibles of the service's own accounts, and their pictures. */
export function addNftRoutes(routes: Routes): void {
  const collectibles = createCollectibles(routes.service)
  const serving = { audience: 'page', count: 'data', query: Object.keys(nftsQuery().shape) } as const
  registerRoute(routes, getAccountNfts, serving, async ({ chains }, { params, query }) => {
    const { address = '' } = params
    // viem takes mixed case with its checksum alone (ERC-55).
    if (!isAddress(address)) throw new InvalidRequestError({ data: { field: 'address' } })
    const chain = chains.get(readQuery(nftsQuery(), query).chainId)
    if (!chain) throw new UnknownNetworkError()
    return collectibles.list(chain, address.toLowerCase() as `0x${string}`)
  })
  const route = { method: 'GET', path: `${NFT_IMAGE_PATH}/:id` } as const
  registerRoute(routes, route, { audience: 'anyone', count: 'image' }, async (_, { params }) => {
    // A picture that cannot be had is no failure of the service.
    const picture = await collectibles.picture(params.id ?? '').catch(() => null)
    if (!picture) throw new ImageNotFoundError()
    const headers = { ...HEADERS, 'content-type': picture.type }
    return new Response(new Uint8Array(picture.bytes), { headers })
  })
}
