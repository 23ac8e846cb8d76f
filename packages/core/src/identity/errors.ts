import { defineError } from '@latchkey/errors'

/** Errors of signing in with an account elsewhere. Range 5030–5039. */
export const SocialWindowBlockedError = /* @__PURE__ */ defineError({
  name: 'SocialWindowBlockedError',
  code: 5030,
  message: 'The browser did not open the window of the sign-in.',
})
export const SocialWindowClosedError = /* @__PURE__ */ defineError({
  name: 'SocialWindowClosedError',
  code: 5031,
  message: 'The window of the sign-in was closed before it had finished.',
})
export const SocialWindowSeveredError = /* @__PURE__ */ defineError({
  name: 'SocialWindowSeveredError',
  code: 5032,
  message: 'The browser cut the window of the sign-in off from this page.',
})
export const SocialExpiredError = /* @__PURE__ */ defineError({
  name: 'SocialExpiredError',
  code: 5033,
  message: 'The sign-in took longer than ten minutes. Start again.',
})
export const SocialAnswerError = /* @__PURE__ */ defineError({
  name: 'SocialAnswerError',
  code: 5034,
  message: 'The wallet gave an address that no window may be sent to.',
})
export const DeviceWaitError = /* @__PURE__ */ defineError({
  name: 'DeviceWaitError',
  code: 5035,
  message: 'Nobody answered from the mailbox. Start again.',
})

/** Code of the frame's RecoveryNeededError. */
const RECOVERY_NEEDED = 2021

/** Signed in, but the wallet is protected and this device has no key yet: `recoverWallet` comes next. */
export const needsRecovery = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === RECOVERY_NEEDED
