import { SiwxNamespaceError, SiwxSignatureError } from '../message/errors.ts'

/** Characters; a witness of BIP-322 with one key has less than half of it. */
const LONGEST = 512

/** What checks it is loaded with the first signature of Bitcoin: its library is nobody else's. @throws SiwxNamespaceError */
async function loadVerifier() {
  try {
    return await import('@latchkey/chain-bitcoin/decode/verify')
  } catch (cause) {
    const details = 'Install @scure/btc-signer, @scure/base and @noble/curves to check signatures of Bitcoin.'
    throw new SiwxNamespaceError({ cause, details })
  }
}

/** Wallets answer in base64, and those of WalletConnect in hex; hex may be read as base64, too. */
const formsOf = (signature: string): readonly string[] =>
  /^(?:[0-9a-fA-F]{2})+$/.test(signature)
    ? [Buffer.from(signature, 'hex').toString('base64'), signature]
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
  const { bitcoinChainOf, findBitcoinProof } = await loadVerifier()
  const chain = bitcoinChainOf(chainId)
  if (!chain) throw new SiwxNamespaceError()
  const message = new TextEncoder().encode(text)
  for (const form of formsOf(signature)) {
    const proof = findBitcoinProof({ address, chain, message, signature: form })
    if (proof) return proof
  }
  throw new SiwxSignatureError()
}
