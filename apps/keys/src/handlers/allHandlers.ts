import type { Handlers } from '@latchkey/bridge'
import type { KeysContract } from '@latchkey/protocol/keys'
import { getState } from './getState.ts'
import type { HandlerParts } from './HandlerParts.ts'
import { lazyHandlers } from './lazyHandlers.ts'
import { signMessage } from './signMessage.ts'
import { signOut } from './signOut.ts'
import { signTransaction } from './signTransaction.ts'
import { signTypedData } from './signTypedData.ts'
import { syncSession } from './syncSession.ts'
import { warmUp } from './warmUp.ts'

/** One handler for each method of the contract; the compiler refuses the build while one is missing. */
export const allHandlers = (parts: HandlerParts) =>
  ({
    ...lazyHandlers(parts),
    getState: getState(parts),
    syncSession: syncSession(parts),
    signOut: signOut(parts),
    signMessage: signMessage(parts),
    signTypedData: signTypedData(parts),
    signTransaction: signTransaction(parts),
    warmUp: warmUp(parts),
  }) satisfies Handlers<KeysContract>
