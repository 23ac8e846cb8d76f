/** What is being written into the form for swapping. */
export type SwapForm = {
  /** CAIP-10 of the token that is given, or `native`; undefined: the native coin, or the first there is. */
  fromId: string | undefined
  /** Of the one that is wanted; undefined: none is chosen. */
  toId: string | undefined
  /** As it was typed, with a point. */
  amount: string
  /** What `amount` counts: the token, or US dollars. */
  unit: 'token' | 'fiat'
  /** How much less than quoted is still taken, in basis points. */
  slippage: number
  /** What the person has agreed to, once there is something to agree to. */
  agreed: SwapQuote | undefined
  /** How far the wallet is; undefined: it was not asked. */
  step: 'approving' | 'swapping' | undefined
  /** Why the last try did not work. */
  error: unknown
}

/** What somebody gives for an amount. Amounts are base units. */
export type SwapQuote = {
  /** Who, as the service calls it; null: not said. */
  provider: string | null
  fromId: string
  toId: string
  fromAmount: bigint
  toAmount: bigint
  /** Who moves the tokens. */
  spender: string
  /** Basis points below the price of a small amount; undefined: not known. */
  impact: number | undefined
  /** What is kept of it, as percent; undefined: not known. */
  fee: string | undefined
  /** Units of gas; undefined: not known. */
  gas: bigint | undefined
}

/** One call of a contract. `value`: base units of the native coin. */
export type ContractCall = { to: string; data: string; value: bigint }

/** A network, as far as its calls are concerned. */
type Place = { id: number | string }
/** As EIP-1193 has it. */
type Asked = { method: string; params: readonly unknown[] }

/** Calls of contracts that a wallet is asked for, on one CAIP-2 namespace. */
export type CallsAbility = {
  /** The request that asks a wallet for one call. */
  request(params: { from: string; call: ContractCall }): Asked
  /** The request that asks for several at once: all of them, or none. */
  batch(params: { network: Place; from: string; calls: readonly ContractCall[] }): Asked
  /** The request that asks what a wallet can do for an account. */
  capabilities(params: { network: Place; from: string }): Asked
  /** Whether an answer to that says that calls are made together. */
  isAtomic(answer: unknown, network: Place): boolean
  /** The name of a batch in a wallet's answer; undefined where it gives none. */
  readBatch(answer: unknown): string | undefined
  /** The request that asks how a batch stands. */
  status(id: string): Asked
  /** What an answer to that says. `success` and `failed` are final. */
  readStatus(answer: unknown): 'pending' | 'success' | 'failed'
}

/** What becomes of a batch of calls. */
export type BatchOutcome = { status: 'success' | 'reverted' }
