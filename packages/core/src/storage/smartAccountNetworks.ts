import type { KeyValueStorage } from '../interfaces/KeyValueStorage.ts'
import type { CaipNetworkId } from '../interfaces/Network.ts'
import { STORAGE_KEYS } from './storageKeys.ts'

/** What the frame may name at most, and the longest chain id. */
const MOST_NETWORKS = 200
const CHAIN_ID = /^[1-9]\d{0,15}$/

/** Remembers where the wallet has smart accounts, as a comma list of chain ids (spec 3). */
export function writeSmartAccountNetworks(storage: KeyValueStorage, chainIds: readonly number[]): void {
  storage.set(STORAGE_KEYS.smartAccountNetworks, chainIds.join(','))
}

/** The networks on which the wallet has smart accounts, as it said last; none while it has said nothing. */
export const readSmartAccountNetworks = (storage: KeyValueStorage): readonly CaipNetworkId[] =>
  (storage.get(STORAGE_KEYS.smartAccountNetworks) ?? '')
    .split(',', MOST_NETWORKS)
    .filter((id) => CHAIN_ID.test(id))
    .map((id) => `eip155:${id}` as const)
