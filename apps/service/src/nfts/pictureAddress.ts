import { NFT_IMAGE_PATH } from '@latchkey/protocol/http'
import { keyedHash } from '../crypto/bytes.ts'
import type { HashKeys } from '../crypto/serviceKeys.ts'

/** What nobody else can write: only pictures of what was told are fetched. */
export const pictureMac = ({ address: key }: Pick<HashKeys, 'address'>, place: string): string =>
  keyedHash(key, 'nft picture', place).slice(0, 22)

/**
 * Where the service serves the picture of a collectible that it tells of.
 *
 * @param place `<chain>.<contract>.<number>`, in small letters
 */
export const pictureAddress = (hashKeys: Pick<HashKeys, 'address'>, place: string): string =>
  `${NFT_IMAGE_PATH}/${place}.${pictureMac(hashKeys, place)}`
