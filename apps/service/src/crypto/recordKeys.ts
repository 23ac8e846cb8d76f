import { deriveKey } from './deriveKey.ts'
import { type EnvelopeKey, envelopeKey } from './envelope.ts'

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
