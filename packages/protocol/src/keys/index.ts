import type { Contract } from '../schema/defineMethod.ts'
import { panelEvents, panelMethods } from './panel.ts'
import * as session from './session.ts'
import * as signing from './signing.ts'
import * as social from './social.ts'

export * from './errors.ts'
export type { PanelName } from './panel.ts'
export type { Challenge, KeysState } from './session.ts'
export type { EvmTransaction } from './signing.ts'

/** Every call the frame may make to the keys app. No method takes a hash to sign. */
export const keysContract = {
  methods: {
    getState: session.getState,
    syncSession: session.syncSession,
    startEmail: session.startEmail,
    resendCode: session.resendCode,
    submitCode: session.submitCode,
    resendDevice: session.resendDevice,
    checkDevice: session.checkDevice,
    cancelLogin: session.cancelLogin,
    startSocial: social.startSocial,
    finishSocial: social.finishSocial,
    startFarcaster: social.startFarcaster,
    checkFarcaster: social.checkFarcaster,
    signInWithPasskey: social.signInWithPasskey,
    recoverWithPasskey: social.recoverWithPasskey,
    startJoin: social.startJoin,
    checkJoin: social.checkJoin,
    startEmailChange: social.startEmailChange,
    submitEmailChange: social.submitEmailChange,
    resendEmailChange: social.resendEmailChange,
    shareEmail: session.shareEmail,
    signOut: session.signOut,
    signMessage: signing.signMessage,
    signTypedData: signing.signTypedData,
    signTransaction: signing.signTransaction,
    signBytes: signing.signBytes,
    gainAccounts: signing.gainAccounts,
    warmUp: signing.warmUp,
  },
  events: { stateChanged: session.stateChanged },
} satisfies Contract

export type KeysContract = typeof keysContract

/** What the account page of the wallet's own origin may ask its keys document for: all of the above, and the account. */
export const accountKeysContract = /* @__PURE__ */ (() =>
  ({
    methods: { ...keysContract.methods, ...panelMethods },
    events: { ...keysContract.events, ...panelEvents },
  }) satisfies Contract)()

export type AccountKeysContract = typeof accountKeysContract
