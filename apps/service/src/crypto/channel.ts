import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { type Sealed, SealedMessageError } from '@latchkey/protocol/http'
import { fromBase64url, toBase64url } from './bytes.ts'
import { deriveKey } from './serviceKeys.ts'

const newSuite = () =>
  new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })

const plainBuffer = (bytes: Uint8Array) => new Uint8Array(bytes).buffer

/** The service's end of the sealed channel to the keys app (RFC 9180, base mode, empty info). */
export type Channel = {
  /** Raw P-256 point in base64url, as the keys document's configuration tells it. */
  publicKey: string
  /**
   * Opens what was sealed to this key, or to that of another key-encryption key in force: documents stay open for days.
   *
   * @throws SealedMessageError when key, additional data or bytes are not the sender's
   */
  open(message: Sealed, additionalData: string): Promise<Uint8Array>
}

const deriveKeyPair = (kek: Uint8Array) =>
  newSuite().kem.deriveKeyPair(plainBuffer(deriveKey(kek, 'latchkey/v1/channel')))

/**
 * Makes the channel's static key pair from the key-encryption key: `DeriveKeyPair` (RFC 9180 section 7.1.3) over
 * HKDF-SHA-256(kek, `latchkey/v1/channel`). Every process with the same key has the same pair, and nothing is stored.
 *
 * @param others further key-encryption keys whose channel is still heard
 */
export async function createChannel(kek: Uint8Array, others: readonly Uint8Array[] = []): Promise<Channel> {
  const suite = newSuite()
  const own = await deriveKeyPair(kek)
  const keyPairs = [own, ...(await Promise.all(others.map(deriveKeyPair)))]
  const publicKey = toBase64url(new Uint8Array(await suite.kem.serializePublicKey(own.publicKey)))
  return {
    publicKey,
    async open({ enc, ciphertext }, additionalData) {
      let cause: unknown
      for (const { privateKey } of keyPairs) {
        try {
          const plaintext = await newSuite().open(
            { recipientKey: privateKey, enc: plainBuffer(fromBase64url(enc)) },
            plainBuffer(fromBase64url(ciphertext)),
            plainBuffer(Buffer.from(additionalData)),
          )
          return new Uint8Array(plaintext)
        } catch (error) {
          cause ??= error
        }
      }
      throw new SealedMessageError({ cause })
    },
  }
}

/**
 * Seals one message to a one-use key of the keys app.
 *
 * @param recipient raw P-256 point in base64url
 * @throws SealedMessageError when the recipient is not a point of the curve
 */
export async function sealTo(
  recipient: string,
  plaintext: Uint8Array,
  additionalData: string,
): Promise<Sealed> {
  const suite = newSuite()
  try {
    const recipientPublicKey = await suite.kem.deserializePublicKey(plainBuffer(fromBase64url(recipient)))
    const { enc, ct } = await suite.seal(
      { recipientPublicKey },
      plainBuffer(plaintext),
      plainBuffer(Buffer.from(additionalData)),
    )
    return { enc: toBase64url(new Uint8Array(enc)), ciphertext: toBase64url(new Uint8Array(ct)) }
  } catch (cause) {
    throw new SealedMessageError({ cause })
  }
}
