import { askService } from '@latchkey/protocol/client'
import { getIdentity } from '@latchkey/protocol/http'
import { ageOf } from '@latchkey/std/ageOf'
import { activeAccount, activeNamespace, activeNetwork, patchAccount } from '../account/accounts.ts'
import type { Config } from '../interfaces/Config.ts'
import { type ChainNamespace, NAMESPACES_WITH } from '../interfaces/Connector.ts'
import { serviceOf } from '../remote/serviceUrl.ts'

/** Spec 9: a name is fresh for 5 min, and so is that there is none, ms. */
const FRESH = 300_000
/** ms that the service may take. */
const TIMEOUT = 10_000

type Identity = { name: string | null; avatar: string | null }

/**
 * Reads the name and the picture of the active account into the store: from the service; where that fails, the name alone
 * by the chain adapter (spec 8). Never rejects: without either there is no name.
 */
export async function fetchIdentity(config: Config): Promise<void> {
  const namespace = activeNamespace(config)
  const { address } = activeAccount(config)
  if (!address || !NAMESPACES_WITH.names.includes(namespace)) return
  // Spec 7: the service is asked for a network of the page alone.
  if (!activeNetwork(config.networks.getState())) return
  config.runtime.identities ??= new Map()
  const { identities } = config.runtime
  const key = address.toLowerCase()
  const last = identities.get(key)
  const identity = last && ageOf(last.at) < FRESH ? last : await read(config, namespace, address)
  if (config.runtime.signal.aborted) return
  if (identity !== last) identities.set(key, { ...identity, at: Date.now() })
  if (activeAccount(config).address !== address) return
  patchAccount(config.accounts, namespace, {
    profileName: identity.name ?? undefined,
    profileImage: identity.avatar ?? undefined,
  })
}

async function read(config: Config, namespace: ChainNamespace, address: string): Promise<Identity> {
  try {
    const answer = await askService(serviceOf(config), getIdentity, {
      params: { address },
      query: { sender: address },
      ms: TIMEOUT,
      signal: config.runtime.signal,
    })
    if (answer.kind === 'reply') return answer.reply
  } catch {
    // The network may tell what the service does not.
  }
  return { name: await lookUp(config, namespace, address), avatar: null }
}

async function lookUp(config: Config, namespace: ChainNamespace, address: string): Promise<string | null> {
  const { networks } = config.networks.getState()
  try {
    const names = await config.adapters[namespace]?.names?.()
    return (await names?.lookUp({ networks, address, signal: config.runtime.signal })) ?? null
  } catch {
    return null
  }
}
