import { decodeCall } from '@latchkey/chain-evm/decode'
import { evmAddress } from '@latchkey/protocol'
import { ChainUnreachableError, type RecipientFacts, RpcParamsError } from '@latchkey/protocol/frame'
import { withDeadline } from '@latchkey/std/deadline'
import * as z from 'zod/mini'
import type { Value, Warning } from '../../../approvals/ApprovalView.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import type { FrameAccounts, NamedCalls } from '../model/transaction.ts'
import { knownParties } from '../parties/knownParties.ts'
import { addressWord, askChain, askCode, readCode, resultOf } from '../rpc/readChain.ts'
import { readSuspicions } from './suspicions.ts'
import { recipientUnused } from './transactionFacts.ts'
import { recipientWarnings } from './transactionWarnings.ts'

type Hex = `0x${string}`

/** The network may take this long to say what it knows of the address, ms. */
const patience = 8_000

const questions = z
  .array(z.strictObject({ address: evmAddress(), token: z.optional(evmAddress()) }))
  .check(z.length(1))

/** A transfer of as little as there is: what is odd about the recipient does not hang on the amount. */
const transferTo = (address: Hex, token: Hex | undefined) =>
  token === undefined
    ? { to: address, value: 1n, data: '0x' as const }
    : { to: token, value: 0n, data: `0xa9059cbb${addressWord(address)}${addressWord('0x1')}` as const }

type Told = RecipientFacts['warnings'][number]

/** A warning of the approval, as the protocol tells it. */
const toldOf: Readonly<Record<string, (warning: Warning) => Told | undefined>> = {
  'warn.lookalike': ({ body }) => {
    const known: Value | undefined = body.values?.known
    return known?.kind === 'address' ? { kind: 'lookAlike', known: known.address } : undefined
  },
  'warn.planted': () => ({ kind: 'planted' }),
  'warn.toToken': () => ({ kind: 'token' }),
  'warn.ownAddress': () => ({ kind: 'own' }),
  'warn.newRecipient': () => ({ kind: 'unused' }),
  'warn.firstTime': () => ({ kind: 'first' }),
}

/**
 * What is odd about an address that a form is about to send to, found as the approval finds it, so that both say the same.
 *
 * @param params `[{ address, token? }]`; `token`: the contract of what is sent
 * @throws RpcParamsError; ChainUnreachableError when the network does not answer in 8 s
 * @example
 * await recipientFacts(frame, [{ address: '0x7099…79C8' }], accounts, signal) // { warnings: [{ kind: 'unused' }] }
 */
export async function recipientFacts(
  frame: ChainContext,
  params: unknown,
  { address: from, chain }: FrameAccounts,
  signal?: AbortSignal,
): Promise<RecipientFacts> {
  const asked = questions.safeParse(params)
  const [question] = asked.success ? asked.data : []
  if (!question) throw new RpcParamsError()
  const { address, token } = question
  const decoded = decodeCall(transferTo(address as Hex, token as Hex | undefined))
  const calls: NamedCalls = new Map([
    ['block', { method: 'eth_getBlockByNumber', params: ['latest', false] }],
    ['usedNonce', { method: 'eth_getTransactionCount', params: [address, 'latest'] }],
    ['usedBalance', { method: 'eth_getBalance', params: [address, 'latest'] }],
  ])
  askCode(calls, [address])
  return withDeadline(
    { ms: patience, signal, tooLate: () => new ChainUnreachableError() },
    async (limit): Promise<RecipientFacts> => {
      const outcomes = await askChain(frame.chain, chain.id, calls, limit)
      const isContract = readCode(outcomes, [address]).get(address.toLowerCase())
      const block = resultOf(outcomes, 'block')
      const suspicions = await readSuspicions(frame, chain.id, from, [decoded], block, limit)
      const { recipients: known } = knownParties(frame, from)
      const facts = { decoded, suspicions, recipientUnused: recipientUnused(outcomes, isContract) }
      const warnings = recipientWarnings({ from, known, facts }).flatMap(
        (warning) => toldOf[warning.title.key]?.(warning) ?? [],
      )
      // The contract of a token, and one's own smart account, are contracts of course.
      const isOdd = isContract === true && !warnings.some(({ kind }) => kind === 'token' || kind === 'own')
      const more = warnings.filter(({ kind }) => kind !== 'first')
      return { warnings: isOdd ? [...more, { kind: 'contract' }] : warnings }
    },
  )
}
