import { addressesInBytes, findLookalike, flattenCalls, sameAddress } from '@latchkey/chain-evm/decode'
import type { DecodedCall } from '@latchkey/chain-evm/decode/model'
import { toQuantity } from '@latchkey/std/hex'
import type { Warning } from '../../../approvals/ApprovalView.ts'
import { addressValue, makeWarning } from '../../../approvals/phrases.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { recipientOf } from '../clearSigning/describedView.ts'
import type { NamedCalls, NamedOutcomes, ShownCalls, Suspicions } from '../model/transaction.ts'
import { knownParties, seenTokens } from '../parties/knownParties.ts'
import { addressWord, askChain, balanceCall, quantityOf, resultOf } from '../rpc/readChain.ts'

/** Addresses that one request is looked into for. */
const mostAddresses = 50
/** Blocks in which a planted transfer is looked for: it comes soon after a real one, and nodes refuse longer ranges. */
const blocksBack = 10_000n

/** `Transfer(address,address,uint256)` of ERC-20. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Everybody who is sent something and to whom the account never sent anything. */
function strangersIn(calls: readonly DecodedCall[], known: readonly string[], account: string): string[] {
  const recipients = calls.flatMap((call) => recipientOf(call)?.toLowerCase() ?? [])
  return [...new Set(recipients)].filter(
    (one) => !sameAddress(one, account) && !known.some((other) => sameAddress(other, one)),
  )
}

/** Contracts that calls which nobody can read are made to, or could name. */
function namedIn(calls: readonly DecodedCall[], seen: readonly string[]): string[] {
  const named = calls.flatMap((call) => {
    if (call.kind !== 'unknown') return []
    const digits = call.data.slice(2).toLowerCase()
    return [
      call.to.toLowerCase(),
      ...addressesInBytes(digits),
      ...seen.filter((token) => digits.includes(token.slice(2))),
    ]
  })
  return [...new Set(named)]
}

const isNothing = (log: unknown): boolean => {
  const { topics, data } = (typeof log === 'object' && log !== null ? log : {}) as Record<string, unknown>
  return Array.isArray(topics) && topics.length === 3 && quantityOf(data) === 0n
}

/** Whether all that went between two addresses was nothing. */
const isPlanted = (outcomes: NamedOutcomes, stranger: string): boolean => {
  const logs = resultOf(outcomes, `dealings:${stranger}`)
  return Array.isArray(logs) && logs.length > 0 && logs.every(isNothing)
}

function questions(
  account: string,
  strangers: readonly string[],
  named: readonly string[],
  block: bigint | undefined,
) {
  const calls: NamedCalls = new Map(
    named.map((contract) => [`held:${contract}`, balanceCall(contract, account)]),
  )
  if (block === undefined) return calls
  for (const stranger of strangers) {
    const both = [account, stranger].map((one) => `0x${addressWord(one)}`)
    const fromBlock = toQuantity(block > blocksBack ? block - blocksBack : 0n)
    const filter = { fromBlock, toBlock: 'latest', topics: [transferTopic, both, both] }
    calls.set(`dealings:${stranger}`, { method: 'eth_getLogs', params: [filter] })
  }
  return calls
}

/**
 * Looks into whom calls pay and what those that cannot be read name. A transfer of nothing, which anybody can make in the
 * account's name, plants an address in its history; a call that nobody can read can move the tokens that it names.
 *
 * @param block the latest one, as `eth_getBlockByNumber` told it
 * @throws the reason of `signal`, nothing else
 */
export async function readSuspicions(
  frame: ChainContext,
  chainId: number,
  account: string,
  decoded: readonly DecodedCall[],
  block: unknown,
  signal: AbortSignal,
): Promise<Suspicions> {
  const calls = decoded.flatMap(flattenCalls)
  const strangers = strangersIn(calls, knownParties(frame, account).recipients, account).slice(
    0,
    mostAddresses,
  )
  const named = namedIn(calls, seenTokens(frame, chainId, account))
  const asked = named.slice(0, mostAddresses)
  const number = quantityOf((block as { number?: unknown } | null | undefined)?.number)
  const questioned = questions(account, strangers, asked, number)
  if (questioned.size === 0) return { planted: [], held: [], unchecked: false }
  try {
    const outcomes = await askChain(frame.chain, chainId, questioned, signal)
    const isHeld = (contract: string) => {
      const answer = resultOf(outcomes, `held:${contract}`)
      return typeof answer === 'string' && answer.length === 66 && (quantityOf(answer) ?? 0n) > 0n
    }
    return {
      planted: strangers.filter((one) => isPlanted(outcomes, one)),
      held: asked.filter(isHeld),
      unchecked: named.length > asked.length,
    }
  } catch (error) {
    if (signal.aborted) throw error
    return { planted: [], held: [], unchecked: named.length > 0 }
  }
}

/** A recipient that imitates somebody: which group of four tells them apart has to be typed. */
function lookalikeWarning(to: string, known: string): Warning {
  const groups = (address: string) => address.slice(2).toLowerCase().match(/.{4}/g) ?? []
  const imitated = groups(known)
  const at = groups(to).findIndex((group, index) => group !== imitated[index])
  const typed = { group: at + 1, text: groups(to)[at] ?? '' }
  return { ...makeWarning('danger', 'lookalike', { known: addressValue(known) }, 'risk.lookalike'), typed }
}

/** Whoever gets something, or may take something, and imitates somebody whom the account sent to. */
export function lookalikeWarnings(
  party: string,
  { known, from }: Pick<ShownCalls, 'known' | 'from'>,
): Warning[] {
  const imitated = findLookalike(party, [...known, from])
  return imitated === undefined ? [] : [lookalikeWarning(party, imitated)]
}

/** Tokens of the account that something names: the first three, since more of them say no more. */
export const ownTokenWarnings = (
  name: 'ownToken' | 'typedToken',
  tokens: readonly string[],
): readonly Warning[] =>
  tokens.slice(0, 3).map((token) => ({
    ...makeWarning('danger', name, { token: addressValue(token) }),
    risk: { key: 'risk.typed' },
  }))

/**
 * What calls that cannot be read have to do with tokens of the account. What they name is no danger where the same came out
 * of every trial: then it stands among the changes.
 */
export function unreadWarnings({ facts }: ShownCalls): Warning[] {
  const { suspicions, simulation, decoded } = facts
  if (!suspicions) return []
  const unread = flattenCalls(decoded).filter(({ kind }) => kind === 'unknown')
  const isTold = simulation?.status === 'success' && !simulation.differs
  const isCalled = (token: string) => unread.some((call) => 'to' in call && sameAddress(call.to, token))
  const isNamed = (token: string) =>
    unread.some((call) => 'data' in call && call.data.toLowerCase().includes(token.slice(2)))
  const tokens = suspicions.held.filter((token) => isCalled(token) || (!isTold && isNamed(token)))
  return [
    ...ownTokenWarnings('ownToken', tokens),
    ...(suspicions.unchecked && unread.length > 0 && !isTold
      ? [makeWarning('danger', 'typedUnchecked', undefined, 'risk.typed')]
      : []),
  ]
}
