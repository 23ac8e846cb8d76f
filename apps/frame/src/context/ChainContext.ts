import type { Client } from '@latchkey/bridge'
import type { ChainInfo, FrameDocumentConfig } from '@latchkey/protocol'
import type { KeysContract, KeysState } from '@latchkey/protocol/keys'
import type { RecordPlace } from '../store/createRecord.ts'

/** What requests are read, prepared and signed with, wherever they are shown. */
export type SigningContext = RecordPlace & {
  config: FrameDocumentConfig
  /** Who asks: the host of a frame, as the handshake proved it, or the wallet's own page. */
  origin: string
  keys: KeysConnection
  chain: ChainRpc
  now: () => number
  /** Smart accounts known to have code, as `chainId/address`: they never lose it. See chains/evm/accounts/isDeployed. */
  deployedAccounts: Set<string>
}

/** The same, with the kind of account that a request means which names none. */
export type ChainContext = SigningContext & {
  store: { get(): { preferredAccountType: 'eoa' | 'smartAccount' } }
}

/** One call of the Ethereum JSON-RPC. */
export type RpcCall = { method: string; params: unknown }

/** What came of one call in a batch. */
export type RpcOutcome = { ok: true; result: unknown } | { ok: false; error: unknown }

/** The network, read through the service. */
export type ChainRpc = {
  /** Throws ChainRefusedError with the network's own code and text, or ChainUnreachableError. */
  request(chainId: number, call: RpcCall, signal?: AbortSignal): Promise<unknown>
  /**
   * Asks a paymaster (ERC-7677) through the service: the operator's own, or one that the project has registered.
   * Throws as `request` does.
   */
  paymaster(chainId: number, call: RpcCall, service: string | null, signal?: AbortSignal): Promise<unknown>
  /** One round trip; each call has its own outcome. Throws ChainUnreachableError when nothing came back. */
  batch(chainId: number, calls: readonly RpcCall[], signal?: AbortSignal): Promise<readonly RpcOutcome[]>
}

/** Runs a call, or refuses it. */
export type Limit = <T>(run: () => Promise<T>) => Promise<T>

/** A JSON-RPC call of the host, with the network it is meant for. */
export type RpcRequest = {
  method: string
  params: readonly unknown[] | Readonly<Record<string, unknown>>
  chain: ChainInfo
}

/** The way to the keys app. A connection that ended is opened anew by the next call. */
export type KeysConnection = {
  /** Waits for the keys app. Rejects with KeysUnavailableError. */
  client(): Promise<Client<KeysContract>>
  /** The state as keys tells it now. */
  state(): Promise<KeysState>
}

/**
 * Has keys check the session with the service, unless that was done less than `maxAge` ms ago. Nobody waits for it: if the
 * session has ended, keys says so.
 */
export type SessionSync = (maxAge: number) => void
