import type { KeysState } from '@latchkey/protocol/keys'
import type { Frame } from '../context/Frame.ts'
import { showScreen } from '../context/showScreen.ts'
import { askKeys } from '../keys/askKeys.ts'
import type { ScreenProps } from '../screens/parts/ScreenProps.ts'
import { FarcasterScreen } from '../screens/signIn/FarcasterScreen.tsx'
import { createFarcasterFlow } from './flows/farcasterFlow.ts'
import { recoverWallet } from './recoverWallet.tsx'

/**
 * Shows the code for the person's Farcaster app until the person is signed in, with a protected wallet open on this device.
 *
 * @returns what Farcaster calls the person
 * @throws UserRejectedError when the host takes the screen away, SocialUnavailableError, AccountFrozenError, AccountHeldError
 */
export async function awaitFarcaster(frame: Frame, signal: AbortSignal): Promise<string | null> {
  const over = new AbortController()
  const locale = frame.store.get().locale.tag
  const state = await showScreen<KeysState>(
    frame,
    signal,
    ({ resolve, reject }) => {
      const flow = createFarcasterFlow({
        start: (own) => askKeys(frame.keys, 'startFarcaster', { purpose: 'login', locale }, own),
        check: (own) => askKeys(frame.keys, 'checkFarcaster', {}, own),
        onDone: (signedIn) => resolve(signedIn, signedIn.status === 'awaitingRecovery'),
        onFailed: reject,
        now: frame.now,
        signal: over.signal,
      })
      const draw = (props: ScreenProps) => <FarcasterScreen {...props} flow={flow} />
      return { name: 'farcaster', draw }
    },
    () => over.abort(),
  )
  if (state.status === 'awaitingRecovery') await recoverWallet(frame, signal)
  return (await frame.keys.state()).user?.userName ?? null
}
