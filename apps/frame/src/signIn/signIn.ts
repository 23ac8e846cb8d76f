import '../screens/signIn/signIn.css'
import { awaitDevice } from './awaitDevice.tsx'
import { awaitFarcaster } from './awaitFarcaster.tsx'
import { promptEmailChange, submitEmailChange } from './emailChange.ts'
import { recoverWallet, signInWithPasskey } from './recoverWallet.tsx'

/** The ways to a session that have a screen of their own, and the change of the e-mail address. It is loaded when it is needed for the first time. */
export const signIn = {
  awaitDevice,
  awaitFarcaster,
  promptEmailChange,
  recoverWallet,
  signInWithPasskey,
  submitEmailChange,
} as const
