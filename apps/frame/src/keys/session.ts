import { BaseError } from '@latchkey/errors'
import { NotConnectedError } from '@latchkey/protocol/frame'
import type { Frame, KeysConnection, SessionSync } from '../context/Frame.ts'
import { askKeys } from './askKeys.ts'

/** Whether the person is signed in and connected this site. Asked anew each time: a grant can be taken back. */
export async function isGranted(frame: Pick<Frame, 'keys'>): Promise<boolean> {
  const { status, granted } = await frame.keys.state()
  return status === 'signedIn' && granted
}

/** Makes the check of one frame. A check that failed counts as none. */
export function createSessionSync(keys: KeysConnection, now: () => number): SessionSync {
  let syncedAt: number | null = null
  return (maxAge) => {
    const startedAt = now()
    if (syncedAt !== null && startedAt - syncedAt < maxAge) return
    syncedAt = startedAt
    askKeys(keys, 'syncSession', {}).catch(() => {
      if (syncedAt === startedAt) syncedAt = null
    })
  }
}

/** Has keys pay the first signature's cost ahead of time, for somebody who is signed in and so may sign. */
export async function warmUpKeys({ keys }: Pick<Frame, 'keys'>): Promise<void> {
  const { status } = await keys.state()
  if (status === 'signedIn') await askKeys(keys, 'warmUp', {})
}

/** Signs out of this browser, as the host asked. Somebody who is signed out already has what they want. */
export async function endSession(frame: Frame): Promise<void> {
  frame.store.setState({ signingOut: true })
  try {
    await askKeys(frame.keys, 'signOut', {})
  } catch (error) {
    if (!(error instanceof BaseError) || error.code !== NotConnectedError.code) throw error
  } finally {
    await frame.keys.state().catch(() => undefined)
    frame.store.setState({ signingOut: false })
  }
}
