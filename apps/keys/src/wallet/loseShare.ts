import type { KeysContext } from '../state/KeysContext.ts'
import type { StoredShare } from '../state/storedSession.ts'

/** The share is of no use any more: this costs a login and nothing else. */
export async function loseShare(context: KeysContext, share: StoredShare): Promise<void> {
  await context.vault.lock()
  await context.partition.dropShare(share.keysetId)
  await context.changed()
}
