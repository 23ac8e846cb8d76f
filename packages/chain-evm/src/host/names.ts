import type { AdapterContext, NameAbility, Network } from '@latchkey/core'
import { type Hex, hexToBytes } from 'viem'
import { getEnsAddress, getEnsName } from 'viem/actions'
import { mainnet } from 'viem/chains'
import { normalize } from 'viem/ens'
import { serviceClient } from './serviceClient.ts'

/** Where the names are registered (ENS). */
const REGISTRY = 'eip155:1'
const universalResolverAddress = mainnet.contracts.ensUniversalResolver.address
const NAME = /^(?!.*\.\.)[^\s./\\:@]{1,200}(?:\.[^\s./\\:@]{1,200})+$/u

/**
 * Names of ENS, asked of Ethereum through the service; a page that does not list Ethereum has none. A resolver that answers
 * from elsewhere (ERC-3668) is not followed: the visitor's browser asks no server that a name chose.
 */
export const createNames = (context: AdapterContext): NameAbility => {
  const clientFor = (networks: readonly Network[], signal: AbortSignal | undefined) => {
    const network = networks.find(({ caipNetworkId }) => caipNetworkId === REGISTRY)
    return network && { ...serviceClient(context, network, signal), ccipRead: false as const }
  }
  return {
    isName: (text) => text.length <= 255 && NAME.test(text),
    async resolve({ name, networks, signal }) {
      const client = clientFor(networks, signal)
      const plain = normalized(name)
      if (!client || plain === undefined) return null
      return getEnsAddress(client, { name: plain, universalResolverAddress, strict: false })
    },
    async readRecord({ name, coinType, networks, signal }) {
      const client = clientFor(networks, signal)
      const plain = normalized(name)
      if (!client || plain === undefined) return null
      const asked = { name: plain, coinType: BigInt(coinType), universalResolverAddress, strict: false }
      const found = await getEnsAddress(client, asked)
      return found === null ? null : hexToBytes(found)
    },
    async lookUp({ address, networks, signal }) {
      const client = clientFor(networks, signal)
      if (!client) return null
      const name = await getEnsName(client, { address: address as Hex, universalResolverAddress })
      // Only a name that is written as ENS writes it is one: others are made to look alike.
      return name !== null && normalized(name) === name ? name : null
    },
  }
}

/** As ENSIP-15 writes it; undefined for what it does not allow. */
function normalized(name: string): string | undefined {
  try {
    return normalize(name)
  } catch {
    return undefined
  }
}
