import type { ChainInfo } from '@latchkey/protocol'
import type { FrameAccounts } from '../accounts/FrameAccounts.ts'

/** One call as a site asks for it. `to` null creates a contract. */
export type WantedCall = {
  readonly to: `0x${string}` | null
  readonly value: bigint
  readonly data: `0x${string}`
}

/** What `wallet_sendCalls` asks for (EIP-5792), read and found to be possible. */
export type WantedCalls = {
  /** The form of request and answers: 2.0.0, or 1.0 as wallets had it before. */
  version: '2.0.0' | '1.0'
  /** The site's own id; null: the wallet chooses. */
  id: string | null
  chain: ChainInfo
  accounts: FrameAccounts
  /** The account that makes the calls. */
  from: `0x${string}`
  calls: readonly WantedCall[]
  paymaster: { url: string; context: unknown; optional: boolean } | null
}
