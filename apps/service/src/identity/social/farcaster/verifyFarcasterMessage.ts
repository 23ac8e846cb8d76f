import { verifySiwxMessage } from '@latchkey/siwx/verify'
import { type Address, type Client, getAddress, pad, parseAbi } from 'viem'
import { getChainId, readContract } from 'viem/actions'
import { type Farcaster, OPTIMISM } from './createFarcaster.ts'

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
async function maySignInFor(client: Client, fid: bigint, address: Address): Promise<boolean> {
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

/** The message is not a sign-in of that Farcaster id, for us, now. */
export class FarcasterMessageError extends Error {
  override name = 'FarcasterMessageError'
}

/** FIP-11 writes `fids`, the apps write `fid`. */
const RESOURCE = /^farcaster:\/\/fids?\/([1-9][0-9]{0,19})$/
/** FIP-11, and the name before it. Another text is a sign-in to something else. */
const STATEMENTS: ReadonlySet<string> = new Set(['Farcaster Auth', 'Farcaster Connect'])

function fidOf(resources: readonly string[]): bigint {
  const ids = resources.flatMap((resource) => RESOURCE.exec(resource)?.[1] ?? [])
  const [id] = ids
  if (id === undefined || ids.length > 1)
    throw new FarcasterMessageError('The message names no Farcaster id.')
  return BigInt(id)
}

export type ExpectedMessage = {
  /** Host of the wallet's origin. */
  domain: string
  scheme: string
  uri: string
  nonce: string
  /** ms since the epoch */
  now: number
}

/**
 * Verifies a sign-in with Farcaster (FIP-11): the message by ERC-4361, for our domain, address and nonce, on OP Mainnet
 * and in time; the signature by the account's key or contract (ERC-1271, ERC-6492); the Farcaster id by its registries.
 * Nothing that the relay says is looked at.
 *
 * @returns the Farcaster id
 * @throws FarcasterMessageError, the errors of `verifySiwxMessage`, and those of the node
 */
export async function verifyFarcasterMessage(
  { client }: Farcaster,
  { message, signature }: { message: string; signature: string },
  expected: ExpectedMessage,
): Promise<bigint> {
  if ((await getChainId(client)) !== 10) throw new FarcasterMessageError('The node is not of OP Mainnet.')
  const { address, fields } = await verifySiwxMessage({
    ...expected,
    message,
    signature,
    chainId: OPTIMISM,
    client,
  })
  if (!STATEMENTS.has(fields.statement ?? ''))
    throw new FarcasterMessageError('The message is not a Farcaster sign-in.')
  const fid = fidOf(fields.resources ?? [])
  if (!(await maySignInFor(client, fid, getAddress(address))))
    throw new FarcasterMessageError('The address may not sign in for that Farcaster id.')
  return fid
}
