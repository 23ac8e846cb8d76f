import { askKeys } from '../keys/askKeys.ts'
import type { Handler } from './Handler.ts'

/** Opens a channel. The host gets its name on our own origin; the link itself stays here, because it signs in whoever has it. */
export const getFarcasterUri: Handler<'getFarcasterUri'> =
  (frame) =>
  async (_, { signal }) => {
    const locale = frame.store.get().locale.tag
    const { flowId } = await askKeys(frame.keys, 'startFarcaster', { purpose: 'login', locale }, signal)
    return { url: `${frame.config.walletOrigin}/farcaster#${flowId}` }
  }
