import type { Account, CaipNetworkId } from '@latchkey/core/connector'
import { isRecord } from '@latchkey/std/isRecord'
import { isOnNetwork, isTaproot } from './bitcoinNetworks.ts'

/** An account as its wallet told it; `own` is what the wallet is handed back with a request. */
export type BitcoinAccount = {
  address: string
  type: 'payment' | 'ordinal'
  publicKey?: string
  own: unknown
}

/** Which inputs an account signs. */
export type SignInput = { address: string; index: number; sighashTypes?: readonly number[] }

export type PsbtRequest = {
  /** Base64. */
  psbt: string
  inputs: readonly SignInput[] | undefined
  broadcast: boolean
  caipNetworkId: CaipNetworkId
  accounts: readonly BitcoinAccount[]
}

/** A wallet of this browser that has accounts of Bitcoin, however it is spoken to. What comes back has not been checked. */
export type BitcoinWallet = {
  name: string
  icon: string | undefined
  /** Whether it may have accounts on that network. */
  serves(caipNetworkId: string): boolean
  /** Asks the person. @returns a list of accounts as the wallet tells them */
  connect(): Promise<unknown>
  /** What the page was given before, without asking anybody; an empty list where that is nothing. */
  restore(): Promise<unknown>
  disconnect(): Promise<void>
  /** Tells of accounts that come and go; returns how to stop. */
  follow?(listener: (accounts: unknown) => void): () => void
  /** @returns base64, or bytes */
  signMessage(account: BitcoinAccount, message: string): Promise<unknown>
  signPsbt(request: PsbtRequest): Promise<{ psbt?: unknown; txid?: unknown }>
  /** @param satoshis a safe integer */
  sendTransfer?(account: BitcoinAccount, recipient: string, satoshis: number): Promise<unknown>
}

/** Accounts of one wallet. */
const MOST_ACCOUNTS = 20

const isText = (value: unknown): value is string => typeof value === 'string'

function keyOf(value: unknown): string | undefined {
  if (isText(value)) return /^[0-9a-fA-F]{64,66}$/.test(value) ? value.toLowerCase() : undefined
  const isBytes = value instanceof Uint8Array && (value.length === 32 || value.length === 33)
  return isBytes ? Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join('') : undefined
}

/** What an account is for: as the wallet says, or by its kind of address. */
function typeOf(address: string, purpose: unknown): BitcoinAccount['type'] | undefined {
  if (purpose === 'payment') return 'payment'
  if (purpose === 'ordinals' || purpose === 'ordinal') return 'ordinal'
  // Of another chain, such as Stacks.
  if (purpose !== undefined) return undefined
  return isTaproot(address) ? 'ordinal' : 'payment'
}

/** The accounts in a wallet's list that are on the network, those for payments first; others are left out. */
export function readBitcoinAccounts(list: unknown, caipNetworkId: string): BitcoinAccount[] {
  if (!Array.isArray(list)) return []
  const found = list.slice(0, MOST_ACCOUNTS).flatMap((own: unknown): BitcoinAccount[] => {
    const { address, publicKey, purpose } = isRecord(own) ? own : {}
    if (!isText(address) || !isOnNetwork(address, caipNetworkId)) return []
    const type = typeOf(address, purpose)
    const key = keyOf(publicKey)
    return type ? [{ address, type, own, ...(key ? { publicKey: key } : {}) }] : []
  })
  const unique = found.filter(({ address }, at) => found.findIndex((one) => one.address === address) === at)
  return unique.sort((a, b) => Number(a.type === 'ordinal') - Number(b.type === 'ordinal'))
}

/** As the page is told. */
export const accountsOf = (accounts: readonly BitcoinAccount[]): Account[] =>
  accounts.map(({ own: _, ...account }) => ({ namespace: 'bip122', ...account }))
