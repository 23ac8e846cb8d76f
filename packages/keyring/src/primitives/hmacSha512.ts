/** WebCrypto's, as for PBKDF2: SHA-512 in script would cost 2 kB that nothing else here needs. */
export async function hmacSha512(
  key: Uint8Array<ArrayBuffer>,
  data: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const { subtle } = globalThis.crypto
  const imported = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-512' }, false, ['sign'])
  return new Uint8Array(await subtle.sign('HMAC', imported, data))
}
