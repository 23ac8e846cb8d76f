import type { KeysContext } from '../state/KeysContext.ts'
import type { PanelVault } from '../vault/PanelVault.ts'
import type { Passkeys } from './Passkeys.ts'

/** What the panels of the account page's document work with. */
export type PanelContext = KeysContext & { readonly vault: PanelVault; readonly passkeys: Passkeys }
