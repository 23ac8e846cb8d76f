import type { Network } from '@latchkey/core'

/** The chains (EIP-155) whose marks come with the service. */
const PICTURED: ReadonlySet<string> = new Set(
  '1 10 14 25 30 40 42 50 56 61 88 97 100 122 130 137 143 146 196 204 248 250 252 288 295 300 314 324 369 480 592 1030 1088 1101 1135 1284 1285 1329 1868 2020 2741 4689 5000 7000 8217 8453 9745 10143 13371 33139 34443 42161 42170 42220 42793 43113 43114 48900 57073 59141 59144 60808 80002 80094 81457 84532 88888 98866 167000 421614 534351 534352 7777777 11155111 11155420 1313161554 1666600000'.split(
    ' ',
  ),
)

/**
 * The id of the picture that the service keeps for a network that names none. A page that brings a chain of its own need
 * not know how the service calls the mark.
 *
 * @example networkPicture(optimism) // 'eip155-10-v1'
 */
export function networkPicture({
  caipNetworkId,
  id,
}: Pick<Network, 'caipNetworkId' | 'id'>): string | undefined {
  return PICTURED.has(String(id)) ? `${caipNetworkId.replace(':', '-')}-v1` : undefined
}
