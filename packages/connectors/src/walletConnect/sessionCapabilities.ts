import { isRecord } from '@latchkey/std/isRecord'
import { accountsOn, approvedNetworks, type SessionLike } from './readSession.ts'

/** What a wallet says of itself when it connects (CAIP-25). All of it comes from the wallet. */
export type SessionProperties = SessionLike & { sessionProperties?: unknown; scopedProperties?: unknown }

type Capabilities = Record<string, Record<string, unknown>>

/** Names of capabilities for all networks; the session's properties hold other things too. */
const SESSION_WIDE: ReadonlySet<string> = new Set([
  'atomic',
  'auxiliaryFunds',
  'flow-control',
  'paymasterService',
  'permissions',
  'sessionKeys',
])
const HEX = /^0x(?:0|[1-9a-f][0-9a-f]{0,12})$/i
const MAX_TEXT = 16_384

/**
 * Answers `wallet_getCapabilities` (EIP-5792) from what the wallet said when it connected: in its session properties for
 * all networks, in its scoped properties for one, or for one account of it (CAIP-25). Undefined where that says nothing of one
 * of the networks: then the wallet is asked.
 */
export function sessionCapabilities(session: SessionProperties, params: unknown): Capabilities | undefined {
  const [address, asked]: unknown[] = Array.isArray(params) ? params : []
  if (typeof address !== 'string' || !(asked === undefined || isChainIds(asked))) return undefined
  const approved = approvedNetworks(session, 'eip155')
  const wanted = asked?.map((id) => `eip155:${Number(id)}`) ?? approved
  const everywhere = pick(session.sessionProperties, (name) => SESSION_WIDE.has(name))
  const answer: Capabilities = {}
  for (const caip2 of approved.filter((id) => wanted.includes(id))) {
    const isOwn = accountsOn(session, { eip155: caip2 }).some(
      (account) => account.address.toLowerCase() === address.toLowerCase(),
    )
    if (!isOwn) return undefined
    const here = { ...everywhere, ...ofNetwork(session.scopedProperties, caip2, address) }
    if (Object.keys(here).length === 0) return undefined
    answer[`0x${Number(caip2.split(':')[1]).toString(16)}`] = here
  }
  return Object.keys(answer).length > 0 ? answer : undefined
}

const isChainIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= 200 && value.every((id) => typeof id === 'string' && HEX.test(id))

/** An object, or one that is written as a text: both are in use. */
function recordOf(value: unknown): Record<string, unknown> | undefined {
  if (isRecord(value)) return value
  if (typeof value !== 'string' || value.length > MAX_TEXT) return undefined
  try {
    const parsed: unknown = JSON.parse(value)
    return isRecord(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

function pick(value: unknown, isWanted: (name: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(recordOf(value) ?? {}).flatMap(([name, entry]) => {
      const capability = isWanted(name) ? recordOf(entry) : undefined
      return capability ? [[name, capability]] : []
    }),
  )
}

/** What is said of an account wins over what is said of its network. */
function ofNetwork(scoped: unknown, caip2: string, address: string): Record<string, unknown> {
  const properties = recordOf(scoped) ?? {}
  const network = Object.hasOwn(properties, caip2) ? recordOf(properties[caip2]) : undefined
  if (!network) return {}
  const key = `${caip2}:${address}`.toLowerCase()
  const own = Object.entries(network).find(([name]) => name.toLowerCase() === key)?.[1]
  return { ...pick(network, (name) => !name.includes(':')), ...pick(own, (name) => !name.includes(':')) }
}
