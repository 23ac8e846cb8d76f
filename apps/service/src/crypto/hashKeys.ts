import { deriveKey } from './deriveKey.ts'

type PurposeKeys = {
  email: Uint8Array
  code: Uint8Array
  address: Uint8Array
  nonce: Uint8Array
  identity: Uint8Array
  work: Uint8Array
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
