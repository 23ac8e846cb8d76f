import { type RecipientFacts, recipientFacts } from '@latchkey/protocol/frame'
import { withDeadline } from '@latchkey/std/deadline'
import { activeAccount, activeNamespace, connectorOf } from '../account/accounts.ts'
import { request } from '../connection/request.ts'
import type { Config } from '../interfaces/Config.ts'
import { lookAlikeOf, readRecipients } from './recipients.ts'
import { sendingOf } from './sendingOf.ts'

/** Who a text names. `unread`: the name could not be looked up, which says nothing about it. */
export type Recipient =
  | { kind: 'empty' | 'invalid' | 'checksum' | 'noName' | 'unread' }
  | { kind: 'known'; address: string; name?: string }

/** Reads what stands in the field for the recipient: an address, or a name where the chain adapter knows names. Never rejects. */
export async function readRecipient(config: Config, text: string, signal?: AbortSignal): Promise<Recipient> {
  const written = text.trim()
  if (written === '') return { kind: 'empty' }
  const { adapter, transfers } = await sendingOf(config)
  const address = transfers.normalize(written)
  if (address) return { kind: 'known', address }
  if (adapter.isAddress(written)) return { kind: 'checksum' }
  try {
    const names = await adapter.names?.()
    if (!names?.isName(written)) return { kind: 'invalid' }
    const { networks } = config.networks.getState()
    const named = await names.resolve({ name: written, networks, ...(signal && { signal }) })
    const resolved = named === null ? undefined : transfers.normalize(named)
    return resolved ? { kind: 'known', address: resolved, name: written } : { kind: 'noName' }
  } catch {
    return { kind: 'unread' }
  }
}

/** What a person should know before sending somewhere; the worst first. */
export type RecipientWarning =
  | { kind: 'token' | 'planted' | 'contract' | 'own' | 'unused' }
  /** `known`: the address that it could be taken for. */
  | { kind: 'lookAlike'; known: string }

/** The wallet answers within 8 s, ms. */
const PATIENCE = 10_000
/** The worst first. */
const ORDER: readonly RecipientWarning['kind'][] = [
  'token',
  'planted',
  'lookAlike',
  'contract',
  'own',
  'unused',
]

type Question = { address: string; token?: string | undefined; signal?: AbortSignal }

/**
 * What is odd about an address. A wallet whose approvals are ours says what its approval will say; of any other wallet the
 * page looks itself.
 *
 * @param token the contract of the token that is sent
 */
export async function warningsOf(config: Config, question: Question): Promise<readonly RecipientWarning[]> {
  const [seen, facts] = await Promise.all([look(config, question), askWallet(config, question)])
  const told: readonly RecipientWarning[] = facts?.warnings ?? []
  const others = seen.filter(({ kind }) => !told.some((one) => one.kind === kind))
  const all = [...told, ...others]
  // The contract of a token, and one's own smart account, are contracts of course.
  const isPlain = all.some(({ kind }) => kind === 'token' || kind === 'own')
  return all
    .filter(({ kind }) => kind !== 'contract' || !isPlain)
    .sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind))
}

/** undefined: the wallet in use is none of ours, or does not say. */
async function askWallet(
  config: Config,
  { address, token, signal }: Question,
): Promise<RecipientFacts | undefined> {
  const namespace = activeNamespace(config)
  if (!connectorOf(config, namespace)?.approvesInFrame) return undefined
  try {
    const params = [{ address, ...(token && { token }) }]
    const answer = await withDeadline({ ms: PATIENCE, signal }, () =>
      request(config, { method: 'latchkey_getRecipientFacts', params }, { namespace }),
    )
    return recipientFacts.parse(answer)
  } catch {
    // An account of another kind of network, or a network that does not answer: the approval warns all the same.
    return undefined
  }
}

async function look(
  config: Config,
  { address, token, signal }: Question,
): Promise<readonly RecipientWarning[]> {
  const own = activeAccount(config)
  const namespace = activeNamespace(config)
  const mine = own.allAccounts.filter((one) => one.namespace === namespace).map((one) => one.address)
  const isSame = (other: string | undefined) => other?.toLowerCase() === address.toLowerCase()
  if (isSame(token)) return [{ kind: 'token' }]
  const warnings: RecipientWarning[] = []
  const known = lookAlikeOf(address, [...readRecipients(config), ...mine])
  if (known) warnings.push({ kind: 'lookAlike', known })
  if (isSame(own.address)) warnings.push({ kind: 'own' })
  else if (await isContract(config, address, signal)) warnings.push({ kind: 'contract' })
  return warnings
}

async function isContract(config: Config, address: string, signal?: AbortSignal): Promise<boolean> {
  try {
    const { transfers, network } = await sendingOf(config)
    return await transfers.isContract({ network, address, ...(signal && { signal }) })
  } catch {
    // A network that does not answer must not keep anybody from sending.
    return false
  }
}
