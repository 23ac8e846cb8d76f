type Bytes = Uint8Array<ArrayBuffer>

/** SHA-256 of `latchkey/recovery/v1`. */
const PRF_INPUT = '46ef802787348f3949f94142f56f782296af757e92b3d31db432aa3193deace5'

/**
 * What every passkey's PRF is asked with (WebAuthn level 3, section 10.1.4). One value for all, so that the gesture that
 * signs in gives the key as well, before it is known whose passkey it is.
 *
 * @returns 32 bytes, public
 * @example const extensions = { prf: { eval: { first: prfInput() } } }
 */
export const prfInput = (): Bytes =>
  Uint8Array.from(PRF_INPUT.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))

/**
 * Takes a PRF output into WebCrypto, so that its bytes can go at once. The caller zeroes `prfOutput`.
 *
 * @param prfOutput 32 bytes of the authenticator for `prfInput()`
 * @example const source = await importPrfOutput(output)
 */
export const importPrfOutput = (prfOutput: Uint8Array): Promise<CryptoKey> => importSecret(prfOutput)

/**
 * The key that a passkey seals a recovery half with: HKDF-SHA-256 (RFC 5869) over its PRF output. It cannot be exported.
 *
 * @param source as `importPrfOutput` gives it
 * @param salt 32 random bytes of this credential
 * @example const key = await passkeyKey(source, salt, { userId, credentialId })
 */
export const passkeyKey = (
  source: CryptoKey,
  salt: Uint8Array,
  ids: { userId: string; credentialId: string },
): Promise<CryptoKey> => deriveFrom(source, salt, `wallet/rec/prf/v1|${ids.userId}|${ids.credentialId}`)

/**
 * The key of a recovery code: HKDF-SHA-256 over its 128 random bits, without salt; user and wallet are in `info`.
 * The caller zeroes `secret`; the key cannot be exported.
 *
 * @param secret 16 bytes, as `parseRecoveryCode` gives them
 * @example const key = await recoveryCodeKey(parseRecoveryCode(text), { userId, walletId })
 */
export const recoveryCodeKey = (
  secret: Uint8Array,
  ids: { userId: string; walletId: string },
): Promise<CryptoKey> =>
  deriveKey(secret, new Uint8Array(0), `wallet/rec/code/v1|${ids.userId}|${ids.walletId}`)

/** AES-256-GCM by HKDF-SHA-256, inside WebCrypto. */
export const deriveKey = async (secret: Uint8Array, salt: Uint8Array, info: string): Promise<CryptoKey> =>
  deriveFrom(await importSecret(secret), salt, info)

async function importSecret(secret: Uint8Array): Promise<CryptoKey> {
  const copy: Bytes = Uint8Array.from(secret)
  try {
    return await globalThis.crypto.subtle.importKey('raw', copy, 'HKDF', false, ['deriveKey'])
  } finally {
    copy.fill(0)
  }
}

function deriveFrom(source: CryptoKey, salt: Uint8Array, info: string): Promise<CryptoKey> {
  const parameters = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: Uint8Array.from(salt),
    info: new TextEncoder().encode(info),
  }
  const usages: KeyUsage[] = ['encrypt', 'decrypt']
  return globalThis.crypto.subtle.deriveKey(
    parameters,
    source,
    { name: 'AES-GCM', length: 256 },
    false,
    usages,
  )
}
