import type { CaipNetworkId } from '@latchkey/core/connector'
import { type Address, type Client, getAddress } from 'viem'
import { SiwxMessageInvalidError } from '../message/errors.ts'
import type { SiwxFields } from '../message/fields.ts'
import { checkFields, type SiwxExpectations } from './checkFields.ts'
import { verifyAccountSignature } from './verifyAccountSignature.ts'
import type { SignatureProof } from './verifyEvmSignature.ts'

export type VerifySiwxParameters = SiwxExpectations & {
  /** The text that was signed, as it came. */
  message: string
  /** Hex for EVM accounts, base58 for Solana, base64 or hex without `0x` for Bitcoin. */
  signature: string
  /**
   * viem client of the message's network, over an RPC endpoint that the back end trusts: its answer decides whether a
   * wallet contract has signed. Without it only accounts with a key can sign in (and EIP-7702 accounts by their key).
   */
  client?: Client
}

/** Who has signed in. */
export type VerifiedSiwx = {
  ok: true
  /** EVM addresses in their checksum form (EIP-55). */
  address: string
  /** CAIP-2 */
  chainId: CaipNetworkId
  fields: SiwxFields
  /**
   * `ecrecover`, `ed25519`, `bip322` and `bip137`: the account's own key. `erc1271` and `erc6492`: its contract on that network; a contract
   * at the same address of another network may be someone else's.
   */
  proof: SignatureProof
}

/**
 * Verifies a sign-in with a wallet (ERC-4361, CAIP-122) on a back end: the text strictly by its grammar, then domain, URI,
 * nonce, network and times against what the back end knows, then the signature: ERC-6492, ERC-1271, ecrecover; Ed25519 for Solana; BIP-322 or BIP-137 for Bitcoin. It keeps
 * nothing: making the nonce unusable is the caller's, in the same step that makes the session.
 *
 * @throws an error of codes 8300–8309; `SiwxChainUnavailableError` alone is worth another try
 * @example
 * const { address } = await verifySiwxMessage({ message, signature, domain: 'shop.example', nonce, client })
 */
export async function verifySiwxMessage(parameters: VerifySiwxParameters): Promise<VerifiedSiwx> {
  const { message, signature, client } = parameters
  const fields = checkFields(message, parameters)
  const { chainId, accountAddress } = fields
  const address = chainId.startsWith('eip155:') ? checksummed(accountAddress) : accountAddress
  const proof = await verifyAccountSignature({
    message,
    signature,
    address,
    chainId,
    ...(client ? { client } : {}),
  })
  return { ok: true, address, chainId, fields, proof }
}

/** ERC-4361 asks for the checksum form in the text. */
function checksummed(text: string): Address {
  const address = getAddress(text.toLowerCase())
  if (address !== text) throw new SiwxMessageInvalidError({ details: 'The address has not its EIP-55 form.' })
  return address
}
