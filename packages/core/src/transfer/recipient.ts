import { type RecipientFacts, recipientFacts } from '@latchkey/protocol/frame'
import { withDeadline } from '@latchkey/std/deadline'
import { activeAccount, activeNamespace, connectorOf } from '../account/accounts.ts'
import { request } from '../connection/request.ts'
import type { ChainAdapter, Config } from '../interfaces/Config.ts'
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
  const { adapter, transfers, network } = await sendingOf(config)
  const address = await transfers.normalize(written, network)
  if (address) return { kind: 'known', address }
  if (adapter.isAddress(written))
    return { kind: adapter.isAddressOn?.(network, written) === false ? 'invalid' : 'checksum' }
  try {
    const named = await addressNamed(config, adapter, written, signal)
    if (named === undefined) return { kind: 'invalid' }
    const resolved = named === null ? undefined : await transfers.normalize(named, network)
    return resolved ? { kind: 'known', address: resolved, name: written } : { kind: 'noName' }
  } catch {
    return { kind: 'unread' }
  }
}

/**
 * The address that a name stands for: by the names of the namespace, else by what the names of another one hold for it. Null:
 * nobody has the name, or it holds no such address; undefined: the text is no name here.
 */
async function addressNamed(
  config: Config,
  adapter: ChainAdapter,
  name: string,
  signal: AbortSignal | undefined,
): Promise<string | null | undefined> {
  const { networks } = config.networks.getState()
  const question = { name, networks, ...(signal && { signal }) }
  const own = await adapter.names?.()
  if (own) return own.isName(name) ? own.resolve(question) : undefined
  const { nameRecord } = adapter
  if (!nameRecord?.follows(name)) return undefined
  for (const other of Object.values(config.adapters)) {
    const names = await other.names?.()
    if (!names?.readRecord || !names.isName(name)) continue
    const bytes = await names.readRecord({ ...question, coinType: nameRecord.coinType })
    return (bytes && nameRecord.addressOf(bytes)) ?? null
  }
  return undefined
}

/** What a person should know before sending somewhere; the worst first. */
export type RecipientWarning =
  | { kind: 'token' | 'planted' | 'contract' | 'own' | 'unused' | 'first' }
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
  'first',
]

type Question = { address: string; token?: string | undefined; signal?: AbortSignal }

/**
 * What is odd about an address. A wallet whose approvals are ours says what its approval will say; of any other wallet the
 * page looks itself.
 *
 * @param token the contract of the token that is sent
 */
export async function warningsOf(config: Config, question: Question): Promise<readonly RecipientWarning[]> {
  const told: readonly RecipientWarning[] =
    (await askWallet(config, question)) ?? (await look(config, question))
  const known = told.some(({ kind }) => kind === 'lookAlike') ? undefined : imitatedBy(config, question)
  // What is odd about an address says more than that it is new.
  const more = told.filter(({ kind }) => kind !== 'first')
  const all: readonly RecipientWarning[] = known ? [...more, { kind: 'lookAlike', known }] : told
  return all.toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind))
}

/** The address that this one could be taken for, among those that this page has sent to by any wallet, and the account's own. */
function imitatedBy(config: Config, { address, token }: Question): string | undefined {
  if (address.toLowerCase() === token?.toLowerCase()) return undefined
  const namespace = activeNamespace(config)
  const own = activeAccount(config).allAccounts.filter((one) => one.namespace === namespace)
  return lookAlikeOf(address, [...readRecipients(config), ...own.map((one) => one.address)])
}

/** undefined: the wallet in use is none of ours, or does not say. */
async function askWallet(
  config: Config,
  { address, token, signal }: Question,
): Promise<RecipientFacts['warnings'] | undefined> {
  const namespace = activeNamespace(config)
  if (!connectorOf(config, namespace)?.approvesInFrame) return undefined
  try {
    const params = [{ address, ...(token && { token }) }]
    const answer = await withDeadline({ ms: PATIENCE, signal }, () =>
      request(config, { method: 'latchkey_getRecipientFacts', params }, { namespace }),
    )
    return recipientFacts().parse(answer).warnings
  } catch {
    // An account of another kind of network, or a network that does not answer: the approval warns all the same.
    return undefined
  }
}

async function look(
  config: Config,
  { address, token, signal }: Question,
): Promise<readonly RecipientWarning[]> {
  const isSame = (other: string | undefined) => other?.toLowerCase() === address.toLowerCase()
  if (isSame(token)) return [{ kind: 'token' }]
  if (isSame(activeAccount(config).address)) return [{ kind: 'own' }]
  if (await isContract(config, address, signal)) return [{ kind: 'contract' }]
  return readRecipients(config).some(isSame) ? [] : [{ kind: 'first' }]
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
