import { readToken, type TokenInfo, tokenCalls } from '@latchkey/chain-evm/decode'
import type { RpcCall, RpcOutcome } from '../rpc/ChainRpc.ts'

/** Answers by lower-case address. */
export type Known<T> = ReadonlyMap<string, T>

const unique = (addresses: Iterable<string>) => [...new Set([...addresses].map((one) => one.toLowerCase()))]

/** A set of calls for one round trip, each found again under its name. */
export type NamedCalls = Map<string, RpcCall>
export type NamedOutcomes = ReadonlyMap<string, RpcOutcome>

/** The result of a named call; undefined when it failed. */
export const resultOf = (outcomes: NamedOutcomes, name: string): unknown => {
  const outcome = outcomes.get(name)
  return outcome?.ok ? outcome.result : undefined
}

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
