import type { Frame } from '../Frame.ts'
import { askKeys } from './askKeys.ts'

/** Has keys pay the first signature's cost ahead of time, for somebody who is signed in and so may sign. */
export async function warmUpKeys({ keys }: Pick<Frame, 'keys'>): Promise<void> {
  const { status } = await keys.state()
  if (status === 'signedIn') await askKeys(keys, 'warmUp', {})
}
