import type { Contract } from '../defineMethod.ts'
import * as session from './session.ts'
import * as signing from './signing.ts'

export * from './errors.ts'
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
    signOut: session.signOut,
    signMessage: signing.signMessage,
    signTypedData: signing.signTypedData,
    signTransaction: signing.signTransaction,
    warmUp: signing.warmUp,
  },
  events: { stateChanged: session.stateChanged },
} satisfies Contract

export type KeysContract = typeof keysContract
