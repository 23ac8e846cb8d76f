import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { bytesToHex, type Hex } from '../../primitives/hex.ts'
import { signatureToHex, signDigest } from '../signDigest.ts'
import { hashStruct } from './hashStruct.ts'
import { parseTypedData } from './parseTypedData.ts'

function digestOf(input: unknown): Uint8Array {
  const { types, primaryType, domain, message } = parseTypedData(input)
  return keccak_256(
    concatBytes(
      Uint8Array.of(0x19, 0x01),
      hashStruct(types, 'EIP712Domain', domain),
      hashStruct(types, primaryType, message),
    ),
  )
}

/**
 * The hash that a signature of typed data signs (EIP-712, EIP-191 version 0x01).
 *
 * @param input what {@link parseTypedData} accepts
 * @throws InvalidTypedDataError
 * @example hashTypedData(JSON.parse(text)) // '0xbe60…'
 */
export const hashTypedData = (input: unknown): Hex => bytesToHex(digestOf(input))

/**
 * Signs typed data for `eth_signTypedData_v4` (EIP-712) and says which hash it signed.
 * Whether the domain's `chainId` is the active network is for the caller to check.
 *
 * @param privateKey 32 bytes; stays the caller's to zero
 * @param input what {@link parseTypedData} accepts
 * @returns 65 bytes r ‖ s ‖ v in hex, v being 27 or 28; and the hash
 * @throws InvalidTypedDataError, InvalidPrivateKeyError
 * @example const { signature, hash } = signTypedData(account.privateKey, JSON.parse(text))
 */
export function signTypedData(privateKey: Uint8Array, input: unknown): { signature: Hex; hash: Hex } {
  const digest = digestOf(input)
  return { signature: signatureToHex(signDigest(privateKey, digest)), hash: bytesToHex(digest) }
}
