import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { defineRoute } from '../schema/defineRoute.ts'
import {
  base64url,
  foreignText,
  id128,
  identityProvider,
  nothing,
  origin,
  projectId,
  recoveryKind,
  tier,
  timestamp,
  wallet,
} from '../schema/primitives.ts'

const hold = /* @__PURE__ */ once(() => z.nullable(timestamp()))

/** Everything that the account page shows, in one answer. */
export const getAccount = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/account/v1',
  body: nothing,
  reply: () =>
    z.strictObject({
      createdAt: timestamp(),
      emailHint: z.nullable(foreignText(254)),
      tier: z.nullable(tier()),
      wallet: z.nullable(wallet()),
      /** A fresh login (5 min) that may export and change how one recovers: until when; null when this session has none. */
      freshUntil: hold(),
      frozenAt: hold(),
      exportHeldUntil: hold(),
      recoveryHeldUntil: hold(),
      /** The key was shown once. */
      exportedAt: hold(),
      devices: z
        .array(
          z.strictObject({
            /** Of the device's key. */
            id: z.string().check(z.maxLength(64)),
            browser: foreignText(64),
            place: foreignText(64),
            sites: z.array(origin()).check(z.maxLength(50)),
            signedInAt: timestamp(),
            seenAt: timestamp(),
            hasShare: z.boolean(),
            current: z.boolean(),
          }),
        )
        .check(z.maxLength(200)),
      sites: z
        .array(
          z.strictObject({
            projectId: projectId(),
            projectName: foreignText(64),
            origin: origin(),
            connectedAt: timestamp(),
            /** It may know the e-mail address. */
            knowsEmail: z.boolean(),
          }),
        )
        .check(z.maxLength(1000)),
      identities: z
        .array(
          z.strictObject({
            id: id128(),
            provider: identityProvider(),
            /** A masked address or the network's name for the person. */
            label: foreignText(254),
            addedAt: timestamp(),
            usedAt: timestamp(),
          }),
        )
        .check(z.maxLength(32)),
      methods: z
        .array(
          z.strictObject({
            id: id128(),
            kind: recoveryKind(),
            label: foreignText(64),
            addedAt: timestamp(),
            /** A round trip has shown that it gives the key back. */
            provenAt: z.nullable(timestamp()),
            /** Passkeys alone: whether it can seal a recovery half (PRF), or only sign in. */
            seals: z.boolean(),
          }),
        )
        .check(z.maxLength(16)),
    }),
  auth: 'token',
})
/** The activity log, newest first: append-only, each entry chained to the one before by its hash. */
export const getActivity = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/account/v1/activity',
  body: nothing,
  reply: () =>
    z.strictObject({
      events: z
        .array(
          z.strictObject({
            sequence: z.int().check(z.gte(0)),
            at: timestamp(),
            kind: z.string().check(z.maxLength(64)),
            facts: z.record(z.string().check(z.maxLength(32)), foreignText(255)),
            hash: base64url(),
          }),
        )
        .check(z.maxLength(100)),
      /** Query `before` of the next page. */
      next: z.nullable(z.int().check(z.gte(0))),
      /** Whether the whole chain was checked and holds. */
      intact: z.boolean(),
    }),
  auth: 'token',
})
/**
 * Ends every session of a device key and deletes its shares. Errors: NotFoundError; for another device than the caller's
 * AccountFrozenError, AccountHeldError.
 */
export const revokeDevice = /* @__PURE__ */ defineRoute({
  method: 'DELETE',
  path: '/account/v1/devices/:deviceId',
  body: nothing,
  reply: nothing,
  auth: 'nonce',
})
/** Disconnects a site: its pages see no account any more. `only`: it stays connected, and is no longer told the e-mail address. */
export const revokeSite = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/account/v1/sites/revoke',
  body: () =>
    z.strictObject({ projectId: projectId(), origin: origin(), only: z.optional(z.literal('email')) }),
  reply: nothing,
  auth: 'nonce',
})
/** Needs a fresh login. Errors: LastIdentityError. */
export const removeIdentity = /* @__PURE__ */ defineRoute({
  method: 'DELETE',
  path: '/account/v1/identities/:identityId',
  body: nothing,
  reply: nothing,
  auth: 'nonce',
})
/** Lifts a freeze after a fresh login: every other device and session is revoked first. */
export const unfreeze = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/account/v1/unfreeze',
  body: nothing,
  reply: nothing,
  auth: 'nonce',
})
/**
 * Opens the gate for an export: checks fresh login, holds and freeze, marks the account as exported and tells by mail.
 * The key itself never passes the service.
 *
 * Errors: FreshLoginRequiredError, AccountHeldError, AccountFrozenError.
 */
export const allowExport = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/account/v1/export',
  body: () => z.strictObject({ what: z.enum(['key', 'phrase', 'kit']) }),
  reply: nothing,
  auth: 'nonce',
})
/** Deletes account, wallet, shares and log for ever. Needs a fresh login. */
export const deleteAccount = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/account/v1/delete',
  body: nothing,
  reply: nothing,
  auth: 'nonce',
})
