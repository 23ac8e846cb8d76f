import { type Hex, recoverAddress, recoverMessageAddress } from 'viem'
import { sameAddress } from './parseAddress.ts'

/** Whether a signature is by `address` over exactly these bytes (EIP-191). */
export async function isMessageSignedBy(address: string, message: Hex, signature: Hex): Promise<boolean> {
  try {
    return sameAddress(await recoverMessageAddress({ message: { raw: message }, signature }), address)
  } catch {
    return false
  }
}

/** Whether a signature is by `address` over exactly this digest (EIP-712). */
export async function isHashSignedBy(address: string, hash: Hex, signature: Hex): Promise<boolean> {
  try {
    return sameAddress(await recoverAddress({ hash, signature }), address)
  } catch {
    return false
  }
}
