import { parseUserOperation, safeAccount, userOperationHash } from '@latchkey/chain-evm/decode/smartAccount'
import type { FrameDocumentConfig } from '@latchkey/protocol'
import { accountsOf } from '../chains/evm/accounts/accountsOf.ts'
import type { UserOperationIntent } from '../chains/evm/model/operation.ts'
import { userOperationApproval } from '../chains/evm/operation/userOperationApproval.ts'
import type { RpcCall } from '../context/ChainRpc.ts'
import { fakeChain, fakeFrame } from './fakeFrame.ts'
import { signingKeys, smartConfig } from './worldFrame.ts'

export type OperationAnswers = Readonly<Record<string, unknown | ((params: readonly never[]) => unknown)>>

const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
const hashOf = ([operation]: readonly unknown[]) =>
  userOperationHash(parseUserOperation(operation).operation, 31337, safeAccount.entryPoint)

/** A network and a bundler for which everything is in order: the account is deployed and has one coin. */
export const usualOperationAnswers: OperationAnswers = {
  eth_getCode: '0x60',
  eth_call: word(0n),
  eth_getBalance: '0xde0b6b3a7640000',
  eth_getBlockByNumber: { number: '0x10', baseFeePerGas: '0x3b9aca00' },
  eth_maxPriorityFeePerGas: '0x5f5e100',
  eth_getTransactionCount: '0x1',
  eth_simulateV1: [{ calls: [{ status: '0x1', gasUsed: '0x7530', logs: [] }] }],
  pimlico_getUserOperationGasPrice: {
    standard: { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x5f5e100' },
  },
  eth_estimateUserOperationGas: {
    callGasLimit: '0x186a0',
    verificationGasLimit: '0x186a0',
    preVerificationGas: '0xc350',
  },
  eth_sendUserOperation: hashOf,
  eth_getUserOperationReceipt: null,
  eth_getUserOperationByHash: null,
  pimlico_getUserOperationStatus: { status: 'not_found', transactionHash: null },
  eth_getLogs: [],
}

export type OperationWorld = Awaited<ReturnType<typeof operationWorld>>

/**
 * Opens an operation against answers by method; a function gets the params, and what it throws is the answer.
 *
 * @param config the networks; with smart accounts on 31337 when left out
 */
export async function operationWorld(
  intent: UserOperationIntent,
  answers: OperationAnswers = {},
  options: { config?: FrameDocumentConfig; now?: () => number } = {},
) {
  const calls: RpcCall[] = []
  const { owner, state, keys } = signingKeys()
  const chain = fakeChain((call) => {
    calls.push(call)
    const found = { ...usualOperationAnswers, ...answers }[call.method]
    if (found === undefined) throw new Error(`not answered: ${call.method}`)
    return typeof found === 'function' ? found(call.params as never) : found
  })
  const { config = smartConfig, now = () => 1_000 } = options
  const frame = fakeFrame({ chain, config, state, keys: keys as never, now })
  const network = config.chains[0] as FrameDocumentConfig['chains'][number]
  const accounts = await accountsOf(frame, network)
  const request = { method: 'wallet_sendCalls', params: [], chain: network }
  const approval = userOperationApproval(frame, request, accounts, intent)
  const signal = new AbortController().signal
  return {
    approval,
    frame,
    owner,
    accounts,
    calls,
    asked: (method: string) => calls.filter((call) => call.method === method).map(({ params }) => params),
    prepare: () => approval.prepare(signal),
    confirm: async (prepared: Awaited<ReturnType<typeof approval.prepare>>) =>
      (await approval.confirm?.(prepared, signal)) ?? prepared,
  }
}
