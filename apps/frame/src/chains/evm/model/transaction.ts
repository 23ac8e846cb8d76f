import type {
  DecodedCall,
  L1Fee,
  ShownTransaction,
  Simulation,
  TokenInfo,
  TransactionRequest,
} from '@latchkey/chain-evm/decode/model'
import type { ChainInfo } from '@latchkey/protocol'
import type { Detour, FeeSpeed } from '../../../approvals/ApprovalView.ts'
import type { RpcCall, RpcOutcome } from '../../../context/ChainRpc.ts'

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

/** Answers by lower-case address. */
export type Known<T> = ReadonlyMap<string, T>

/** A set of calls for one round trip, each found again under its name. */
export type NamedCalls = Map<string, RpcCall>

export type NamedOutcomes = ReadonlyMap<string, RpcOutcome>

/** wei (EIP-1559) */
export type FeeLevel = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
export type WalletSpeed = 'slow' | 'normal' | 'fast'
export type FeeLevels = Readonly<Record<WalletSpeed, FeeLevel>>

export type NetworkPrice = {
  /** wei, of the latest block */
  baseFee: bigint
  /** wei, as the network suggests */
  tip: bigint
  /** What others paid lately; undefined: not known. */
  tips?: Tips | undefined
}

/** wei, one of each percentile */
export type Tips = readonly [slow: bigint, normal: bigint, fast: bigint]

/** What an OP-Stack network takes besides gas; `unknown`: it takes some, and did not say how much. */
export type KnownL1Fee = L1Fee | 'unknown'

export type Fee = {
  /** wei; what it will cost if nothing moves */
  expected: bigint
  /** wei; what it can cost */
  most: bigint
  /**
   * wei; what storing it on Ethereum costs today, which is in both numbers. `unknown`: it is in neither of them. Left out
   * where the network takes nothing for it.
   */
  storing?: bigint | 'unknown'
}

/** What the network says about a transaction, all of it read in one or two round trips. */
export type TransactionFacts = {
  decoded: DecodedCall
  nonce: number
  /** wei */
  balance: bigint
  /** wei */
  baseFee: bigint
  /** wei */
  tip: bigint
  /** wei; what others paid lately; undefined: not known */
  tips?: Tips | undefined
  /** What an OP-Stack network takes besides gas; undefined: it is none, or it was not asked yet. */
  l1?: KnownL1Fee | undefined
  /** What waits on the network already, as far as the wallet sent it. */
  pending?: readonly PendingTransaction[]
  /** Transactions of the account that are confirmed; undefined: not asked. */
  confirmed?: number | undefined
  /** What the account has of the tokens that it would let others spend. */
  balances?: Known<bigint>
  /** The network's estimate, or why it refuses. */
  gas: { ok: true; units: bigint } | { ok: false; reason: string | null }
  /** The latest block, as the network told it. */
  block?: unknown
  simulation: Simulation | undefined
  /** When the simulation was made, ms. */
  simulatedAt: number
  /** When the fee was asked, ms. */
  readAt?: number | undefined
  tokens: Known<TokenInfo>
  contracts: Known<boolean>
  suspicions?: Suspicions
  /** The recipient has neither nonce nor code nor balance; undefined: not known. */
  recipientUnused: boolean | undefined
}

/** What is odd about the parties to calls, as the network tells it. In lower case. */
export type Suspicions = {
  /** Recipients with whom the account exchanged nothing but transfers of nothing. */
  planted: readonly string[]
  /** Tokens of the account that calls which cannot be read are made to, or name. */
  held: readonly string[]
  /** Not all that they name could be looked into. */
  unchecked: boolean
}

/** How the fee is chosen. */
export type FeeWish = {
  speed: FeeSpeed
  /** What a transaction that takes another's place has to pay at least. */
  floor?: FeeLevel | undefined
}

/** What the network says of calls, whatever carries them. */
export type CallFacts = Pick<
  TransactionFacts,
  'decoded' | 'balance' | 'simulation' | 'simulatedAt' | 'tokens' | 'contracts'
> &
  Partial<Pick<TransactionFacts, 'gas' | 'recipientUnused' | 'suspicions'>>

/** Calls of an account, as the part of a screen is made from them that does not depend on what carries them. */
export type ShownCalls = {
  chain: ChainInfo
  /** The account that acts. */
  from: `0x${string}`
  /** wei that goes along with all of them */
  value: bigint
  facts: CallFacts
  /** Whom this account sent to. */
  known: Iterable<string>
  /** Tokens that it used. */
  knownTokens?: readonly KnownToken[]
  /** The person's own doing with a transaction that waits, not a site's. */
  own?: Detour | undefined
}

/** One transaction, as its screen is made from it. */
export type TransactionViewInput = Pick<ShownCalls, 'chain' | 'known' | 'knownTokens' | 'own'> & {
  wanted: TransactionRequest
  transaction: ShownTransaction
  facts: TransactionFacts
  /** What the site asked for, where the person changed something since. */
  asked?: TransactionRequest
  wish?: FeeWish
}

/** What the network says about calls that run one after the other. */
export type PlainCallsFacts = {
  /** Of all of them together; `decoded` is a batch of them. */
  facts: TransactionFacts
  /** Numbers of the transactions, in order. */
  nonces: readonly number[]
  /** Units of gas that each needs after the ones before it; undefined: the network does not tell. */
  gas: readonly (bigint | undefined)[]
  /** What each would do after the ones before it; undefined where the network cannot tell. */
  each: readonly (Simulation | undefined)[]
  /** What an OP-Stack network takes for each besides its gas; left out: it is none, or it was not asked yet. */
  l1?: readonly KnownL1Fee[]
}

export type PlainCallsInput = {
  chain: ChainInfo
  from: `0x${string}`
  calls: readonly WantedCall[]
  /** The calls before the person changed anything. */
  first: readonly WantedCall[]
  decoded: readonly DecodedCall[]
  known: KnownParties
}

export type PreparedCalls = PlainCallsInput & { read: PlainCallsFacts; speed: FeeSpeed }

export type KnownToken = { chainId: number; address: string; symbol: string }
/** Whom an account sent to and which tokens it used: what a look-alike would imitate. */
export type KnownParties = { recipients: string[]; tokens: KnownToken[] }

/** A transaction that was sent and is not known to be confirmed. Amounts are wei as decimal text. */
export type PendingTransaction = {
  hash: string
  nonce: number
  /** ms since the epoch */
  sentAt: number
  /** The site that asked for it. */
  origin: string
  /** As the site asked, or in the place of an earlier one. */
  sentAs: 'asked' | Detour
  to: string | null
  value: string
  /** null: too long to be kept; such a one can be cancelled, but not sped up. */
  data: string | null
  maxFeePerGas: string
  maxPriorityFeePerGas: string
}
