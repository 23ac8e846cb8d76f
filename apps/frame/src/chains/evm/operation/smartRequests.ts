import { parseTransactionRequest, sameAddress } from '@latchkey/chain-evm/decode'
import {
  creationByDeployer,
  creationDeployer,
  parseUserOperation,
} from '@latchkey/chain-evm/decode/smartAccount'
import { ChainUnreachableError, RpcParamsError, SmartAccountCreationError } from '@latchkey/protocol/frame'
import type { Approval } from '../../../approvals/ApprovalView.ts'
import { addressValue, makeWarning, nativeAmount } from '../../../approvals/phrases.ts'
import { approvalOf } from '../../../approvals/pipeline.ts'
import { block, parseOrRefuse } from '../../../approvals/refusals.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { loadAccountKind } from '../accounts/accountsOf.ts'
import { refuseOwnTargets } from '../accounts/refuseOwnAccount.ts'
import type { SentOperation, ShownOperation, UserOperationIntent } from '../model/operation.ts'
import type { ApprovalContext, NamedCalls } from '../model/transaction.ts'
import { askChain, resultOf } from '../rpc/readChain.ts'
import { operationSteps, operations } from './userOperationApproval.ts'

/**
 * `eth_sendUserOperation` (ERC-7769): the calls within it are what counts. Everything else, number, gas, fee and
 * signature, is made anew and shown; an operation with a paymaster is refused, since its word would not hold for another
 * operation: `paymasterService` of `wallet_sendCalls` is the way to name one.
 *
 * @throws RpcParamsError; RequestBlockedError with reason `wrongAccount`, `entryPoint`, `paymaster`, `authorization`,
 *   `undecodable` or `ownAccount`; from signing as `userOperationApproval`
 */
export async function ownOperationApproval(
  frame: ChainContext,
  request: RpcRequest,
  { accounts }: ApprovalContext,
): Promise<Approval<ShownOperation>> {
  const params: readonly unknown[] = Array.isArray(request.params) ? request.params : []
  if (params.length !== 2) throw new RpcParamsError({ data: { reason: 'paramCount' } })
  const [given, entryPoint] = params
  const kind = await loadAccountKind()
  const { operation } = parseOrRefuse(() => parseUserOperation(given))
  if (!sameAddress(operation.sender, accounts.smart)) block('wrongAccount')
  if (typeof entryPoint !== 'string' || !sameAddress(entryPoint, kind.entryPoint)) block('entryPoint')
  if (operation.paymaster !== undefined) block('paymaster')
  const calls = kind.decodeCalls(operation.callData)
  if (calls === null) return block('undecodable')
  await refuseOwnTargets(calls, accounts)
  const steps = operationSteps(frame, request, accounts, { calls })
  return approvalOf({
    ...steps,
    sign: async (...signing) => ((await steps.sign(...signing)) as SentOperation).userOpHash,
  })
}

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

/**
 * `eth_sendTransaction` by the smart account: a user operation, answered with the hash of the transaction that it went
 * in. What a site says about gas, fee and number has no place in an operation and is left out; the person sees the
 * operation's own. A contract is created through the network's deployer.
 *
 * @throws RequestBlockedError, RpcParamsError, SmartAccountCreationError; from signing also OperationRefusedError, OperationFailedError,
 *   UncertainOperationError
 */
export async function smartTransactionApproval(
  frame: ChainContext,
  request: RpcRequest,
  { account, accounts }: ApprovalContext,
): Promise<Approval<ShownOperation>> {
  const params = Array.isArray(request.params) ? request.params : []
  const context = { chainId: request.chain.id, address: account }
  const wanted = parseOrRefuse(() => parseTransactionRequest(params, context))
  await refuseOwnTargets([wanted], accounts)
  const { to, value, data } = wanted
  const intent =
    to === null ? await contractCreation(frame, request, wanted) : { calls: [{ to, value, data }] }
  const steps = operationSteps(frame, request, accounts, intent)
  return approvalOf({
    ...steps,
    // A site that asks for a transaction waits for a transaction's hash.
    async sign(...signing) {
      const sent = (await steps.sign(...signing)) as SentOperation
      return (await operations.wait(frame, sent)).transactionHash
    },
  })
}
