import type { ChainInfo } from '@latchkey/protocol'

/** The accounts of whoever is signed in, as one network sees them. */
export type FrameAccounts = {
  /** The plain account: also the owner of the smart one. */
  eoa: `0x${string}`
  /** The smart account; null on a network that has none. Its address does not tell whether it is deployed. */
  smart: `0x${string}` | null
  /** What a site gets that asks for no account in particular. */
  preferred: 'eoa' | 'smartAccount'
  /** The preferred one's address. */
  address: `0x${string}`
  chain: ChainInfo
}

/** Who can be asked to sign. */
export type ApprovalContext = {
  /** The one account that the request is for: the preferred one unless the request names another own one. */
  account: string
  accounts: FrameAccounts
}
