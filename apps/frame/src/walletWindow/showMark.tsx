import type { Frame } from '../context/Frame.ts'
import { markOf } from '../screens/parts/OwnMark.tsx'
import { ownPictureOf } from '../store/ownPicture.ts'

/** Puts the picture that the person chose into the trust strip of every screen. */
export function showMark(frame: Pick<Frame, 'storage' | 'memory' | 'store'>): void {
  frame.store.setState({ mark: markOf(ownPictureOf(frame).read()) })
}
