import type { Described, TypedDataRequest } from '@latchkey/chain-evm/decode/types'
import { type ApprovalView, worstFirst } from '../../../approvals/ApprovalView.ts'
import type { ChainContext } from '../../../context/ChainContext.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import { describeTypedData } from '../clearSigning/describeCall.ts'
import { type Around, describedTokens } from '../clearSigning/describedValue.ts'
import { describedFacts, describedHeadline, ownWarnings } from '../clearSigning/describedView.ts'
import { askChain, type NamedCalls } from '../rpc/askChain.ts'
import { askCode, askTokens, readCode, readTokens } from '../rpc/readTokens.ts'
import { hiddenWarnings, orderWarnings, typedFacts } from './typedDataView.ts'

/** The units that the description speaks of; null when the network does not tell, or has no such contract. */
async function readAround(
  frame: ChainContext,
  { chain }: RpcRequest,
  described: Described,
  contract: string,
  signal: AbortSignal,
): Promise<Around | null> {
  const tokens = describedTokens(described)
  const calls: NamedCalls = new Map()
  askTokens(calls, tokens)
  askCode(calls, [contract])
  try {
    const outcomes = await askChain(frame.chain, chain.id, calls, signal)
    const isContract = readCode(outcomes, [contract]).get(contract.toLowerCase())
    return isContract ? { chain, tokens: readTokens(outcomes, tokens) } : null
  } catch (cause) {
    if (signal.aborted) throw cause
    return null
  }
}

/**
 * The screen of typed data that a descriptor of this build covers (ERC-7730); `blind` for any other, and where the network
 * does not tell what is needed to say it right.
 */
export async function describedTypedData(
  frame: ChainContext,
  request: RpcRequest,
  data: TypedDataRequest,
  blind: ApprovalView,
  signal: AbortSignal,
): Promise<ApprovalView> {
  const contract = data.domain.verifyingContract
  const described = contract === undefined ? null : await describeTypedData(data)
  if (described === null || contract === undefined) return blind
  const around = await readAround(frame, request, described, contract, signal)
  if (around === null) return blind
  return {
    ...blind,
    ...describedHeadline(around, described),
    tree: { ...(blind.tree as NonNullable<ApprovalView['tree']>), folded: true },
    facts: [
      ...describedFacts(around, described),
      // Whose app it is stands there already, by a better source than the site.
      ...typedFacts(request, data).filter(({ label }) => label !== 'row.appName'),
    ],
    warnings: worstFirst([
      ...ownWarnings(described, data.address),
      ...orderWarnings(data),
      ...hiddenWarnings(data),
    ]),
  }
}
