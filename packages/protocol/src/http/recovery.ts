import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { defineRoute } from '../schema/defineRoute.ts'
import { base64url, foreignText, id128, nothing, origin, projectId, timestamp } from '../schema/primitives.ts'
import { session, tokens } from './auth.ts'
import { encrypted, sealed } from './keysets.ts'

/** WebAuthn level 3 authentication, as `PublicKeyCredential.toJSON()` writes it; only what is checked. */
export const assertion = /* @__PURE__ */ once(() =>
  z.strictObject({
    id: base64url(),
    rawId: base64url(),
    type: z.literal('public-key'),
    response: z.strictObject({
      clientDataJSON: base64url(),
      authenticatorData: base64url(),
      signature: base64url(),
      userHandle: z.optional(z.nullable(base64url())),
    }),
  }),
)
export const attestation = /* @__PURE__ */ once(() =>
  z.strictObject({
    id: base64url(),
    rawId: base64url(),
    type: z.literal('public-key'),
    response: z.strictObject({
      clientDataJSON: base64url(),
      attestationObject: base64url(),
      transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(8))),
    }),
  }),
)

/** A challenge for `navigator.credentials.get`, bound to the key of the proof, 5 min, one use. */
export const startPasskeyLogin = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/passkey/start',
  body: () => z.strictObject({ projectId: projectId(), hostOrigin: origin() }),
  reply: () =>
    z.strictObject({
      challengeId: id128(),
      challenge: base64url(),
      rpId: foreignText(255),
      expiresAt: timestamp(),
    }),
  auth: 'proof',
})
/** Signs in with a passkey alone. Errors: PasskeyRefusedError. */
export const finishPasskeyLogin = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/passkey/finish',
  body: () => z.strictObject({ challengeId: id128(), assertion: assertion() }),
  reply: () => z.strictObject({ tokens: tokens(), session: session() }),
  auth: 'proof',
})

/** A challenge for `navigator.credentials.create`. Needs a fresh login that may change recovery. */
export const startPasskeyCreation = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/account/v1/passkeys/start',
  body: nothing,
  reply: () =>
    z.strictObject({
      challengeId: id128(),
      challenge: base64url(),
      rpId: foreignText(255),
      /** The user handle: random, so that it says nothing about the person. */
      userHandle: base64url(),
      userName: foreignText(254),
      excludeCredentials: z.array(base64url()).check(z.maxLength(32)),
      expiresAt: timestamp(),
    }),
  auth: 'nonce',
})
/** Stores the passkey; from now on it signs in. `salt` is for HKDF over its PRF output. */
export const finishPasskeyCreation = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/account/v1/passkeys/finish',
  body: () => z.strictObject({ challengeId: id128(), attestation: attestation(), label: foreignText(64) }),
  reply: () => z.strictObject({ methodId: id128(), credentialId: base64url(), salt: base64url() }),
  auth: 'nonce',
})
/** A recovery method's halves: `serverShare` sealed to the service with AAD `v1|recovery-share|<userId>|<walletId>|<keysetId>`. */
export const methodKeyset = /* @__PURE__ */ once(() =>
  z.strictObject({
    keysetId: id128(),
    serverShare: sealed(),
    /** Under the method's own key, which the service never sees; AAD `v1|recovery-client|<userId>|<walletId>|<keysetId>`. */
    clientShare: encrypted(),
  }),
)
/** Gives a passkey its recovery keyset, or (without `passkeyId`) makes a recovery code's; one code a wallet, a new one replaces it. */
export const addMethod = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/keys/v1/wallets/:walletId/methods',
  body: () =>
    z.strictObject({
      kind: z.enum(['passkey', 'code']),
      /** `methodId` of the passkey. */
      passkeyId: z.optional(id128()),
      label: foreignText(64),
      keyset: methodKeyset(),
    }),
  reply: () => z.strictObject({ methodId: id128() }),
  auth: 'nonce',
})
/**
 * Releases a method's halves, for a new device or for the proof that the method works. Needs a login of the last 5 minutes.
 * AAD of `serverShare`: `v1|recover-share|<keysetId>`.
 *
 * Errors: RecoveryMethodError, AccountFrozenError, AccountHeldError, RateLimitedError.
 */
