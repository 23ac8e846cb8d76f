/**
 * Bytes as unpadded base64url (RFC 4648 section 5, RFC 7515 section 2).
 *
 * @example encodeBase64url(Uint8Array.of(255)) // '_w'
 */
export function encodeBase64url(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/**
 * The bytes of unpadded base64url. The schema of the wire has checked the alphabet before.
 *
 * @throws DOMException `InvalidCharacterError` when the text has an impossible length or another alphabet
 * @example decodeBase64url('_w') // Uint8Array [255]
 */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** 128 random bits in base64url: 22 characters. */
export const randomId = (): string => encodeBase64url(crypto.getRandomValues(new Uint8Array(16)))
