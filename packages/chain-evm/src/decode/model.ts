import type { AbiFunction, Address, Hex } from 'viem'

/** A token. `pinned`: what this build vouches for; null: only its contract tells. */
export type DescribedToken = { readonly address: Address; readonly pinned: PinnedToken | null }

/**
 * A value as it is to be shown. Words are the descriptor's, in English; amounts are in smallest units and still need the
 * token's or network's unit.
 */
export type DescribedValue =
  /** Words of the descriptor. */
  | { kind: 'words'; text: string }
  /** Signs that are the same in every language: a number with its unit. */
  | { kind: 'number'; text: string }
  /** Text in the data: a site wrote it. */
  | { kind: 'quote'; text: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'bytes'; hex: Hex }
  | { kind: 'native'; amount: bigint }
  | { kind: 'tokenAmount'; token: DescribedToken; amount: bigint }
  /** An amount that stands for something, such as all of a token. */
  | { kind: 'tokenWords'; token: DescribedToken; words: string }
  | { kind: 'token'; token: DescribedToken }
  | { kind: 'item'; collection: Address; id: bigint }
  /** Seconds since the epoch; null: later than any calendar goes. */
  | { kind: 'date'; seconds: bigint | null }
  | { kind: 'network'; chainId: bigint }
  /** `own`: it is meant to be the account's own address. `name`: what this build calls it. */
  | { kind: 'address'; address: Address; own: boolean; name: string | null }

export type DescribedField = { readonly label: string; readonly value: DescribedValue }

/** A sentence in pieces: words, and values under the name of their place. */
export type SentencePart = { text: string } | { place: string; value: DescribedValue }

/** What a call or a message means, by a descriptor of this build. Every part of the data is shown, or of no concern. */
export type Described = {
  readonly owner: string
  readonly contractName: string | null
  readonly intent: string
  /** null: the intent and the fields stand alone. */
  readonly sentence: readonly SentencePart[] | null
  readonly fields: readonly DescribedField[]
}

/** A token's metadata that this build vouches for. */
export type PinnedToken = { readonly name: string; readonly ticker: string; readonly decimals: number }

/** A call. `to` null: a contract is created. `value` in wei. */
export type Call = { to: Address | null; value: bigint; data: Hex }

/** A function with its arguments. */
export type Decoded = { functionName: string; args: readonly unknown[] }

/** Functions by their selectors. */
export type Functions = ReadonlyMap<string, AbiFunction>

/** One allowance that a signature gives away. `amount` in the token's smallest unit. */
export type Allowance = {
  token: Address
  spender: Address
  amount: bigint
  unlimited: boolean
  /** Seconds since the epoch until which it holds; null: for ever. */
  expiresAt: bigint | null
}

export type TypedPurpose =
  | {
      /** `transfer`: the spender may move the tokens once. */
      kind: 'permit' | 'transfer' | 'revoke'
      standard: 'erc2612' | 'dai' | 'permit2'
      /** null: whoever signs */
      owner: Address | null
      allowances: readonly Allowance[]
      /** More is signed than the allowances: a witness, which only the whole tree shows. */
      witness?: true
    }
  | {
      /** Whoever has the signature can have this done. */
      kind: 'relayed'
      /** `request`: for a call of any contract (ERC-2771, `MetaTransaction`). */
      standard: 'erc3009' | 'erc4494' | 'request'
      /** In whose name; null: whoever signs */
      actor: Address | null
      call: DecodedCall
      /** Seconds since the epoch between which it can be handed in; null: from now on, for ever. */
      validAfter: bigint | null
      deadline: bigint | null
    }
  /** An authorisation of EIP-3009 is called back. */
  | { kind: 'cancel'; standard: 'erc3009'; owner: Address }
  /** `calls`: what structs within it would come to, if anybody took them for what they look like. */
  | { kind: 'unknown'; calls?: readonly DecodedCall[] }

