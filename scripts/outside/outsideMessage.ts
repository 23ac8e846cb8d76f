import {
  getAddressEncoder,
  getBase58Encoder,
  isAddress,
  type SignatureBytes,
  verifySignature,
} from '@solana/web3.js'
import { verifyMessage } from 'viem'

/** What visitors sign on the consumers' pages; `consumers/shared/Signer.tsx` has it too. */
export const MESSAGE = 'Signed outside'

/** Whether a signature in base58 is that of an account of Solana. */
async function isSignedOnSolana(address: string, signature: string): Promise<boolean> {
  if (!isAddress(address)) return false
  const raw = Uint8Array.from(getAddressEncoder().encode(address))
  const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', true, ['verify'])
  const bytes = Uint8Array.from(getBase58Encoder().encode(signature))
  return verifySignature(key, bytes as SignatureBytes, new TextEncoder().encode(MESSAGE))
}

/** @throws Error when the signature is not that of the address, by another library than the wallet's own */
export async function verifySigned(address: string, signature: string): Promise<void> {
  const signed = { address: address as `0x${string}`, signature: signature as `0x${string}` }
  const isTheirs = address.startsWith('0x')
    ? await verifyMessage({ ...signed, message: MESSAGE })
    : await isSignedOnSolana(address, signature)
  if (!isTheirs) throw new Error(`The signature is not that of ${address}.`)
}
