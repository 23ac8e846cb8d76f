import type { Frame } from './Frame.ts'

/** Whether the person is signed in and connected this site. Asked anew each time: a grant can be taken back. */
export async function isGranted(frame: Pick<Frame, 'keys'>): Promise<boolean> {
  const { status, granted } = await frame.keys.state()
  return status === 'signedIn' && granted
}
