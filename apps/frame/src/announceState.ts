import type { Server } from '@latchkey/bridge'
import { type FrameContract, SessionExpiredError } from '@latchkey/protocol/frame'
import type { KeysState } from '@latchkey/protocol/keys'
import type { Store } from './createStore.ts'
import type { FrameState } from './Frame.ts'

/** The accounts that the site may see. */
const visible = (keys: KeysState | null) => (keys?.status === 'signedIn' && keys.granted ? keys.accounts : [])

/**
 * Tells the host what changed: the network, the accounts, and that a session ended. Accounts are told to a connected
 * site only.
 */
export function announceState(store: Store<FrameState>, emit: Server<FrameContract>['emit']): () => void {
  let last = store.get()
  return store.subscribe(() => {
    const before = last
    const now = store.get()
    last = now
    if (now.chainId !== before.chainId) emit('chainChanged', { chainId: now.chainId })
    if (now.keys === before.keys || before.keys === null) return
    const accounts = visible(now.keys)
    if (JSON.stringify(accounts) !== JSON.stringify(visible(before.keys)))
      emit('accountsChanged', { accounts: [...accounts] })
    if (!now.signingOut && visible(before.keys).length > 0 && accounts.length === 0)
      emit('sessionEnded', { code: SessionExpiredError.code })
  })
}
