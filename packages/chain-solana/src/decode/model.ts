import type { SolanaMessage } from '@latchkey/std/solana/message'

/** An account as an instruction names it. */
export type NamedAccount = { address: string; isSigner: boolean; isWritable: boolean }

/** One instruction with its addresses. */
export type Instruction = {
  program: string
  accounts: readonly NamedAccount[]
  data: Uint8Array<ArrayBuffer>
}

/** What an account's owner may be changed for (SPL Token, AuthorityType). */
export type TokenAuthority = 'mint' | 'freeze' | 'owner' | 'close' | 'other'

/**
 * What one instruction does. Amounts are in lamports, or in the token's smallest unit; addresses of token accounts are those
 * of the instruction, whose owners and mints the network knows.
 */
export type DecodedInstruction =
  | { kind: 'transfer'; from: string; to: string; lamports: bigint }
  | { kind: 'createAccount'; from: string; to: string; lamports: bigint; owner: string }
  /** Another program gets the account, and whatever is in it. */
  | { kind: 'assign'; account: string; owner: string }
  | { kind: 'allocate'; account: string }
  | { kind: 'nonceAdvance'; nonce: string; authority: string }
  | { kind: 'nonceCreate'; nonce: string; authority: string }
  | { kind: 'nonceAuthorize'; nonce: string; authority: string }
  | { kind: 'nonceWithdraw'; nonce: string; to: string; lamports: bigint }
  | {
      kind: 'tokenTransfer'
      source: string
      destination: string
      authority: string
      amount: bigint
      /** Said by the instruction, and checked by the program. */
      mint: string | null
      decimals: number | null
      /** What the token's own rules keep of it (Token-2022). */
      fee: bigint | null
    }
  | {
      kind: 'tokenApprove'
      source: string
      delegate: string
      owner: string
      amount: bigint
      mint: string | null
      decimals: number | null
    }
  | { kind: 'tokenRevoke'; source: string }
  | { kind: 'tokenSetAuthority'; account: string; authority: TokenAuthority; to: string | null }
  | { kind: 'tokenClose'; account: string; to: string; owner: string }
  | { kind: 'tokenBurn'; account: string; mint: string; amount: bigint; decimals: number | null }
  | { kind: 'tokenMint'; to: string; mint: string; amount: bigint; decimals: number | null }
  | { kind: 'tokenFreeze'; account: string; isFrozen: boolean }
  /** Sets up a token account, or counts what was sent to one of wrapped SOL: it moves nothing. */
  | { kind: 'tokenSetUp'; account: string; mint: string | null }
  | { kind: 'createAssociated'; payer: string; account: string; owner: string; mint: string }
  | { kind: 'computeLimit'; units: number }
  | { kind: 'computePrice'; microLamports: bigint }
  | { kind: 'computeOther' }
  | { kind: 'memo'; text: string | null }
  | { kind: 'stakeCreate'; stake: string; staker: string; withdrawer: string }
  | { kind: 'stakeDelegate'; stake: string; validator: string }
  | { kind: 'stakeDeactivate'; stake: string }
  | { kind: 'stakeWithdraw'; stake: string; to: string; lamports: bigint }
  /** Somebody else may act for the stake, or take it out. */
  | { kind: 'stakeAuthorize'; stake: string; to: string; canWithdraw: boolean }
  | { kind: 'stakeSplit'; stake: string; to: string; lamports: bigint }
  | { kind: 'stakeMerge'; stake: string; from: string }
  /** Of a program that is known: what it does is not read. */
  | { kind: 'unread' }
  | { kind: 'unknown' }

export type DecodedStep = Instruction & { decoded: DecodedInstruction }

/** A transaction whose look-up tables have been resolved, with all its instructions read. */
export type DecodedTransaction = {
  message: SolanaMessage
  /** Every account, in the order that the instructions count them in. */
  accounts: readonly NamedAccount[]
  steps: readonly DecodedStep[]
  /** Lamports: what each signature costs, and what the site or the wallet adds so that it is taken sooner. */
  fee: { base: bigint; priority: bigint }
  /** Its hash is the value of a nonce account: it does not expire. */
  isDurable: boolean
}

/** An account as a node tells of it with `encoding: 'base64'`. */
export type AccountState = { lamports: bigint; owner: string; data: Uint8Array }

/** What a token account holds. */
export type TokenState = {
  mint: string
  owner: string
  amount: bigint
  delegate: string | null
  delegated: bigint
  /** Who may close it besides the owner, and take the SOL in it. */
  closer: string | null
  /** Token-2022, or the program before it. */
  program: string
}
