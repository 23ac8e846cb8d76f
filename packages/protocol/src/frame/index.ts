import type { Contract } from '../schema/defineMethod.ts'
import { accountMethods } from './account.ts'
import { emailLoginMethods } from './emailLogin.ts'
import * as events from './events.ts'
import { rpcRequest } from './rpcRequest.ts'
import { socialLoginMethods } from './socialLogin.ts'
import { syncMethods } from './sync.ts'

export type { UserSession } from '../schema/userSession.ts'
export * from './errors.ts'
export * from './recipientFacts.ts'
export * from './rpcPolicy.ts'

/** Every call a host may make to the frame, and every event the frame may send it (spec 7, embedded wallet messaging). */
export const frameContract = {
  methods: { ...accountMethods, ...emailLoginMethods, ...socialLoginMethods, rpcRequest, ...syncMethods },
  events: {
    screen: events.screen,
    windowWanted: events.windowWanted,
    receiptTold: events.receiptTold,
    escape: events.escapePressed,
    focusExit: events.focusExit,
    accountsChanged: events.accountsChanged,
    chainChanged: events.chainChanged,
    emailChanged: events.emailChanged,
    sessionEnded: events.sessionEnded,
  },
} satisfies Contract

export type FrameContract = typeof frameContract
