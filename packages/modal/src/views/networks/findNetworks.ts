import type { Network } from '@latchkey/core'

export type NetworkGroups = { main: Network[]; tests: Network[] }

/** Networks whose name or id holds the query, test networks apart. */
export function findNetworks(networks: readonly Network[], query: string): NetworkGroups {
  const wanted = query.trim().toLocaleLowerCase()
  const found = networks.filter(
    ({ name, id }) => name.toLocaleLowerCase().includes(wanted) || String(id) === wanted,
  )
  return {
    main: found.filter((network) => !network.testnet),
    tests: found.filter((network) => network.testnet),
  }
}
