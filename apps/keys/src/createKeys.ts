import type { Handlers } from '@latchkey/bridge'
import type { KeysDocumentConfig } from '@latchkey/protocol'
import type { Fetch } from '@latchkey/protocol/client'
import type { KeysContract, KeysState } from '@latchkey/protocol/keys'
import { createHandlers } from './handlers/createHandlers.ts'
import { createProofClient } from './http/proofClient.ts'
import { createTokenClient } from './http/tokenClient.ts'
import { createTokenSource, type Locks } from './session/tokenSource.ts'
import { createExclusive } from './state/exclusive.ts'
import { createPartition, type KeysContext } from './state/KeysContext.ts'
import { toKeysState } from './state/keysState.ts'
import type { RecordStore } from './storage/recordStore.ts'
import type { Vault } from './vault/Vault.ts'
import { createSigner } from './wallet/signer.ts'

/** The world around one keys document; tests hand in their own. */
export type KeysSurroundings = {
  config: KeysDocumentConfig
  hostOrigin: string
  store: RecordStore
  vault: Vault
  fetch: Fetch
  now(): number
  locks?: Locks | undefined
  /** Tells the other tabs of this partition that the records have changed. */
  tellTabs?: (() => void) | undefined
  /** Runs what may wait, once the browser is idle; at once when left out. */
  whenIdle?: ((run: () => void) => void) | undefined
}

export type Keys = {
  handlers: Handlers<KeysContract>
  /** For what the document of the account page does beside these handlers. */
  context: KeysContext
  readState(): Promise<KeysState>
  /** Fires when a sign-out overtakes what is under way. */
  loginOver(): AbortSignal
  /** Calls `listener` with every new state. */
  onState(listener: (state: KeysState) => void): void
  /** Another tab has changed the records. */
  tabChanged(): Promise<void>
}

/**
 * Puts one keys document together. There is no state but the records, the vault's short-lived key and what is under way.
 *
 * @example
 * const keys = createKeys({ config, hostOrigin, store, vault, fetch, now: Date.now })
 * createServer(keysContract, messenger, keys.handlers, { origin })
 */
export function createKeys(surroundings: KeysSurroundings): Keys {
  const { config, hostOrigin, store, vault, fetch, now, locks, tellTabs, whenIdle } = surroundings
  const listeners = new Set<(state: KeysState) => void>()
  const partition = createPartition(store)
  const client = createProofClient({ apiOrigin: config.apiOrigin, fetch, now })

  const readState = async (): Promise<KeysState> => {
    const [session, challenge, share] = await Promise.all([
      partition.sessions.read(),
      partition.challenges.read(),
      partition.readShare(),
    ])
    return toKeysState({
      session: session?.value ?? null,
      challenge: challenge?.value ?? null,
      share,
      hostOrigin,
      persistent: partition.persistent,
      now: client.now(),
    })
  }
  let lastUser: string | undefined
  const announce = async () => {
    const state = await readState()
    lastUser = state.user?.id
    for (const listener of listeners) listener(state)
    return state
  }
  const changed = async () => {
    tellTabs?.()
    await announce()
  }
  const source = createTokenSource({ partition, client, locks }, async () => {
    await vault.lock()
    await changed()
  })
  const context: KeysContext = {
    config,
    hostOrigin,
    partition,
    vault,
    client,
    authorized: createTokenClient(client, source),
    changed,
  }
  let login = new AbortController()
  return {
    handlers: createHandlers({
      context,
      readState,
      signer: createSigner(context),
      oneLogin: createExclusive(),
      loginOver: () => login.signal,
      whenIdle: whenIdle ?? ((run) => run()),
      cancelLogin() {
        login.abort()
        login = new AbortController()
      },
    }),
    context,
    readState,
    loginOver: () => login.signal,
    onState(listener) {
      listeners.add(listener)
    },
    async tabChanged() {
      const before = lastUser
      const { user } = await announce()
      // Somebody else's key must not wait here for its time-out.
      if (!user || user.id !== before) await vault.lock()
    },
  }
}
