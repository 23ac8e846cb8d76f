import { verifySiwxMessage } from '@latchkey/siwx/verify'
import { getAddress } from 'viem'
import { getChainId } from 'viem/actions'
import { type Farcaster, OPTIMISM } from './createFarcaster.ts'
import { maySignInFor } from './registries.ts'

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
