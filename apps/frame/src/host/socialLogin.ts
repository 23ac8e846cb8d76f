import { RecoveryNeededError } from '@latchkey/protocol/frame'
import { askKeys } from '../keys/askKeys.ts'
import { loadSignIn } from '../signIn/promptCode.ts'
import { loadUser } from './account.ts'
import type { Makers } from './Makers.ts'

/** The sign-in by others, by a passkey, and the recovery of a protected wallet. */
export const socialLoginHandlers = {
  /** Begins a social login; the answer comes to our own callback alone. */
  getSocialRedirectUri:
    (frame) =>
    async ({ provider, mode = 'popup', returnUri }, { signal }) => {
      const locale = frame.store.getState().locale.tag
      const wanted = returnUri === undefined ? {} : { returnUri }
      const params = { provider, mode, ...wanted, purpose: 'login', locale } as const
      const [parts, { uri, flowId }] = await Promise.all([
        loadSignIn(frame),
        askKeys(frame.keys, 'startSocial', params, signal),
      ])
      if (mode === 'popup') parts.openDoor(frame, flowId)
      return { uri }
    },

  /** Takes what a social login ended with, as its own window brought it here. Keys refuses whatever it did not begin itself. */
  connectSocial:
    (frame) =>
    async ({ uri, ...wanted }) => {
      const { status } = await (await loadSignIn(frame)).finishSocial(frame, uri)
      if (status === 'awaitingRecovery') throw new RecoveryNeededError()
      return loadUser(frame, wanted)
    },

  /** Opens a channel. The host gets its name on our own origin; the link itself stays here, because it signs in whoever has it. */
  getFarcasterUri:
    (frame) =>
    async (_, { signal }) => {
      const locale = frame.store.getState().locale.tag
      const { flowId } = await askKeys(frame.keys, 'startFarcaster', { purpose: 'login', locale }, signal)
      return { url: `${frame.config.walletOrigin}/farcaster#${flowId}` }
    },

  /** Shows the code for the person's app, and answers when the person is signed in. */
  connectFarcaster:
    (frame) =>
    async (_, { signal }) => ({ userName: await (await loadSignIn(frame)).awaitFarcaster(frame, signal) }),

  /** Signs in by a passkey, here or in the wallet's own window. */
  connectPasskey:
    (frame) =>
    async (wanted, { signal }) => {
      await (await loadSignIn(frame)).signInWithPasskey(frame, signal)
      return loadUser(frame, wanted)
    },

  /** Shows how the protected wallet of the login under way is opened on this device. */
  promptRecovery:
    (frame) =>
    async (_, { signal }) => {
      await (await loadSignIn(frame)).recoverWallet(frame, signal)
      return {}
    },
} satisfies Partial<Makers>
