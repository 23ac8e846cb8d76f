import type { Contract } from '../schema/defineMethod.ts'
import * as account from './account.ts'
import * as emailLogin from './emailLogin.ts'
import * as events from './events.ts'
import { rpcRequest } from './rpcRequest.ts'
import * as socialLogin from './socialLogin.ts'
import * as sync from './sync.ts'

export type { UserSession } from './account.ts'
export * from './errors.ts'
export * from './rpcPolicy.ts'
export type { SocialProvider } from './socialLogin.ts'

/** Every call a host may make to the frame, and every event the frame may send it (spec 7, embedded wallet messaging). */
export const frameContract = {
  methods: {
    switchNetwork: account.switchNetwork,
    connectEmail: emailLogin.connectEmail,
    connectDevice: emailLogin.connectDevice,
    connectOtp: emailLogin.connectOtp,
    promptOtp: emailLogin.promptOtp,
    connectSocial: socialLogin.connectSocial,
    getFarcasterUri: socialLogin.getFarcasterUri,
    connectFarcaster: socialLogin.connectFarcaster,
    connectPasskey: socialLogin.connectPasskey,
    promptRecovery: socialLogin.promptRecovery,
    getUser: account.getUser,
    getSocialRedirectUri: socialLogin.getSocialRedirectUri,
    signOut: account.signOut,
    isConnected: account.isConnected,
    getChainId: account.getChainId,
    getSmartAccountEnabledNetworks: account.getSmartAccountEnabledNetworks,
    initSmartAccount: account.initSmartAccount,
    setPreferredAccount: account.setPreferredAccount,
    rpcRequest,
    updateEmail: emailLogin.updateEmail,
    updateEmailPrimaryOtp: emailLogin.updateEmailPrimaryOtp,
    updateEmailSecondaryOtp: emailLogin.updateEmailSecondaryOtp,
    promptUpdateEmail: emailLogin.promptUpdateEmail,
    syncTheme: sync.syncTheme,
    syncDappData: sync.syncDappData,
    reload: sync.reload,
  },
  events: {
    screen: events.screen,
    escape: events.escapePressed,
    focusExit: events.focusExit,
    accountsChanged: events.accountsChanged,
    chainChanged: events.chainChanged,
    sessionEnded: events.sessionEnded,
  },
} satisfies Contract

export type FrameContract = typeof frameContract
