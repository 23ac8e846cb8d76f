import * as z from 'zod/mini'
import * as account from '../http/account.ts'
import { type Contract, defineEvent, defineMethod, type Method } from '../schema/defineMethod.ts'
import { foreignText, id128, nothing, recoveryKind } from '../schema/primitives.ts'
import { state } from './session.ts'

const policy = { access: 'granted', ui: 'none' } as const
/**
 * What they may answer with besides: ServiceUnreachableError, RateLimitedError, InvalidProofError, SignedOutError,
 * InvalidTokenError, FreshLoginRequiredError, AccountFrozenError, AccountHeldError, LastIdentityError,
 * TooFewMethodsError, AlreadyProtectedError, RecoveryMethodError, NotFoundError.
 */
const quick = { policy, timeout: 25_000 } as const

/** What keys draws itself, in its own document on the wallet's account page: secrets that not even the wallet's page sees. */
const panelName = () =>
  z.enum([
    'exportKey',
    'exportPhrase',
    'downloadKit',
    'createPasskey',
    'createCode',
    'provePasskey',
    'proveCode',
    'enterCode',
    'approveJoin',
  ])

/**
 * @throws ServiceUnreachableError, RateLimitedError, InvalidProofError, SignedOutError, InvalidTokenError,
 *   FreshLoginRequiredError, AccountFrozenError, AccountHeldError, LastIdentityError, TooFewMethodsError,
 *   AlreadyProtectedError, RecoveryMethodError, NotFoundError, PanelClosedError, WrongRecoveryCodeError,
 *   JoinGoneError, PasskeyRefusedError
 */
export const openPanel = /* @__PURE__ */ defineMethod({
  name: 'openPanel',
  params: () =>
    z.strictObject({
      panel: panelName(),
      /** Of the method to prove. */
      methodId: z.optional(id128()),
      /** Of a join: `<joinId>.<publicKey>` as it stood in the address. */
      join: z.optional(foreignText(512)),
      themeMode: z.enum(['light', 'dark']),
      locale: z.optional(z.string().check(z.maxLength(35))),
      /** What the strip says of the wallet, as on its other pages: its name, and the picture that the person chose. */
      walletName: z.optional(foreignText(32)),
      picture: z.optional(z.string().check(z.regex(/^[a-z]{1,16}-[a-z]{1,16}$/))),
    }),
  result: state,
  policy: { access: 'granted', ui: 'prompt' },
  timeout: null,
})
/** The panel must be taken away, as when the page shows something else: `openPanel` settles with PanelClosedError. */
export const closePanel = /* @__PURE__ */ defineMethod({
  name: 'closePanel',
  params: nothing,
  result: nothing,
  policy,
  timeout: 5_000,
})
export const panelHeight = /* @__PURE__ */ defineEvent({
  name: 'panelHeight',
  payload: () => z.strictObject({ height: z.int().check(z.gte(0), z.lte(4000)) }),
})

/** Methods of the account page's keys document, beside those of `keysContract`. */
export const panelMethods = {
  openPanel,
  closePanel,
  getAccount: defineMethod({
    name: 'getAccount',
    params: nothing,
    result: () => account.getAccount.reply,
    ...quick,
  }),
  getActivity: defineMethod({
    name: 'getActivity',
    params: () => z.strictObject({ before: z.optional(z.int().check(z.gte(0))) }),
    result: () => account.getActivity.reply,
    ...quick,
  }),
  revokeDevice: defineMethod({
    name: 'revokeDevice',
    params: () => z.strictObject({ deviceId: foreignText(64) }),
    result: nothing,
    ...quick,
  }),
  revokeSite: defineMethod({
    name: 'revokeSite',
    params: () => account.revokeSite.body,
    result: nothing,
    ...quick,
  }),
  removeIdentity: defineMethod({
    name: 'removeIdentity',
    params: () => z.strictObject({ identityId: id128() }),
    result: nothing,
    ...quick,
  }),
  removeMethod: defineMethod({
    name: 'removeMethod',
    params: () => z.strictObject({ methodId: id128(), kind: recoveryKind() }),
    result: nothing,
    ...quick,
  }),
  protect: defineMethod({ name: 'protect', params: nothing, result: () => state(), ...quick }),
  unfreeze: defineMethod({ name: 'unfreeze', params: nothing, result: () => nothing(), ...quick }),
  deleteAccount: defineMethod({
    name: 'deleteAccount',
    params: nothing,
    result: nothing,
    ...quick,
  }),
} as const satisfies Record<string, Method>
export const panelEvents = { panelHeight } satisfies Contract['events']

export type PanelName = z.output<ReturnType<typeof panelName>>
