import { privateKeyToAddress } from 'viem/accounts'
import * as z from 'zod'

function isPrivateKey(hex: string): boolean {
  try {
    return privateKeyToAddress(`0x${hex}`) !== '0x'
  } catch {
    return false
  }
}

/** A private key of secp256k1 in hex, with or without 0x. A refusal does not quote it. */
export const paymasterSignerKey = z.string().transform((text, context) => {
  const hex = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(text)?.[1]
  if (hex && isPrivateKey(hex)) return new Uint8Array(Buffer.from(hex, 'hex'))
  context.addIssue({ code: 'custom', message: 'write the private key: 64 hex digits' })
  return z.NEVER
})
