import { type Address, type Client, pad, parseAbi } from 'viem'
import { readContract } from 'viem/actions'

/** Who owns which Farcaster id, on OP Mainnet. */
export const ID_REGISTRY: Address = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'
/** Further keys of a Farcaster id, on OP Mainnet. */
const KEY_REGISTRY: Address = '0x00000000Fc1237824fb747aBDE0FF18990E59b7e'

const idAbi = parseAbi(['function idOf(address owner) view returns (uint256 fid)'])
const keyAbi = parseAbi([
  'function keyDataOf(uint256 fid, bytes key) view returns ((uint8 state, uint32 keyType))',
])
const ADDED = 1
/** An address that may sign in for the id, and nothing else. */
const AUTH_ADDRESS = 2

/**
 * Whether an address may sign in for a Farcaster id: it owns the id (custody), or the owner has registered it for that
 * (auth address).
 */
export async function maySignInFor(client: Client, fid: bigint, address: Address): Promise<boolean> {
  const owned = await readContract(client, {
    address: ID_REGISTRY,
    abi: idAbi,
    functionName: 'idOf',
    args: [address],
  })
  if (owned === fid) return true
  const { state, keyType } = await readContract(client, {
    address: KEY_REGISTRY,
    abi: keyAbi,
    functionName: 'keyDataOf',
    args: [fid, pad(address, { size: 32 })],
  })
  return state === ADDED && keyType === AUTH_ADDRESS
}