/** What a call would do, as far as its calldata tells. Amounts are in the token's smallest unit. */
export type DecodedCall =
  | { kind: 'create' }
  | { kind: 'nativeTransfer'; to: Address; value: bigint }
  /** ERC-20 `transfer` and `transferFrom`; the latter also moves an ERC-721 token of id `amount`. */
  | { kind: 'tokenTransfer'; token: Address; from: Address | null; to: Address; amount: bigint }
  /** `approve` of ERC-20, or of ERC-721 with the id as amount. */
  | {
      kind: 'approval'
      token: Address
      spender: Address
      amount: bigint
      unlimited: boolean
      change: 'set' | 'increase' | 'decrease'
      /** The owner of a `permit` that someone else signed. */
      owner: Address | null
      /** Seconds since the epoch until which it holds; missing: for ever. */
      expiresAt?: bigint
    }
  | { kind: 'approvalForAll'; token: Address; operator: Address; approved: boolean }
  | {
      kind: 'collectibleTransfer'
      token: Address
      from: Address
      to: Address
      items: readonly { id: bigint; amount: bigint }[]
    }
  /**
   * Control of a contract is handed over, or something is done in the name of another account, or its code is run as the
   * caller's own (`delegatecall`). `calls`: what is done then, where that can be told.
   */
  | { kind: 'control'; name: string; to: Address; calls: readonly DecodedCall[] }
  | { kind: 'batch'; to: Address; calls: readonly DecodedCall[]; value: bigint }
  /** A descriptor of this build says what it means (ERC-7730), all of it; `calls` are those within it. */
  | {
      kind: 'described'
      to: Address
      value: bigint
      data: Hex
      described: Described
      calls: readonly DecodedCall[]
    }
  | { kind: 'unknown'; to: Address; selector: Hex; value: bigint; data: Hex }

/** What somebody else may take from an account afterwards. */
export type Permission = {
  token: Address
  spender: Address
  /** `all`: every item of a collection. */
  kind: 'amount' | 'item' | 'all'
  /** Smallest units, or the id of an item; of `all` 1, or 0 when it is taken back. */
  amount: bigint
  unlimited: boolean
  /** Seconds since the epoch; null: no end. */
  expiresAt: bigint | null
}

export type EventLog = { address: string; topics: readonly Hex[]; data: Hex }

/** What an account would gain (+) or lose (−), in smallest units. `asset` null: the native currency. */
export type BalanceChange = {
  asset: Address | null
  amount: bigint
  /** ERC-721 and ERC-1155 */
  tokenId?: bigint
}
export type Simulation = {
  status: 'success' | 'reverted'
  gasUsed: bigint
  changes: readonly BalanceChange[]
  /** What others may take from the account afterwards, as the tokens tell it. */
  permissions: readonly Permission[]
  revertReason: string | null
  /** In two blocks that could be the next one it comes to something else; what stands here is the worse of both. */
  differs?: true
}

/** A call as it is tried. Without fees a contract sees that nobody pays for it. */
export type TriedCall = {
  from: Address
  /** null creates a contract */
  to: Address | null
  /** wei */
  value: bigint
  data: Hex
  gas?: bigint | undefined
  /** wei */
  maxFeePerGas?: bigint | undefined
  /** wei */
  maxPriorityFeePerGas?: bigint | undefined
  accessList?: TransactionRequest['accessList']
}

/** Calls that are tried in one block. `stateOverrides`: what is set before them (`eth_simulateV1`). */
export type TriedBlock = { calls: readonly TriedCall[]; stateOverrides?: Readonly<Record<Address, object>> }

/** What the network answers of one of them. */
export type TriedAnswer = Readonly<Record<string, unknown>> & { status: Hex; gasUsed: Hex }

/** What a contract can see of the block that it runs in. What is not known of it, the node chooses. */
export type Surroundings = {
  number: bigint | undefined
  /** Seconds since the epoch. */
  time: bigint | undefined
  feeRecipient: Address
  prevRandao: Hex
  /** wei */
  baseFeePerGas: bigint | undefined
}

/** What became of calls that were tried one after the other. */
export type TriedCalls = {
  each: readonly Simulation[]
  /** All of them as one: what is moved in the end. One that fails makes the whole fail. */
  together: Simulation
}

