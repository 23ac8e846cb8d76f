import * as z from 'zod/mini'
import { defineMethod } from '../schema/defineMethod.ts'
import { account, accountType, chainId, email, foreignText, nothing } from '../schema/primitives.ts'
import { userSession } from '../schema/userSession.ts'

/** @throws NotConnectedError, SessionExpiredError, ServiceUnreachableError */
const getUser = /* @__PURE__ */ defineMethod({
  name: 'getUser',
  params: () =>
    z.strictObject({
      chainId: z.optional(chainId()),
      preferredAccountType: z.optional(accountType()),
      socialUri: z.optional(foreignText(2048)),
    }),
  result: userSession,
  policy: { access: 'granted', ui: 'none' },
  timeout: 30_000,
})
const isConnected = /* @__PURE__ */ defineMethod({
  name: 'isConnected',
  params: () => z.strictObject({ token: z.optional(foreignText(512)) }),
  result: () => z.strictObject({ isConnected: z.boolean() }),
  policy: { access: 'open', ui: 'none' },
  timeout: 20_000,
})
const signOut = /* @__PURE__ */ defineMethod({
  name: 'signOut',
  params: nothing,
  result: nothing,
  policy: { access: 'open', ui: 'none' },
  timeout: 3_000,
})
const getChainId = /* @__PURE__ */ defineMethod({
  name: 'getChainId',
  params: nothing,
  result: () => z.strictObject({ chainId: chainId() }),
  policy: { access: 'open', ui: 'none' },
  timeout: 20_000,
})
/** @throws UnknownChainError */
const switchNetwork = /* @__PURE__ */ defineMethod({
  name: 'switchNetwork',
  params: () => z.strictObject({ chainId: chainId() }),
  result: () => z.strictObject({ chainId: chainId() }),
  policy: { access: 'open', ui: 'none' },
  timeout: 20_000,
})
const getSmartAccountEnabledNetworks = /* @__PURE__ */ defineMethod({
  name: 'getSmartAccountEnabledNetworks',
  params: nothing,
  result: () => z.strictObject({ smartAccountEnabledNetworks: z.array(z.int()).check(z.maxLength(200)) }),
  policy: { access: 'open', ui: 'none' },
  timeout: 20_000,
})
/** @throws NotAvailableError, NotConnectedError, ServiceUnreachableError */
const initSmartAccount = /* @__PURE__ */ defineMethod({
  name: 'initSmartAccount',
  params: nothing,
  result: () => z.strictObject({ address: account().shape.address, isDeployed: z.boolean() }),
  policy: { access: 'granted', ui: 'none' },
  timeout: 30_000,
})
/** @throws NotAvailableError, NotConnectedError, ServiceUnreachableError */
const setPreferredAccount = /* @__PURE__ */ defineMethod({
  name: 'setPreferredAccount',
  params: () => z.strictObject({ type: accountType() }),
  result: () => z.strictObject({ type: accountType(), address: account().shape.address }),
  policy: { access: 'granted', ui: 'none' },
  timeout: 30_000,
})

/**
 * Asks the person whether this site may know the e-mail address, and answers with it. A site that knows it already, by
 * `getUser`, is answered at once. An ask that was not granted keeps the next ones off the screen for a while.
 *
 * @throws NotConnectedError, NoEmailAddressError, UserRejectedError, EmailAskedError with `data.retryAfter` in s,
 *   EmailReplacedError, RejectionCooldownError, ApprovalQueueFullError, SessionExpiredError, ServiceUnreachableError
 */
const shareEmail = /* @__PURE__ */ defineMethod({
  name: 'shareEmail',
  params: nothing,
  result: () => z.strictObject({ email: email() }),
  policy: { access: 'granted', ui: 'prompt' },
  timeout: null,
})

export const accountMethods = {
  getUser,
  shareEmail,
  isConnected,
  signOut,
  getChainId,
  switchNetwork,
  getSmartAccountEnabledNetworks,
  initSmartAccount,
  setPreferredAccount,
}
