import { type Client, hashMessage } from 'viem'
import { SiwxNamespaceError, SiwxSignatureError } from '../message/errors.ts'
import { verifyBitcoinSignature } from './verifyBitcoinSignature.ts'
import { type SignatureProof, verifyEvmSignature } from './verifyEvmSignature.ts'
import { verifySolanaSignature } from './verifySolanaSignature.ts'

export type AccountSignature = {
  /** Any text. */
  message: string
  /** Hex for EVM accounts, base58 for Solana, base64 or hex without `0x` for Bitcoin. */
  signature: string
  address: string
  /** CAIP-2 */
  chainId: string
  /** viem client of that network; without it only keys can be checked. */
  client?: Client
}

/**
 * Checks that an account has signed a text: for EVM in the order ERC-6492, ERC-1271, ecrecover; for Solana Ed25519; for Bitcoin BIP-322, or BIP-137.
 * What reads Bitcoin's is loaded with the first of them.
 *
 * @throws SiwxSignatureError, SiwxChainUnavailableError, SiwxChainError, SiwxNamespaceError
 */
export async function verifyAccountSignature(signed: AccountSignature): Promise<SignatureProof> {
  const { message, signature, address, chainId, client } = signed
  // They are of a request's body, which may hold anything: nobody has signed what is no text.
  if (typeof message !== 'string' || typeof signature !== 'string') throw new SiwxSignatureError()
  const [namespace, reference] = chainId.split(':')
  if (namespace === 'solana') return verifySolanaSignature(message, signature, address)
  if (namespace === 'bip122') return verifyBitcoinSignature(message, signature, { address, chainId })
  if (namespace !== 'eip155') throw new SiwxNamespaceError()
  const hash = hashMessage(message)
  return verifyEvmSignature({ hash, signature, address, chainId: Number(reference) }, client)
}
