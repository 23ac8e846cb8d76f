import { addressesIn } from '@latchkey/chain-evm/decode'
import type { TypedDataRequest } from '@latchkey/chain-evm/decode/model'
import { BaseError } from '@latchkey/errors'
import type { ChainInfo } from '@latchkey/protocol'
import { ChainRefusedError } from '@latchkey/protocol/frame'
import type { Warning } from '../../../approvals/ApprovalView.ts'
import { distinct, makeWarning } from '../../../approvals/phrases.ts'
import type { RpcOutcome } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import type { ApprovalContext, NamedCalls } from '../model/transaction.ts'
import { knownParties, seenTokens } from '../parties/knownParties.ts'
import { askChain, balanceCall, quantityOf, resultOf } from '../rpc/readChain.ts'
import { lookalikeWarnings, ownTokenWarnings } from '../transaction/suspicions.ts'

/** Addresses of one document that are looked into; more of them are a danger by themselves. */
const mostAddresses = 50

/** Whether an answer of `balanceOf` says that there is something. */
const isSome = (answer: unknown): boolean =>
  typeof answer === 'string' && answer.length === 66 && (quantityOf(answer) ?? 0n) > 0n

/** Of these contracts the ones of which the account has something; null: the network does not tell. */
async function readHeld(
  frame: ChainContext,
  { id }: ChainInfo,
  account: string,
  contracts: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  if (contracts.length === 0) return []
  const calls: NamedCalls = new Map(contracts.map((contract) => [contract, balanceCall(contract, account)]))
  try {
    const outcomes = await askChain(frame.chain, id, calls, signal)
    // What has no such function refuses the call: that is an answer too.
    const isTold = (outcome: RpcOutcome | undefined) =>
      outcome?.ok || (outcome?.error instanceof BaseError && outcome.error.code === ChainRefusedError.code)
    if (!contracts.every((contract) => isTold(outcomes.get(contract)))) return null
    return contracts.filter((contract) => isSome(resultOf(outcomes, contract)))
  } catch (cause) {
    if (signal.aborted) throw cause
    return null
  }
}

/**
 * What is dangerous about typed data that nobody can read: it names the account, or tokens that it has, in whatever form; or
 * somebody who imitates whom it dealt with. Not knowing is no reason to think well of it.
 *
 * @throws the reason of `signal`, nothing else
 */
export async function namedOwnWarnings(
  frame: ChainContext,
  chain: ChainInfo,
  { account, accounts }: ApprovalContext,
  data: TypedDataRequest,
  signal: AbortSignal,
): Promise<Warning[]> {
  const { addresses, text } = addressesIn(data)
  const names = (address: string) =>
    addresses.includes(address.toLowerCase()) || text.includes(address.slice(2).toLowerCase())
  const own = [...new Set([account, accounts.eoa, accounts.smart ?? account].map((one) => one.toLowerCase()))]
  const seen = seenTokens(frame, chain.id, account).filter(names)
  const others = addresses.filter((one) => !own.includes(one) && !seen.includes(one))
  const isMany = others.length > mostAddresses
  const held = isMany ? null : await readHeld(frame, chain, account, others, signal)
  const tokens = [...seen, ...(held ?? [])]
  const { recipients } = knownParties(frame, account)
  return distinct([
    ...ownTokenWarnings('typedToken', tokens),
    ...(own.some(names) ? [makeWarning('danger', 'typedOwn', undefined, 'risk.typed')] : []),
    ...(held === null ? [makeWarning('danger', 'typedUnchecked', undefined, 'risk.typed')] : []),
    ...others
      .slice(0, mostAddresses)
      .flatMap((party) => lookalikeWarnings(party, { known: recipients, from: account as `0x${string}` })),
  ])
}
