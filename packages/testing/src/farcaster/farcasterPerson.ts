import { keccak256, type LocalAccount, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type TestPersonId, testPeople } from '../identity/testPeople.ts'

export type FarcasterPerson = {
  fid: bigint
  username: string
  displayName: string
  /** Owns the fid. */
  custody: LocalAccount
  /** May sign in for the fid and nothing else. */
  auth: LocalAccount
}

const FIRST_FID = 900_000

const account = (purpose: string, id: string) =>
  privateKeyToAccount(keccak256(toHex(`Farcaster ${purpose} key of the test person ${id}`)))

/**
 * A test person's place on Farcaster; the same each time. The keys are known to everyone.
 *
 * @example
 * farcasterPerson('ada').custody.address
 */
export function farcasterPerson(id: TestPersonId): FarcasterPerson {
  return {
    fid: BigInt(FIRST_FID + testPeople[id].number),
    username: id,
    displayName: testPeople[id].name,
    custody: account('custody', id),
    auth: account('auth', id),
  }
}
