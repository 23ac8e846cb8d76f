import { type DecodedCall, decodeCall, innerCalls, sameAddress } from '@latchkey/chain-evm/decode'
import { block } from '../approvals/refusals.ts'
import type { FrameAccounts } from './FrameAccounts.ts'
import { loadAccountKind } from './loadAccountKind.ts'

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
  { eoa, chain }: FrameAccounts,
): Promise<void> {
  const targets = calls
    .filter(({ data }) => data !== '0x')
    .flatMap((call) => [call.to ?? '', ...targetsOf(decodeCall(call))])
  if (targets.length === 0) return
  const kind = await loadAccountKind()
  const manager = chain.smartAccounts?.permissionManager ?? null
  for (const target of targets) {
    if (kind.isOwnDomain(eoa, target)) block('ownAccount')
    if (sameAddress(target, manager)) block('permissionManager')
  }
}
