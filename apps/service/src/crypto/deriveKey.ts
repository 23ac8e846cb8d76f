import { hkdfSync } from 'node:crypto'

/**
 * HKDF-SHA-256 (RFC 5869) without salt: one 32-byte key a purpose from one secret of the configuration.
 *
 * @param purpose names the use, such as `latchkey/v1/code`
 */
export function deriveKey(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(0), purpose, 32))
}
