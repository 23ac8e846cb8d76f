import type { Frame } from '../Frame.ts'
import { connectDevice } from './connectDevice.ts'
import { connectEmail } from './connectEmail.ts'
import { connectFarcaster } from './connectFarcaster.ts'
import { connectOtp } from './connectOtp.ts'
import { connectPasskey } from './connectPasskey.ts'
import { connectSocial } from './connectSocial.ts'
import { getChainId } from './getChainId.ts'
import { getFarcasterUri } from './getFarcasterUri.ts'
import { getSmartAccountEnabledNetworks } from './getSmartAccountEnabledNetworks.ts'
import { getSocialRedirectUri } from './getSocialRedirectUri.ts'
import { getUser } from './getUser.ts'
import type { FrameHandlers } from './Handler.ts'
import { initSmartAccount } from './initSmartAccount.ts'
import { isConnected } from './isConnected.ts'
import { promptOtp } from './promptOtp.ts'
import { promptRecovery } from './promptRecovery.ts'
import { promptUpdateEmail } from './promptUpdateEmail.ts'
import { reload } from './reload.ts'
import { rpcRequest } from './rpcRequest.ts'
import { setPreferredAccount } from './setPreferredAccount.ts'
import { signOut } from './signOut.ts'
import { switchNetwork } from './switchNetwork.ts'
import { syncDappData } from './syncDappData.ts'
import { syncTheme } from './syncTheme.ts'
import { updateEmail } from './updateEmail.ts'
import { updateEmailPrimaryOtp, updateEmailSecondaryOtp } from './updateEmailOtp.ts'

/** Every method of the contract, for one frame. */
export function createHandlers(frame: Frame): FrameHandlers {
  return {
    connectEmail: connectEmail(frame),
    connectDevice: connectDevice(frame),
    connectOtp: connectOtp(frame),
    promptOtp: promptOtp(frame),
    updateEmail: updateEmail(frame),
    updateEmailPrimaryOtp: updateEmailPrimaryOtp(frame),
    updateEmailSecondaryOtp: updateEmailSecondaryOtp(frame),
    connectSocial: connectSocial(frame),
    getSocialRedirectUri: getSocialRedirectUri(frame),
    getFarcasterUri: getFarcasterUri(frame),
    connectFarcaster: connectFarcaster(frame),
    connectPasskey: connectPasskey(frame),
    promptRecovery: promptRecovery(frame),
    promptUpdateEmail: promptUpdateEmail(frame),
    getUser: getUser(frame),
    isConnected: isConnected(frame),
    signOut: signOut(frame),
    getChainId: getChainId(frame),
    switchNetwork: switchNetwork(frame),
    getSmartAccountEnabledNetworks: getSmartAccountEnabledNetworks(frame),
    initSmartAccount: initSmartAccount(frame),
    setPreferredAccount: setPreferredAccount(frame),
    rpcRequest: rpcRequest(frame),
    syncTheme: syncTheme(frame),
    syncDappData: syncDappData(frame),
    reload: reload(frame),
  }
}
