import { askService } from '@latchkey/protocol/client'
import { type Collectible, getAccountNfts } from '@latchkey/protocol/http'
import { activeAccount, activeNetwork } from '../account/accounts.ts'
import type { Config } from '../interfaces/Config.ts'
import { serviceOf, serviceUrl } from '../remote/serviceUrl.ts'
import { NftsUnavailableError } from './errors.ts'

/** ms that the service may take: it may have to ask for words that nobody has asked for yet. */
const TIMEOUT = 15_000

/** One collectible, with the address of its picture; undefined: it has none that is shown. */
export type Nft = Omit<Collectible, 'image'> & { imageUrl: string | undefined }

/**
 * The collectibles that the active account has on the active network, newest first.
 *
 * @returns `hasMore`: the service tells no more than it does here
 * @throws NftsUnavailableError
 * @example
 * const { nfts } = await fetchNfts(config)
 */
export async function fetchNfts(
  config: Config,
  { signal = config.runtime.signal }: { signal?: AbortSignal } = {},
): Promise<{ nfts: readonly Nft[]; hasMore: boolean }> {
  const { address } = activeAccount(config)
  const chainId = activeNetwork(config.networks.getState())?.caipNetworkId
  if (!address || !chainId) throw new NftsUnavailableError()
  const answer = await askService(serviceOf(config), getAccountNfts, {
    params: { address },
    query: { chainId },
    ms: TIMEOUT,
    signal,
  }).catch((cause: unknown) => {
    throw new NftsUnavailableError({ cause })
  })
  if (answer.kind !== 'reply') throw new NftsUnavailableError()
  const nfts = answer.reply.nfts
    .filter((one) => one.chainId === chainId)
    .map(({ image, ...one }) => ({ ...one, imageUrl: image && serviceUrl(config, image).href }))
  return { nfts, hasMore: answer.reply.hasMore }
}
