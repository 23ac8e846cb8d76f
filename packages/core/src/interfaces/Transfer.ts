import type { CaipAddress, CaipNetworkId, Network, RequestArguments } from './Connector.ts'

/** How a transaction ended. `reverted` is in a block too, and has cost its fee. */
export type TransactionOutcome = { status: 'success' | 'reverted'; blockNumber: bigint }

/** Coins or tokens on their way from one account to another, on one network. */
export type Transfer = {
  network: Network
  from: string
  to: string
  /** Base units (wei, atoms). */
  amount: bigint
  /** The token's contract; absent: the network's native coin. */
  token?: string
}

/** What a payment link asks for (EIP-681). */
export type PaymentLink = {
  to: string
  caipNetworkId?: CaipNetworkId
  /** The token's contract; absent: the network's native coin. */
  token?: string
  /** Base units. */
  amount?: bigint
}

/** Sending on one CAIP-2 namespace. */
export type TransferAbility = {
  /** The address as it is usually written; undefined: it is none, or its checksum is wrong. */
  normalize(address: string): string | undefined
  /** Reads a payment link; undefined where the text is none. */
  readLink(text: string): PaymentLink | undefined
  /** The request that asks a wallet to send it. */
  request(transfer: Transfer): RequestArguments
  /**
   * The most that the network can take for it, base units of the native coin.
   *
   * @param params `isSmart`: the sender is a contract, which needs more
   */
  estimateFee(params: Transfer & { isSmart?: boolean; signal?: AbortSignal }): Promise<bigint>
  /** Whether code is at an address: an account of a contract may not be able to give back what it got. */
  isContract(params: { network: Network; address: string; signal?: AbortSignal }): Promise<boolean>
}

/** Names of accounts on one CAIP-2 namespace. Null: there is none. */
export type NameAbility = {
  /** Whether a text has the form of a name. */
  isName(text: string): boolean
  /** The address that a name stands for. */
  resolve(params: NameQuestion & { name: string }): Promise<string | null>
  /** The name that an address goes by, if it leads back to the address. */
  lookUp(params: NameQuestion & { address: string }): Promise<string | null>
}
type NameQuestion = { networks: readonly Network[]; signal?: AbortSignal }

/** What is being written into the form for sending. */
export type TransferForm = {
  /** CAIP-10 of the token, or `native`; undefined: none is chosen. */
  tokenId: string | undefined
  /** As it was typed, with a point. */
  amount: string
  /** What `amount` counts: the token, or US dollars. */
  unit: 'token' | 'fiat'
  /** As it was typed: an address or a name. */
  recipient: string
  /** The wallet has been asked. */
  isSending: boolean
  /** Why the last try did not work. */
  error: unknown
}

/** A transfer that the wallet has sent. */
export type SentTransfer = {
  hash: string
  /** Whose it is, and on which network. */
  caipAddress: CaipAddress
  to: string
  /** Decimal string in whole units. */
  amount: string
  symbol: string
  /** `late`: no block has taken it in three minutes. */
  status: 'pending' | 'reverted' | 'late'
}
