import { type Client, type Hex, hashTypedData, type TypedDataDefinition } from 'viem'
import { SiwxChainError, SiwxNamespaceError, SiwxSignatureError } from '../message/errors.ts'
import { type SignatureProof, verifyEvmSignature } from './verifyEvmSignature.ts'

export type TypedDataSignature = {
  /** EIP-712 typed data as the back end made it itself, or has checked member by member. */
  typedData: TypedDataDefinition
  signature: string
  address: string
  /** CAIP-2, of the namespace `eip155` */
  chainId: string
  /** viem client of that network; without it only keys can be checked. */
  client?: Client
}

/**
 * Checks that an account has signed typed data (EIP-712): in the order ERC-6492, ERC-1271, ecrecover. What the data says is
 * for the caller to check.
 *
 * @throws SiwxSignatureError, SiwxChainUnavailableError, SiwxNamespaceError; SiwxChainError when the data's domain or the
 * client is of another network
 * @example
 * await verifyTypedDataSignature({ typedData: order, signature, address, chainId: 'eip155:8453', client })
 */
export async function verifyTypedDataSignature(signed: TypedDataSignature): Promise<SignatureProof> {
  const { typedData, signature, address, chainId, client } = signed
  const [namespace, reference] = chainId.split(':')
  if (namespace !== 'eip155') throw new SiwxNamespaceError()
  const own = (typedData.domain as { chainId?: number | bigint } | undefined)?.chainId
  if (own !== undefined && String(own) !== reference)
    throw new SiwxChainError({ details: `The data is for network ${own}.` })
  const hash = hashOf(typedData)
  return verifyEvmSignature({ hash, signature, address, chainId: Number(reference) }, client)
}

/** What does not fit its own types was signed by nobody. */
function hashOf(typedData: TypedDataDefinition): Hex {
  try {
    return hashTypedData(typedData)
  } catch (cause) {
    throw new SiwxSignatureError({ cause })
  }
}
