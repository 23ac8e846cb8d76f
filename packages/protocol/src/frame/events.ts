import * as z from 'zod/mini'
import { defineEvent } from '../schema/defineMethod.ts'
import { account, chainId, email, id128 } from '../schema/primitives.ts'

/** Which screen the frame shows, so that the host can lay it over the right slot and name it. */
export const screen = /* @__PURE__ */ defineEvent({
  name: 'screen',
  payload: () =>
    z.strictObject({
      screen: z.enum(['none', 'code', 'device', 'farcaster', 'recovery', 'approval']),
      /** Height the content wants, in CSS px. */
      height: z.int().check(z.gte(0), z.lte(4000)),
    }),
})
/** A request waits for the wallet's own window, which the host may open in the click that it still has. */
export const windowWanted = /* @__PURE__ */ defineEvent({
  name: 'windowWanted',
  payload: () =>
    z.strictObject({
      /** By which the window finds the request: it stands in the window's address. */
      nonce: id128(),
    }),
})
/** The receipt that is shown has told how the last thing ended that was sent: whoever sees it need not be told again. */
export const receiptTold = /* @__PURE__ */ defineEvent({
  name: 'receiptTold',
  payload: () => z.strictObject({}),
})
/** Escape was pressed inside the frame: the host decides what it closes. */
export const escapePressed = /* @__PURE__ */ defineEvent({
  name: 'escape',
  payload: () => z.strictObject({}),
})
/** Tab left the frame at one end: the host moves the focus on. */
export const focusExit = /* @__PURE__ */ defineEvent({
  name: 'focusExit',
  payload: () => z.strictObject({ direction: z.enum(['forward', 'backward']) }),
})
export const accountsChanged = /* @__PURE__ */ defineEvent({
  name: 'accountsChanged',
  payload: () => z.strictObject({ accounts: z.array(account()).check(z.maxLength(16)) }),
})
export const chainChanged = /* @__PURE__ */ defineEvent({
  name: 'chainChanged',
  payload: () => z.strictObject({ chainId: chainId() }),
})
/** What this site may know of the e-mail address is another thing now; null: nothing any more. */
export const emailChanged = /* @__PURE__ */ defineEvent({
  name: 'emailChanged',
  payload: () => z.strictObject({ email: z.nullable(email()) }),
})
/** The session ended without the host asking: signed out elsewhere, expired, revoked. */
export const sessionEnded = /* @__PURE__ */ defineEvent({
  name: 'sessionEnded',
  payload: () => z.strictObject({ code: z.int() }),
})
