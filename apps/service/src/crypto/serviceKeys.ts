import { hkdfSync } from 'node:crypto'
import { type EnvelopeKey, envelopeKey } from './envelope.ts'

/**
 * HKDF-SHA-256 (RFC 5869) without salt: one 32-byte key a purpose from one secret of the configuration.
 *
 * @param purpose names the use, such as `latchkey/v1/code`
 */
export function deriveKey(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(0), purpose, 32))
}

type PurposeKeys = {
  email: Uint8Array
  code: Uint8Array
  address: Uint8Array
  nonce: Uint8Array
  identity: Uint8Array
  work: Uint8Array
  cursor: Uint8Array
}

/** Keys derived from the pepper, one a purpose, and those of earlier peppers, which are looked up and never written. */
export type HashKeys = PurposeKeys & { others: readonly PurposeKeys[] }

const derive = (pepper: Uint8Array): PurposeKeys => ({
  email: deriveKey(pepper, 'latchkey/v1/email'),
  code: deriveKey(pepper, 'latchkey/v1/code'),
  address: deriveKey(pepper, 'latchkey/v1/address'),
  nonce: deriveKey(pepper, 'latchkey/v1/nonce'),
  identity: deriveKey(pepper, 'latchkey/v1/identity'),
  work: deriveKey(pepper, 'latchkey/v1/work'),
  cursor: deriveKey(pepper, 'latchkey/v1/cursor'),
})

/**
 * Derives the keys of all keyed hashes.
 *
 * @param others further peppers, see docs/operating.md
 */
export const createHashKeys = (pepper: Uint8Array, others: readonly Uint8Array[] = []): HashKeys => ({
  ...derive(pepper),
  others: others.map(derive),
})

/**
 * Derives the keys of the service's own records from the key-encryption key. The recovery module has one of its own.
 *
 * @param others further key-encryption keys, which open and seal nothing
 */
export function recordKeys(
  kek: Uint8Array,
  others: readonly Uint8Array[] = [],
): { recordKey: EnvelopeKey; recoveryShareKey: EnvelopeKey } {
  const derive = (purpose: string) =>
    envelopeKey(
      deriveKey(kek, purpose),
      others.map((other) => deriveKey(other, purpose)),
    )
  return {
    recordKey: derive('latchkey/v1/records'),
    recoveryShareKey: derive('latchkey/v1/recovery-shares'),
  }
}