export const openMethod = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/keys/v1/wallets/:walletId/methods/open',
  body: () =>
    z.strictObject({
      kind: z.enum(['passkey', 'code']),
      /** Passkeys: the credential that was used. */
      credentialId: z.optional(base64url()),
      publicKey: base64url(),
    }),
  reply: () =>
    z.strictObject({
      methodId: id128(),
      keysetId: id128(),
      serverShare: sealed(),
      clientShare: encrypted(),
      /** Passkeys: the salt of HKDF. */
      salt: z.nullable(base64url()),
    }),
  auth: 'nonce',
})
/** The proof of a round trip: an EIP-191 signature of `methodText(methodId)` by the wallet, made from what the method gave back. */
export const proveMethod = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/account/v1/methods/:methodId/prove',
  body: () => z.strictObject({ signature: z.string().check(z.regex(/^0x[0-9a-f]{130}$/)) }),
  reply: nothing,
  auth: 'nonce',
})
/** Errors: TooFewMethodsError when a protected wallet would keep fewer than two. */
export const removeMethod = /* @__PURE__ */ defineRoute({
  method: 'DELETE',
  path: '/account/v1/methods/:methodId',
  body: nothing,
  reply: nothing,
  auth: 'nonce',
})
/** Standard to protected: needs two proven methods; destroys the operator's half for ever. Errors: TooFewMethodsError, AlreadyProtectedError. */
export const protect = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/account/v1/protect',
  body: nothing,
  reply: nothing,
  auth: 'nonce',
})

const joinNumber = /* @__PURE__ */ once(() => z.string().check(z.regex(/^[0-9]{2}$/)))
/** A device that lets another window bring it in: bound to the key of the proof, 10 min. */
export const startJoin = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/joins',
  body: () => z.strictObject({ projectId: projectId(), hostOrigin: origin(), deviceId: id128() }),
  reply: () =>
    z.strictObject({
      joinId: id128(),
      number: joinNumber(),
      expiresAt: timestamp(),
    }),
  auth: 'proof',
})
/** What the approving window shows. */
export const readJoin = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/auth/v1/joins/:joinId',
  body: nothing,
  reply: () =>
    z.strictObject({
      hostOrigin: origin(),
      projectName: foreignText(64),
      browser: foreignText(64),
      /** The network of the other device, such as `203.0.113.0/24`. */
      place: foreignText(64),
      /** To be compared; null where the other device is in another network: then it is to be typed. */
      number: z.nullable(joinNumber()),
      deviceId: id128(),
      expiresAt: timestamp(),
    }),
  auth: 'token',
})
/** Brings the device in: needs a fresh login, and from another network the number of the other device; a wrong one ends the join. `clientShare` is sealed to the key in the joining window's address, AAD `v1|join|<joinId>|<keysetId>|<deviceId>`. */
export const approveJoin = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/joins/:joinId/approve',
  body: () =>
    z.strictObject({
      walletId: id128(),
      keysetId: id128(),
      serverShare: sealed(),
      clientShare: sealed(),
      number: z.optional(joinNumber()),
    }),
  reply: nothing,
  auth: 'nonce',
})
/** Waits up to 20 s; then the device's session and its half. Errors: JoinGoneError. */
export const finishJoin = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/auth/v1/joins/:joinId/finish',
  body: nothing,
  reply: () =>
    z.union([
      z.strictObject({ status: z.literal('pending') }),
      z.strictObject({
        status: z.literal('done'),
        tokens: tokens(),
        session: session(),
        keysetId: id128(),
        clientShare: sealed(),
      }),
    ]),
  auth: 'proof',
})

/** The text whose signature proves that a recovery method gives the wallet back. */
export const methodText = (methodId: string) => `Latchkey recovery method\n${methodId}`

export type Assertion = z.output<ReturnType<typeof assertion>>
export type Attestation = z.output<ReturnType<typeof attestation>>