/** What `eth_sendTransaction` asks for, read and frozen. Fees and nonce are undefined when the wallet is to choose. */
export type TransactionRequest = {
  from: Address
  /** null creates a contract */
  to: Address | null
  /** wei */
  value: bigint
  data: Hex
  gas: bigint | undefined
  nonce: number | undefined
  /** wei */
  maxFeePerGas: bigint | undefined
  /** wei */
  maxPriorityFeePerGas: bigint | undefined
  accessList: readonly { address: Address; storageKeys: readonly Hex[] }[]
}

/** A complete EIP-1559 transaction, as it was shown. */
export type ShownTransaction = {
  from: Address
  chainId: number
  nonce: number
  to: Address | null
  value: bigint
  data: Hex
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  accessList: readonly { address: Address; storageKeys: readonly Hex[] }[]
}

/** What an OP-Stack network takes besides gas, wei. No field of a transaction bounds it. */
export type L1Fee = {
  /** The L1 data fee: for storing the transaction on Ethereum. */
  storing: bigint
  /** The operator fee (since Isthmus), for the whole gas limit: what is not used is given back. */
  operator: bigint
}

/** What a token's contract says about itself. It can say anything: the name is no identity. */
export type TokenInfo = {
  symbol: string | null
  decimals: number | null
  /** Says that it is ERC-721 (ERC-165). */
  collectible: boolean
}

export type TypedMember = { name: string; type: string }

export type TypedTypes = Readonly<Record<string, readonly TypedMember[]>>

/** An EIP-712 type, taken apart. */
export type TypedShape =
  | { kind: 'uint' | 'int'; bits: number }
  | { kind: 'fixedBytes'; size: number }
  | { kind: 'bytes' | 'string' | 'bool' | 'address' }
  | { kind: 'array'; item: string; length: number | null }
  | { kind: 'struct'; name: string }

/** JSON in the one form that is shown, hashed and handed to the signer. */
export type TypedValue = string | boolean | readonly TypedValue[] | { readonly [name: string]: TypedValue }

export type TypedDomain = {
  name?: string
  version?: string
  chainId?: number
  verifyingContract?: Address
  salt?: Hex
}

/** What `eth_signTypedData_v4` asks for, read and frozen. */
export type TypedDataRequest = {
  address: Address
  domain: TypedDomain
  types: TypedTypes
  primaryType: string
  message: { readonly [name: string]: TypedValue }
  /** The same as JSON text: what the signer parses. */
  json: string
  /** EIP-712 digest, computed here. */
  hash: Hex
}

/** One line of the tree that a person reads: a leaf has a value, a group has children. */
export type TypedNode =
  | { name: string; type: string; value: string }
  | { name: string; type: string; children: readonly TypedNode[] }

/** The fields of ERC-4361, as they stand in the text. */
export type SiweMessage = {
  scheme: string | null
  domain: string
  address: string
  statement: string | null
  uri: string
  version: '1'
  chainId: number
  nonce: string
  issuedAt: string
  expirationTime: string | null
  notBefore: string | null
  requestId: string | null
  resources: readonly string[]
  /** Where it leaves the letter of ERC-4361 and is meant so all the same; empty for a message by the standard. */
  deviations: readonly SiweDeviation[]
}

/** A nonce with other characters or too few; an address without checksum; text outside of ASCII. */
export type SiweDeviation = 'nonce' | 'checksum' | 'characters'

export type SiweContext = {
  /** The origin that the handshake proved. */
  origin: string
  address: string
  chainId: number
  /** ms since the epoch */
  now: number
}

/** What a person should know of a sign-in before it is signed all the same. */
export type SiweDoubt = SiweDeviation | 'network' | 'time' | 'uri'

/** What `personal_sign` asks for, read and frozen. `hex` is what gets signed (EIP-191 version 0x45). */
export type MessageRequest = {
  address: Address
  hex: Hex
  /** null when the bytes are not UTF-8 */
  text: string | null
  siwe: SiweMessage | null
  /** 32 bytes: they may be the hash of anything, even where they read as text. */
  isHash: boolean
}
