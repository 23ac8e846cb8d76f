import type { Frame } from '../Frame.ts'
import { connectEmail } from './connectEmail.ts'
import { connectOtp } from './connectOtp.ts'
import { getChainId } from './getChainId.ts'
import { getSmartAccountEnabledNetworks } from './getSmartAccountEnabledNetworks.ts'
import { getUser } from './getUser.ts'
import type { FrameHandlers } from './Handler.ts'
import { isConnected } from './isConnected.ts'
import { notAvailable } from './notAvailable.ts'
import { promptOtp } from './promptOtp.ts'
import { reload } from './reload.ts'
import { rpcRequest } from './rpcRequest.ts'
import { setPreferredAccount } from './setPreferredAccount.ts'
import { signOut } from './signOut.ts'
import { switchNetwork } from './switchNetwork.ts'
import { syncDappData } from './syncDappData.ts'
import { syncTheme } from './syncTheme.ts'

/** Every method of the contract, for one frame. */
export function createHandlers(frame: Frame): FrameHandlers {
  return {
    connectEmail: connectEmail(frame),
    connectDevice: notAvailable,
    connectOtp: connectOtp(frame),
    promptOtp: promptOtp(frame),
    updateEmail: notAvailable,
    updateEmailPrimaryOtp: notAvailable,
    updateEmailSecondaryOtp: notAvailable,
    connectSocial: notAvailable,
    getSocialRedirectUri: notAvailable,
    getFarcasterUri: notAvailable,
    connectFarcaster: notAvailable,
    getUser: getUser(frame),
    isConnected: isConnected(frame),
    signOut: signOut(frame),
    getChainId: getChainId(frame),
    switchNetwork: switchNetwork(frame),
    getSmartAccountEnabledNetworks: getSmartAccountEnabledNetworks(frame),
    initSmartAccount: notAvailable,
    setPreferredAccount: setPreferredAccount(frame),
    rpcRequest: rpcRequest(frame),
    syncTheme: syncTheme(frame),
    syncDappData: syncDappData(frame),
    reload: reload(frame),
  }
}
