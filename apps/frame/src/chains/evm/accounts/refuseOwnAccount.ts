import { decodeCall, innerCalls, sameAddress } from '@latchkey/chain-evm/decode'
import type { DecodedCall, TypedDataRequest } from '@latchkey/chain-evm/decode/model'
import { block } from '../../../approvals/refusals.ts'
import type { ApprovalContext, FrameAccounts } from '../model/transaction.ts'
import { loadAccountKind } from './accountsOf.ts'

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

/** Every contract that a call reaches, as far as its calldata tells; calls within calls included. */
function targetsOf(call: DecodedCall): readonly string[] {
  const inner = innerCalls(call).flatMap(targetsOf)
  if (call.kind === 'create' || call.kind === 'nativeTransfer') return inner
  return ['token' in call ? call.token : call.to, ...inner]
}

/**
 * Refuses what a site must never have called: the smart account itself and its module, which take orders about who owns
 * the account and what acts for it, from the account and, without any signature, from its owner's transactions; and the
 * contract that keeps its permissions, which are given on a screen of their own. Plain money to the account is no order.
 * It holds on networks without smart accounts too: the address is the same.
 *
 * @throws RequestBlockedError with reason `ownAccount` or `permissionManager`
 */
export async function refuseOwnTargets(
  calls: readonly { to: `0x${string}` | null; value: bigint; data: `0x${string}` }[],
  accounts: FrameAccounts,
): Promise<void> {
  const targets = calls
    .filter(({ data }) => data !== '0x')
    .flatMap((call) => [call.to ?? '', ...targetsOf(decodeCall(call))])
  await refuseOwnTargetsIn(targets, accounts)
}

/** The same for calls that typed data asks for. */
export const refuseOwnCalls = (calls: readonly DecodedCall[], accounts: FrameAccounts): Promise<void> =>
  refuseOwnTargetsIn(calls.flatMap(targetsOf), accounts)

async function refuseOwnTargetsIn(targets: readonly string[], { eoa, chain }: FrameAccounts): Promise<void> {
  if (targets.length === 0) return
  const kind = await loadAccountKind()
  const manager = chain.smartAccounts?.permissionManager ?? null
  for (const target of targets) {
    if (kind.isOwnDomain(eoa, target)) block('ownAccount')
    if (sameAddress(target, manager)) block('permissionManager')
  }
}
