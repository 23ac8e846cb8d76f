import { type Address, getAddressDecoder } from '@solana/web3.js'

export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address
export const TOKEN_2022_PROGRAM = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address

/** An account as the chain has it. */
export type ChainAccount = {
  lamports: bigint
  data: Uint8Array
  owner: Address
  executable: boolean
}

export type TokenAccount = {
  mint: Address
  owner: Address
  amount: bigint
  delegate: Address | null
  state: 'uninitialized' | 'initialized' | 'frozen'
  isNative: boolean
  delegatedAmount: bigint
  closeAuthority: Address | null
}
export type Mint = {
  mintAuthority: Address | null
  supply: bigint
  decimals: number
  isInitialized: boolean
  freezeAuthority: Address | null
}

const ACCOUNT_LENGTH = 165
const MINT_LENGTH = 82
/** In Token-2022 the kind of account stands after the form that both programs share. */
const KIND_AT = 165
const KIND_MINT = 1
const KIND_ACCOUNT = 2
const STATES = ['uninitialized', 'initialized', 'frozen'] as const

export const isTokenProgram = (owner: string) => owner === TOKEN_PROGRAM || owner === TOKEN_2022_PROGRAM

const addressAt = (data: Uint8Array, at: number) => getAddressDecoder().decode(data, at)
const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)

function optionalAddress(data: Uint8Array, at: number): Address | null {
  return viewOf(data).getUint32(at, true) === 1 ? addressAt(data, at + 4) : null
}

/** A token account of either token program; undefined for any other account. */
export function readTokenAccount({ owner, data }: ChainAccount): TokenAccount | undefined {
  if (!isTokenProgram(owner)) return undefined
  const kind = data.length === ACCOUNT_LENGTH ? KIND_ACCOUNT : data[KIND_AT]
  if (data.length < ACCOUNT_LENGTH || kind !== KIND_ACCOUNT) return undefined
  const view = viewOf(data)
  return {
    mint: addressAt(data, 0),
    owner: addressAt(data, 32),
    amount: view.getBigUint64(64, true),
    delegate: optionalAddress(data, 72),
    state: STATES[data[108] ?? 0] ?? 'uninitialized',
    isNative: view.getUint32(109, true) === 1,
    delegatedAmount: view.getBigUint64(121, true),
    closeAuthority: optionalAddress(data, 129),
  }
}

/** A mint of either token program; undefined for any other account. */
export function readMint({ owner, data }: ChainAccount): Mint | undefined {
  if (!isTokenProgram(owner)) return undefined
  if (data.length !== MINT_LENGTH && data[KIND_AT] !== KIND_MINT) return undefined
  return {
    mintAuthority: optionalAddress(data, 0),
    supply: viewOf(data).getBigUint64(36, true),
    decimals: data[44] ?? 0,
    isInitialized: data[45] === 1,
    freezeAuthority: optionalAddress(data, 46),
  }
}

/** An amount of base units in whole units: exact, without zeros at its end. */
export function inWholeUnits(amount: bigint, decimals: number): string {
  if (decimals === 0) return `${amount}`
  const digits = amount.toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return `${digits.slice(0, -decimals)}${fraction && `.${fraction}`}`
}

/** An amount as JSON-RPC tells it. */
export const tokenAmount = (amount: bigint, decimals: number) => ({
  amount: `${amount}`,
  decimals,
  uiAmount: Number(inWholeUnits(amount, decimals)),
  uiAmountString: inWholeUnits(amount, decimals),
})
