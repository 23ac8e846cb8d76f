/** What the wallet can do. */
export const METHODS = [
  'personal_sign',
  'eth_signTypedData',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
]
export const EVENTS = ['accountsChanged', 'chainChanged']

/** A namespace may be named by a chain: `eip155:1` with no list of chains (CAIP-25). */
const chainsOf = (name, { chains }) => chains ?? (name.includes(':') ? [name] : [])

const unique = (items) => [...new Set(items)]

/**
 * Answers a proposal: every required chain must be known, and of what is optional the wallet takes what it knows.
 *
 * @param {object} proposal
 * @param {{ chains: string[], addresses: string[] }} wallet chains as CAIP-2
 * @returns {object | undefined} the namespaces, or nothing when the proposal requires what the wallet has not
 */
export function approvedNamespaces(proposal, { chains, addresses }) {
  const required = Object.entries(proposal.requiredNamespaces ?? {})
  const optional = Object.entries(proposal.optionalNamespaces ?? {})
  const needed = required.flatMap(([name, space]) => chainsOf(name, space))
  if (required.some(([name]) => name.split(':')[0] !== 'eip155')) return undefined
  if (needed.some((chain) => !chains.includes(chain))) return undefined
  const wanted = [...required, ...optional].flatMap(([name, space]) => chainsOf(name, space))
  const asked = unique(wanted).filter((chain) => chains.includes(chain))
  const shared = asked.length > 0 ? asked : chains
  const pick = (key, known) =>
    unique([
      ...required.flatMap(([, space]) => space[key] ?? []),
      ...optional.flatMap(([, space]) => space[key] ?? []).filter((item) => known.includes(item)),
    ])
  return {
    eip155: {
      chains: shared,
      accounts: shared.flatMap((chain) => addresses.map((address) => `${chain}:${address}`)),
      methods: pick('methods', METHODS),
      events: pick('events', EVENTS),
    },
  }
}
