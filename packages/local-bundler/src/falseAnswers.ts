import { setTimeout as delay } from 'node:timers/promises'
import { isRecord } from '@latchkey/std/isRecord'
import type { FalseAnswer, RpcAnswer } from './startRpcServer.ts'

/** Changes the true result of one method; every other answer is the truth. */
const changing =
  (method: string, change: (result: unknown) => unknown): FalseAnswer =>
  async (call, truth) => {
    const answer = await truth()
    const isChanged = call.method === method && typeof answer === 'object' && 'result' in answer
    return isChanged ? { result: change(answer.result) } : answer
  }

/** Does something else for one method. */
const instead =
  (method: string, answer: RpcAnswer): FalseAnswer =>
  async (call, truth) =>
    call.method === method ? answer : truth()

const flipLast = (hash: unknown) =>
  typeof hash === 'string' ? `${hash.slice(0, -1)}${hash.endsWith('0') ? '1' : '0'}` : hash

/** Ready answers that are false, for `startLyingBundler` and `startPaymasterService`. Gas in units, fees in wei, times in milliseconds. */
export const falseAnswers = {
  /** Takes the operation, and names another hash. */
  anotherHash: changing('eth_sendUserOperation', flipLast),
  /** Takes the operation, and cuts the connection before it says so. */
  cutAfterAccepting: (async (call, truth) => {
    const answer = await truth()
    return call.method === 'eth_sendUserOperation' ? 'cut' : answer
  }) satisfies FalseAnswer,
  /** Cuts every connection at once. */
  dead: (async () => 'cut') satisfies FalseAnswer,
  /** Takes every call and says nothing. */
  silent: (async () => 'silence') satisfies FalseAnswer,
  /** Answers with something that is no JSON-RPC. */
  gibberish: (async () => ({ body: '<html>Bad gateway</html>' })) satisfies FalseAnswer,
  /** The truth, but late. */
  slow:
    (milliseconds: number): FalseAnswer =>
    async (_call, truth) => {
      await delay(milliseconds)
      return truth()
    },
  /** Refuses to take operations. */
  refuses: (code = -32500, message = "AA21 didn't pay prefund"): FalseAnswer =>
    instead('eth_sendUserOperation', { error: { code, message } }),
  /** Says that an operation needs this much of one kind of gas. */
  gas: (field: string, amount: bigint): FalseAnswer =>
    changing('eth_estimateUserOperationGas', (result) => ({
      ...(isRecord(result) ? result : {}),
      [field]: `0x${amount.toString(16)}`,
    })),
  /** Names such a fee for every speed. */
  fee: (maxFeePerGas: bigint): FalseAnswer => {
    const fee = `0x${maxFeePerGas.toString(16)}`
    const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: fee }
    return instead('pimlico_getUserOperationGasPrice', { result: { slow: fees, standard: fees, fast: fees } })
  },
  /** Shows the receipt of this operation for every one that is asked for. */
  receiptOf:
    (hash: string): FalseAnswer =>
    (call, truth) =>
      truth(call.method === 'eth_getUserOperationReceipt' ? { ...call, params: [hash] } : call),
  /** A paymaster service that pays for nothing. */
  sponsorRefuses: (code = -32001, message = 'Not today.'): FalseAnswer => {
    const refusal = { error: { code, message } }
    return async ({ method }, truth) => (method.startsWith('pm_') ? refusal : truth())
  },
  /** A paymaster service that promises, and refuses when it is to sign. */
  sponsorRefusesLate: instead('pm_getPaymasterData', { error: { code: -32001, message: 'Not any more.' } }),
  /** A paymaster service that adds fields to its answer, such as other call data for the operation. */
  sponsorAdds: (fields: Readonly<Record<string, unknown>>): FalseAnswer =>
    changing('pm_getPaymasterData', (result) => ({ ...(isRecord(result) ? result : {}), ...fields })),
  /** Never has a receipt. */
  noReceipt: instead('eth_getUserOperationReceipt', { result: null }),
  /** Says that what reverted has succeeded, and the other way round. */
  contrarySuccess: changing('eth_getUserOperationReceipt', (result) =>
    isRecord(result) ? { ...result, success: result.success !== true } : result,
  ),
} as const
