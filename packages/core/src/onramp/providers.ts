import { activeNamespace } from '../account/accounts.ts'
import type { Config } from '../interfaces/Config.ts'
import { type ChainNamespace, NAMESPACES_WITH } from '../interfaces/Connector.ts'

/** What a visitor is told of a provider. */
export type OnrampProvider = {
  id: string
  name: string
  /** What it takes of the sum, in words for the screen; undefined: it says so on its own page. */
  fee: string | undefined
}

/** Spec 9: provider one takes 1–2 % and serves EVM, provider two 1–2 %, EVM and Solana. */
const KNOWN: Readonly<Record<string, Omit<OnrampProvider, 'id'> & { alsoBeyondEvm?: boolean }>> = {
  coinbase: { name: 'Coinbase', fee: '1–2 %' },
  meld: { name: 'Meld', fee: '1–2 %', alsoBeyondEvm: true },
  sandbox: { name: 'Sandbox', fee: undefined },
}

/** Whether a provider serves a namespace: those that are not known serve what has names of accounts, which is EVM alone. */
export function servesNamespace(id: string, namespace: ChainNamespace): boolean {
  const beyond = KNOWN[id]?.alsoBeyondEvm === true
  return (beyond ? NAMESPACES_WITH.balances : NAMESPACES_WITH.names).includes(namespace)
}

/** The providers that the operator has set up and that serve the active network, in the operator's order. */
export function onrampProviders(config: Config): readonly OnrampProvider[] {
  const { onramp } = config.features.getState()
  const namespace = activeNamespace(config)
  return (onramp || [])
    .filter((id) => servesNamespace(id, namespace))
    .map((id) => ({ id, name: KNOWN[id]?.name ?? id, fee: KNOWN[id]?.fee }))
}
