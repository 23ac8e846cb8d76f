import type { SmartAccountKind } from '@latchkey/chain-evm/decode/smartAccount/model'
import type { ChainInfo } from '@latchkey/protocol'
import { ChainUnreachableError } from '@latchkey/protocol/frame'
import type { RpcCall } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { noteDeployed } from '../accounts/accountsOf.ts'
import { askBalances, readBalances } from '../allowances/allowances.ts'
import { partiesOf } from '../clearSigning/describedView.ts'
import { usualTip } from '../fees/fees.ts'
import type { GasPrice, OperationCalls, OperationFacts } from '../model/operation.ts'
import type { NamedCalls, NamedOutcomes } from '../model/transaction.ts'
import {
  addressWord,
  askChain,
  askCode,
  askTokens,
  quantityOf,
  readCode,
  readTokens,
  resultOf,
} from '../rpc/readChain.ts'
import { askGasPrice } from './bundler.ts'
import { mostPrice } from './completeOperation.ts'

/** `getNonce(address,uint192)` of the entry point, with key 0. */
const nonceData = (account: string) => `0x35567e1a${addressWord(account)}${'0'.repeat(64)}`
/** `balanceOf(address)` of the entry point. */
const depositData = (account: string) => `0x70a08231${addressWord(account)}`
const ask = (to: string, data: string) => ({ method: 'eth_call', params: [{ to, data }, 'latest'] })

/** The nonce of an account's next operation, as a call to the network. */
export const nonceCall = ({ entryPoint }: SmartAccountKind, account: string) =>
  ask(entryPoint, nonceData(account))

function questions(
  kind: SmartAccountKind,
  account: string,
  { calls: sent, decoded }: OperationCalls,
): NamedCalls {
  const calls: NamedCalls = new Map<string, RpcCall>([
    ['code', { method: 'eth_getCode', params: [account, 'latest'] }],
    ['nonce', nonceCall(kind, account)],
    ['deposit', ask(kind.entryPoint, depositData(account))],
    ['balance', { method: 'eth_getBalance', params: [account, 'latest'] }],
    ['block', { method: 'eth_getBlockByNumber', params: ['latest', false] }],
    ['tip', { method: 'eth_maxPriorityFeePerGas', params: [] }],
  ])
  for (const call of decoded) {
    const { tokens, contracts } = partiesOf(call)
    askTokens(calls, tokens)
    askCode(calls, contracts)
  }
  askBalances(calls, sent, account)
  return calls
}

function required(outcomes: NamedOutcomes, name: string): bigint {
  const value = quantityOf(resultOf(outcomes, name))
  if (value === undefined) throw new ChainUnreachableError({ details: `The network left out ${name}` })
  return value
}

/** The bundler's price, unless it is absurd or missing; then the network's own. */
function choosePrice(usual: GasPrice, wanted: GasPrice | null): GasPrice {
  if (wanted === null || wanted.maxFeePerGas > mostPrice(usual.maxFeePerGas)) return usual
  return wanted.maxPriorityFeePerGas > wanted.maxFeePerGas ? usual : wanted
}

/**
 * Asks the network everything that an operation needs, in one round trip beside the bundler's.
 *
 * @throws ChainUnreachableError when something that is needed did not come
 */
export async function readOperationFacts(
  frame: ChainContext,
  chain: ChainInfo,
  kind: SmartAccountKind,
  account: string,
  wantedCalls: OperationCalls,
  signal: AbortSignal,
): Promise<OperationFacts> {
  const [outcomes, wanted] = await Promise.all([
    askChain(frame.chain, chain.id, questions(kind, account, wantedCalls), signal),
    askGasPrice(frame, chain.id, signal),
  ])
  const code = resultOf(outcomes, 'code')
  if (typeof code !== 'string') throw new ChainUnreachableError({ details: 'The network left out code' })
  const deployed = code.length > 2
  if (deployed) noteDeployed(frame, chain.id, account)
  const block = resultOf(outcomes, 'block') as
    | { number?: unknown; baseFeePerGas?: unknown }
    | null
    | undefined
  const blockNumber = quantityOf(block?.number)
  const baseFee = quantityOf(block?.baseFeePerGas)
  if (blockNumber === undefined || baseFee === undefined)
    throw new ChainUnreachableError({ details: 'The network left out the block' })
  const tip = quantityOf(resultOf(outcomes, 'tip')) ?? usualTip
  // Twice the base fee covers six full blocks in a row (EIP-1559).
  const usual = { maxFeePerGas: baseFee * 2n + tip, maxPriorityFeePerGas: tip }
  const parties = wantedCalls.decoded.map(partiesOf)
  return {
    deployed,
    nonce: required(outcomes, 'nonce'),
    balance: required(outcomes, 'balance'),
    deposit: required(outcomes, 'deposit'),
    block: blockNumber,
    baseFee,
    tip,
    usualPrice: usual.maxFeePerGas,
    price: choosePrice(usual, wanted),
    tokens: readTokens(
      outcomes,
      parties.flatMap(({ tokens }) => tokens),
    ),
    contracts: readCode(
      outcomes,
      parties.flatMap(({ contracts }) => contracts),
    ),
    balances: readBalances(outcomes, wantedCalls.calls),
  }
}
