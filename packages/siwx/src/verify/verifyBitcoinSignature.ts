import { hexToBytes } from '@latchkey/std/hex'
import { SiwxNamespaceError, SiwxSignatureError } from '../message/errors.ts'

/** Characters; a witness of BIP-322 with one key has less than half of it. */
const LONGEST = 512

/** Wallets answer in base64, and those of WalletConnect in hex; hex may be read as base64, too. */
const formsOf = (signature: string): readonly string[] =>
  /^(?:[0-9a-fA-F]{2})+$/.test(signature)
    ? [btoa(String.fromCharCode(...hexToBytes(`0x${signature}`))), signature]
    : [signature]

/**
 * Checks a signature of a Bitcoin account over the bytes of the message: BIP-322 (`simple`), or BIP-137 of wallets that know no other.
 *
 * @throws SiwxSignatureError; SiwxNamespaceError for a network whose addresses are not known
 */
export async function verifyBitcoinSignature(
  text: string,
  signature: string,
  { address, chainId }: { address: string; chainId: string },
): Promise<'bip322' | 'bip137'> {
  if (signature.length > LONGEST) throw new SiwxSignatureError()
  // Its library is nobody else's: it is loaded with the first signature of Bitcoin.
  const { bitcoinChainOf, findBitcoinProof } = await import('@latchkey/chain-bitcoin/decode/verify')
  const chain = bitcoinChainOf(chainId)
  if (!chain) throw new SiwxNamespaceError()
  const message = new TextEncoder().encode(text)
  for (const form of formsOf(signature)) {
    const proof = findBitcoinProof({ address, chain, message, signature: form })
    if (proof) return proof
  }
  throw new SiwxSignatureError()
}
