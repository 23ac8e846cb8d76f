import * as z from 'zod/mini'
import { defineMethod } from '../defineMethod.ts'
import { accountType, chainId, foreignText, nothing } from '../primitives.ts'
import { userSession } from './account.ts'
import { NotAvailableError } from './errors.ts'

export const socialProvider = z.enum(['google', 'github', 'apple', 'facebook', 'x', 'discord'])

export const getSocialRedirectUri = /* @__PURE__ */ defineMethod({
  name: 'getSocialRedirectUri',
  params: z.strictObject({ provider: socialProvider }),
  result: z.strictObject({ uri: foreignText(4096) }),
  errors: [NotAvailableError],
  policy: { access: 'open', ui: 'none' },
  timeout: 30_000,
})
/** The uri came through the host and is hostile input. */
export const connectSocial = /* @__PURE__ */ defineMethod({
  name: 'connectSocial',
  params: z.strictObject({
    uri: foreignText(4096),
    preferredAccountType: z.optional(accountType),
    chainId: z.optional(chainId),
  }),
  result: userSession,
  errors: [NotAvailableError],
  policy: { access: 'open', ui: 'none' },
  timeout: 30_000,
})
export const getFarcasterUri = /* @__PURE__ */ defineMethod({
  name: 'getFarcasterUri',
  params: nothing,
  result: z.strictObject({ url: foreignText(4096) }),
  errors: [NotAvailableError],
  policy: { access: 'open', ui: 'none' },
  timeout: 30_000,
})
export const connectFarcaster = /* @__PURE__ */ defineMethod({
  name: 'connectFarcaster',
  params: nothing,
  result: z.strictObject({ userName: foreignText(64) }),
  errors: [NotAvailableError],
  policy: { access: 'open', ui: 'prompt' },
  timeout: null,
})
