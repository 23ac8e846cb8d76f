import { decodeBase64url } from '@latchkey/std/base64url'

export type Ed25519Key = {
  publicKey: Uint8Array<ArrayBuffer>
  sign(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>
}

/** RFC 8410: what stands before the 32 bytes of a private key. */
const PKCS8_HEAD = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]

/** A key of Ed25519 by the platform's own WebCrypto, in a page and in Node. @param seed 32 bytes */
export async function ed25519Key(seed: Uint8Array): Promise<Ed25519Key> {
  const bytes = Uint8Array.from([...PKCS8_HEAD, ...seed])
  const key = await crypto.subtle.importKey('pkcs8', bytes, 'Ed25519', true, ['sign'])
  const { x = '' } = await crypto.subtle.exportKey('jwk', key)
  return {
    publicKey: decodeBase64url(x),
    sign: async (message) => new Uint8Array(await crypto.subtle.sign('Ed25519', key, message)),
  }
}
