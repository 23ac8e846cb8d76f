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
 * The bytes of unpadded base64url. It is lenient as `atob` is (white space, padding, the other alphabet): whoever reads
 * from a wire checks the text against a schema first.
 *
 * @throws DOMException `InvalidCharacterError` when the text has an impossible length or another alphabet
 * @example decodeBase64url('_w') // Uint8Array [255]
 */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
