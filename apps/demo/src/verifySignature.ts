import { createPublicClient, http, type TypedDataDefinition } from 'viem'

type Signed = { address: `0x${string}`; signature: `0x${string}` } & (
  | { message: string }
  | { typedData: TypedDataDefinition }
)

/**
 * Checks a signature as any back end may: of a plain account by its key, of a smart account by its contract (ERC-1271), also
 * while that is not there yet (ERC-6492). It asks the network.
 *
 * @param rpcUrl of a node of the account's network
 */
export async function verifySignature(rpcUrl: string, signed: Signed): Promise<boolean> {
  const client = createPublicClient({ transport: http(rpcUrl) })
  const { address, signature } = signed
  if ('message' in signed) return client.verifyMessage({ address, signature, message: signed.message })
  return client.verifyTypedData({ address, signature, ...signed.typedData })
}
