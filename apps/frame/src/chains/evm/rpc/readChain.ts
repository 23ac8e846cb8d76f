import { readToken, tokenCalls } from '@latchkey/chain-evm/decode'
import type { TokenInfo } from '@latchkey/chain-evm/decode/model'
import type { ChainRpc, RpcCall } from '../../../context/ChainRpc.ts'
import type { Known, NamedCalls, NamedOutcomes } from '../model/transaction.ts'

/** Runs named calls in one round trip, or in several of a hundred. */
export async function askChain(
  chain: ChainRpc,
  chainId: number,
  calls: NamedCalls,
  signal: AbortSignal,
): Promise<NamedOutcomes> {
  const names = [...calls.keys()]
  const all = [...calls.values()]
  const outcomes = new Map()
  for (let at = 0; at < all.length; at += 100) {
    const answers = await chain.batch(chainId, all.slice(at, at + 100), signal)
    answers.forEach((answer, index) => {
      outcomes.set(names[at + index], answer)
    })
  }
  return outcomes
}

/** The result of a named call; undefined when it failed. */
export const resultOf = (outcomes: NamedOutcomes, name: string): unknown => {
  const outcome = outcomes.get(name)
  return outcome?.ok ? outcome.result : undefined
}

/** A quantity of the Ethereum JSON-RPC; undefined for anything else. Nodes pad results of calls with zeros. */
export const quantityOf = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value) ? BigInt(value) : undefined

/** An address as an argument of a call: 32 bytes, without `0x`. */
export const addressWord = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')

const unique = (addresses: Iterable<string>) => [...new Set([...addresses].map((one) => one.toLowerCase()))]

/** Adds what is asked about tokens. */
export function askTokens(calls: NamedCalls, tokens: Iterable<string>): void {
  for (const token of unique(tokens))
    tokenCalls(token as `0x${string}`).forEach((call, index) => {
      calls.set(`token:${token}:${index}`, call)
    })
}

export function readTokens(outcomes: NamedOutcomes, tokens: Iterable<string>): Known<TokenInfo> {
  const read = unique(tokens).map((token): [string, TokenInfo] => [
    token,
    readToken([0, 1, 2].map((index) => resultOf(outcomes, `token:${token}:${index}`))),
  ])
  return new Map(read)
}

/** Adds the question whether addresses have code: whether they are contracts. */
export function askCode(calls: NamedCalls, addresses: Iterable<string>): void {
  for (const address of unique(addresses))
    calls.set(`code:${address}`, { method: 'eth_getCode', params: [address, 'latest'] })
}

/** true: a contract; false: a person's account; missing: not known. An EIP-7702 delegation is still a person's account. */
export function readCode(outcomes: NamedOutcomes, addresses: Iterable<string>): Known<boolean> {
  const known = new Map<string, boolean>()
  for (const address of unique(addresses)) {
    const code = resultOf(outcomes, `code:${address}`)
    if (typeof code === 'string') known.set(address, code !== '0x' && !code.startsWith('0xef0100'))
  }
  return known
}

/** Asks what an account has of a token (ERC-20 and ERC-721 `balanceOf`), or of the network's coin for null; `quantityOf` reads the answer. */
export const balanceCall = (token: string | null, account: string): RpcCall =>
  token === null
    ? { method: 'eth_getBalance', params: [account, 'latest'] }
    : {
        method: 'eth_call',
        params: [{ to: token, data: `0x70a08231${addressWord(account)}` }, 'latest'],
      }
