import type { Ed25519Key } from './ed25519Key.ts'

const SIGNATURE = 64
const KEY = 32
/** The first byte of a message that is not of the legacy form has this bit. */
const VERSIONED = 0x80

/** A length as Solana writes it: seven bits a byte, the least first. */
function readLength(bytes: Uint8Array, at: number): { length: number; next: number } {
  let length = 0
  for (let shift = 0, next = at; ; shift += 7) {
    const byte = bytes[next++]
    if (byte === undefined || shift > 14) throw new TypeError('This is no transaction.')
    length |= (byte & 0x7f) << shift
    if (byte < 0x80) return { length, next }
  }
}

/**
 * Puts the signature of a key into a transaction.
 *
 * @throws TypeError where the bytes are no transaction, or the key is none of its signers
 */
export async function signWireTransaction(
  wire: Uint8Array,
  key: Ed25519Key,
): Promise<Uint8Array<ArrayBuffer>> {
  const signed = Uint8Array.from(wire)
  const { length: count, next: signatures } = readLength(signed, 0)
  const start = signatures + count * SIGNATURE
  const message = signed.slice(start)
  const header = ((message[0] ?? 0) & VERSIONED) === 0 ? 0 : 1
  const { next: keys } = readLength(message, header + 3)
  const isOwn = (index: number) =>
    key.publicKey.every((byte, at) => byte === message[keys + index * KEY + at])
  const index = Array.from({ length: message[header] ?? 0 }, (_, each) => each).find(isOwn)
  if (index === undefined || index >= count)
    throw new TypeError('This account is no signer of the transaction.')
  signed.set(await key.sign(message), signatures + index * SIGNATURE)
  return signed
}

/** The first signature of a transaction: its name. */
export function firstSignature(wire: Uint8Array): Uint8Array<ArrayBuffer> {
  const { next } = readLength(wire, 0)
  return Uint8Array.from(wire.slice(next, next + SIGNATURE))
}
