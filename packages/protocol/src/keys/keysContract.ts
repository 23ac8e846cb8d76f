import type { Contract } from '../schema/defineMethod.ts'
import * as session from './session.ts'
import * as signing from './signing.ts'
import * as social from './social.ts'

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
    signOut: session.signOut,
    signMessage: signing.signMessage,
    signTypedData: signing.signTypedData,
    signTransaction: signing.signTransaction,
    warmUp: signing.warmUp,
  },
  events: { stateChanged: session.stateChanged },
} satisfies Contract

export type KeysContract = typeof keysContract
