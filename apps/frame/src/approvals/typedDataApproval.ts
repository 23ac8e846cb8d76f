import {
  type Allowance,
  isHashSignedBy,
  parseTypedDataRequest,
  purposeOf,
  type TypedDataRequest,
  type TypedPurpose,
} from '@latchkey/chain-evm/decode'
import { ChainUnreachableError, RequestBlockedError } from '@latchkey/protocol/frame'
import type { Frame } from '../Frame.ts'
import { askKeys } from '../keys/askKeys.ts'
import type { RpcRequest } from '../rpc/RpcRequest.ts'
import type { Approval, ApprovalContext, Prepared } from './Approval.ts'
import { askChain } from './askChain.ts'
import { pendingPermitView, permitView } from './permitView.ts'
import { askCode, askTokens, type NamedCalls, readCode, readTokens } from './readTokens.ts'
import { block, parseOrRefuse } from './refusals.ts'
import { networkStop, refusedStop } from './stops.ts'
import { typedDataView } from './typedDataView.ts'

type Permit = Exclude<TypedPurpose, { kind: 'unknown' }>

const addressesOf = (allowances: readonly Allowance[]) => ({
  tokens: allowances.map(({ token }) => token),
  spenders: allowances.map(({ spender }) => spender),
})

/** Asks the network about the tokens and spenders of a permit. */
async function preparePermit(
  frame: Frame,
  request: RpcRequest,
  data: TypedDataRequest,
  permit: Permit,
  signal: AbortSignal,
): Promise<Prepared<TypedDataRequest>> {
  const { tokens, spenders } = addressesOf(permit.allowances)
  const bare = pendingPermitView(frame.now(), request, data, permit)
  const contract = data.domain.verifyingContract
  const contracts = contract === undefined ? spenders : [...spenders, contract]
  const calls: NamedCalls = new Map()
  askTokens(calls, tokens)
  askCode(calls, contracts)
  // Without knowing the spender or the contract the most important warning would be missing.
  const silent = (cause?: unknown) => ({
    payload: data,
    view: { ...bare, stop: networkStop },
    refusal: new ChainUnreachableError({ cause }),
  })
  try {
    const outcomes = await askChain(frame.chain, request.chain.id, calls, signal)
    const code = readCode(outcomes, contracts)
    if (contract !== undefined && !code.has(contract.toLowerCase())) return silent()
    const known = { tokens: readTokens(outcomes, tokens), contracts: code }
    const view = permitView(frame.now(), request, data, permit, known)
    if (contract !== undefined && code.get(contract.toLowerCase()) === false) {
      const refusal = new RequestBlockedError({ data: { reason: 'permitWithoutContract' } })
      return { payload: data, view: { ...view, stop: refusedStop('stop.noContract') }, refusal }
    }
    return { payload: data, view }
  } catch (cause) {
    if (signal.aborted) throw cause
    return silent(cause)
  }
}

/**
 * `eth_signTypedData_v4` (EIP-712): permits get a screen of their own, anything else the whole tree and a warning.
 *
 * @throws RequestBlockedError, RpcParamsError
 */
export function typedDataApproval(
  frame: Frame,
  request: RpcRequest,
  { account }: ApprovalContext,
): Approval<TypedDataRequest> {
  const params = Array.isArray(request.params) ? request.params : []
  const context = { chainId: request.chain.id, address: account }
  const data = parseOrRefuse(() => parseTypedDataRequest(params, context))
  const purpose = purposeOf(data)
  const view =
    purpose.kind === 'unknown'
      ? typedDataView(request, data)
      : pendingPermitView(frame.now(), request, data, purpose)
  return {
    view,
    prepare: async (signal) =>
      purpose.kind === 'unknown'
        ? { payload: data, view }
        : preparePermit(frame, request, data, purpose, signal),
    async sign({ address, json, hash }, onSigned) {
      const answer = await askKeys(frame.keys, 'signTypedData', { address, typedData: json })
      onSigned()
      const signature = answer.signature as `0x${string}`
      const same = answer.hash.toLowerCase() === hash.toLowerCase()
      if (!same || !(await isHashSignedBy(address, hash, signature))) block('signatureMismatch')
      return signature
    },
  }
}
