import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { defineRoute } from '../schema/defineRoute.ts'
import { account, base64url, hash32, id128, nothing, wallet } from '../schema/primitives.ts'

/** One HPKE message (RFC 9180, base mode, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM). */
export const sealed = /* @__PURE__ */ once(() =>
  z.strictObject({ enc: base64url(), ciphertext: base64url() }),
)
/** AES-256-GCM with a fresh 96-bit iv. */
export const encrypted = /* @__PURE__ */ once(() =>
  z.strictObject({ iv: base64url(), ciphertext: base64url() }),
)

/** A device's half: `serverShare` sealed to the service with AAD `v1|keyset|<userId>|<walletId>|<keysetId>`. */
const deviceKeyset = /* @__PURE__ */ once(() =>
  z.strictObject({ keysetId: id128(), deviceId: id128(), serverShare: sealed() }),
)

/** Creates the wallet with its first device keyset and its recovery keyset (standard tier). It stays `pending` until confirmed. */
export const createWallet = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/keys/v1/wallets',
  body: () =>
    z.strictObject({
      walletId: id128(),
      accounts: z.array(account()).check(z.minLength(1), z.maxLength(16)),
      device: deviceKeyset(),
      recovery: z.strictObject({
        keysetId: id128(),
        /** AAD `v1|recovery-share|<userId>|<walletId>|<keysetId>` */
        serverShare: sealed(),
        /** By the keys app, which alone opens it again; AAD `v1|recovery-client|<userId>|<walletId>|<keysetId>`. */
        clientShare: encrypted(),
        /** The key of `clientShare`, sealed; AAD `v1|recovery-key|<userId>|<walletId>|<keysetId>`. It goes to the recovery module alone. */
        recoveryKey: sealed(),
      }),
    }),
  reply: () => z.strictObject({ wallet: wallet() }),
  auth: 'nonce',
})
/** The proof of the round trip: an EIP-191 signature of `confirmText(walletId)` by the first eip155 account. */
export const confirmWallet = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/keys/v1/wallets/:walletId/confirm',
  body: () => z.strictObject({ signature: z.string().check(z.regex(/^0x[0-9a-f]{130}$/)) }),
  reply: () => z.strictObject({ wallet: wallet() }),
  auth: 'nonce',
})
/** A pending wallet that was never confirmed is replaced: nothing could have been received with proof of control. */
export const discardWallet = /* @__PURE__ */ defineRoute({
  method: 'DELETE',
  path: '/keys/v1/wallets/:walletId',
  body: nothing,
  reply: nothing,
  auth: 'nonce',
})
/** Adds this device's keyset. Needs a login of the last 5 minutes. */
export const addKeyset = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/keys/v1/wallets/:walletId/keysets',
  body: deviceKeyset,
  reply: nothing,
  auth: 'nonce',
})
/** Releases the server's share of a device keyset, sealed to a one-use key; AAD `v1|release|<keysetId>|<purpose>`. */
export const releaseShare = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/keys/v1/keysets/:keysetId/release',
  body: () =>
    z.strictObject({
      publicKey: base64url(),
      purpose: z.enum(['sign', 'confirm']),
      /** SHA-256 of what will be signed, for the audit log. */
      intentHash: z.optional(hash32()),
    }),
  reply: () => z.strictObject({ share: sealed() }),
  auth: 'nonce',
})
/** Releases what a new device needs. Needs a login of the last 5 minutes. AAD `v1|recover-share|<keysetId>` and `v1|recover-key|<keysetId>`. */
export const recoverWallet = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/keys/v1/wallets/:walletId/recover',
  body: () => z.strictObject({ publicKey: base64url(), recoveryKeyPublicKey: base64url() }),
  reply: () =>
    z.strictObject({
      keysetId: id128(),
      serverShare: sealed(),
      clientShare: encrypted(),
      recoveryKey: sealed(),
    }),
  auth: 'nonce',
})

/** The text whose signature proves that a stored wallet can sign. */
export const confirmText = (walletId: string) => `Latchkey wallet confirmation\n${walletId}`

export type Sealed = z.output<ReturnType<typeof sealed>>
export type Encrypted = z.output<ReturnType<typeof encrypted>>
