import { plainText } from '../site/plainText.ts'
import type { Handler } from './Handler.ts'

/** Remembers what the host calls itself. Its icon, address and description are not used at all. */
export const syncDappData: Handler<'syncDappData'> =
  (frame) =>
  ({ metadata }) => {
    const name = plainText(metadata?.name ?? '', 40)
    frame.store.set({ appName: name === '' ? null : name })
    return {}
  }
