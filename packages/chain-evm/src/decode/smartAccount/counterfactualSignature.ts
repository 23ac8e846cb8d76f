import {
  type Address,
  concatHex,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  hashMessage,
} from 'viem'

/** ERC-6492: the last 32 bytes of every wrapped signature. */
const magicBytes: Hex = '0x6492649264926492649264926492649264926492649264926492649264926492'

const shape = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const

/** A signature of an account that has no code yet, with what deploys it. */
export type CounterfactualSignature = { factory: Address; factoryData: Hex; signature: Hex }

/**
 * Wraps a signature so that a verifier can deploy the account first (ERC-6492).
 *
 * @example
 * wrapSignature({ ...account.deployment(owner), signature })
 */
export function wrapSignature({ factory, factoryData, signature }: CounterfactualSignature): Hex {
  return concatHex([encodeAbiParameters(shape, [factory, factoryData, signature]), magicBytes])
}

/** Whether a signature ends in ERC-6492's magic bytes. */
export const isWrappedSignature = (signature: string): boolean =>
  signature.toLowerCase().endsWith(magicBytes.slice(2)) && signature.length > magicBytes.length

/** What a signature wraps (ERC-6492); null for any other. */
export function unwrapSignature(signature: Hex): CounterfactualSignature | null {
  if (!isWrappedSignature(signature)) return null
  try {
    const [factory, factoryData, inner] = decodeAbiParameters(shape, signature.slice(0, -64) as Hex)
    return { factory, factoryData, signature: inner }
  } catch {
    return null
  }
}

/**
 * The hash that a signature of `personal_sign` is over (EIP-191 version 0x45).
 *
 * @param message the bytes of the message
 * @example
 * messageHash('0x68656c6c6f') // of "hello"
 */
export const messageHash = (message: Hex): Hex => hashMessage({ raw: message })
