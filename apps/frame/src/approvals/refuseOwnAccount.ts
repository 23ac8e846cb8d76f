import { sameAddress, type TypedDataRequest } from '@latchkey/chain-evm/decode'
import { loadAccountKind } from '../smartAccount/loadAccountKind.ts'
import type { ApprovalContext } from './Approval.ts'
import { block } from './refusals.ts'

/** The structs that make an account act, of Safe's contracts and of the entry points, and who acts in each. */
const acts: ReadonlyMap<string, string | null> = new Map([
  ['SafeTx', null],
  ['SafeMessage', null],
  ['SafeOp', 'safe'],
  ['UserOperation', 'sender'],
  ['PackedUserOperation', 'sender'],
])

/**
 * Refuses typed data that would make the person's own smart account act, or vouch for something nobody saw. Only the
 * wallet itself makes such data, from requests that it could show. Also on networks where it offers no smart accounts:
 * anyone could deploy one there. The same structs for an account of somebody else are the owner's to sign.
 *
 * @throws RequestBlockedError with reason `ownAccount`; ServiceUnreachableError
 */
export async function refuseOwnAccount(
  { domain, primaryType, message }: TypedDataRequest,
  { accounts }: ApprovalContext,
): Promise<void> {
  const { verifyingContract } = domain
  const member = acts.get(primaryType)
  if (member === undefined && (accounts.smart === null || verifyingContract === undefined)) return
  const kind = await loadAccountKind()
  if (verifyingContract !== undefined && kind.isOwnDomain(accounts.eoa, verifyingContract))
    block('ownAccount')
  const actor = member ? message[member] : undefined
  const own = [accounts.eoa, kind.addressOf(accounts.eoa)]
  if (typeof actor === 'string' && own.some((address) => sameAddress(address, actor))) block('ownAccount')
}
