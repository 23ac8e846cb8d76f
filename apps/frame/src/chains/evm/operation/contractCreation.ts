import { creationByDeployer, creationDeployer } from '@latchkey/chain-evm/decode/smartAccount'
import { ChainUnreachableError, SmartAccountCreationError } from '@latchkey/protocol/frame'
import { block } from '../../../approvals/refusals.ts'
import { addressValue, nativeAmount } from '../../../approvals/values.ts'
import { makeWarning } from '../../../approvals/warnings.ts'
import type { ChainContext } from '../../../context/ChainContext.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import { askChain, type NamedCalls, resultOf } from '../rpc/askChain.ts'
import type { UserOperationIntent } from './ShownOperation.ts'

type Hex = `0x${string}`

/** How many contracts of the same code one can have: each has the next number as its salt. */
const places = 8

const codeOf = (address: string) => ({ method: 'eth_getCode', params: [address, 'latest'] })

/**
 * The creation of a contract as a call of the network's deployer: an account that is a contract cannot create by a
 * transaction without a recipient. The contract has a place that anyone can work out, the first that is free.
 *
 * @throws SmartAccountCreationError where the network has no such deployer; ChainUnreachableError; RequestBlockedError with
 *   reason `creationTaken` when the same code stands at all places
 */
export async function contractCreation(
  frame: ChainContext,
  { chain }: RpcRequest,
  { value, data }: { value: bigint; data: Hex },
): Promise<UserOperationIntent> {
  const options = Array.from({ length: places }, (_, salt) =>
    creationByDeployer(data, `0x${salt.toString(16).padStart(64, '0')}`),
  )
  const questions: NamedCalls = new Map(
    [creationDeployer, ...options].map(({ address }) => [address, codeOf(address)]),
  )
  const outcomes = await askChain(frame.chain, chain.id, questions, new AbortController().signal)
  const code = (address: string): string => {
    const answer = resultOf(outcomes, address)
    if (typeof answer !== 'string') throw new ChainUnreachableError()
    return answer.toLowerCase()
  }
  if (code(creationDeployer.address) !== creationDeployer.code) throw new SmartAccountCreationError()
  const free = options.find(({ address }) => code(address) === '0x') ?? block('creationTaken')
  return {
    calls: [{ to: free.to, value, data: free.data }],
    headline: { title: 'create.title', sentence: { key: 'create.say' }, approve: 'approve.approve' },
    facts: [
      { label: 'row.newContract', value: addressValue(free.address), long: true },
      { label: 'row.deployer', value: addressValue(free.to), long: true },
      ...(value === 0n ? [] : [{ label: 'row.value', value: nativeAmount(chain, value) } as const]),
    ],
    warnings: [
      value === 0n
        ? makeWarning('warning', 'create')
        : makeWarning('danger', 'create', undefined, 'risk.lost'),
      makeWarning('warning', 'creator'),
    ],
  }
}
