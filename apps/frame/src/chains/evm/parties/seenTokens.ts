import { isAddressText } from '@latchkey/chain-evm/decode'
import type { Simulation } from '@latchkey/chain-evm/decode/types'
import * as z from 'zod/mini'
import type { ChainContext } from '../../../context/ChainContext.ts'
import { createRecord } from '../../../store/createRecord.ts'
import { knownParties } from './knownParties.ts'

const most = 200
const seen = z
  .array(z.strictObject({ chainId: z.int(), token: z.string().check(z.refine(isAddressText)) }))
  .check(z.maxLength(most))

const recordOf = (frame: ChainContext, account: string) =>
  createRecord(frame, `tokens.${account.toLowerCase()}`, seen, [])

/** Remembers tokens that an account had to do with, so that they are found again. The oldest are forgotten. */
export function noteTokens(
  frame: ChainContext,
  chainId: number,
  account: string,
  tokens: Iterable<string>,
): void {
  const record = recordOf(frame, account)
  const known = record.read()
  const added = [...new Set([...tokens].map((token) => token.toLowerCase()))]
    .filter((token) => !known.some((one) => one.chainId === chainId && one.token === token))
    .map((token) => ({ chainId, token }))
  if (added.length > 0) record.write([...known, ...added].slice(-most))
}

/** Remembers the tokens that came in or went out by what an account really sent. */
export function noteChanges(
  frame: ChainContext,
  chainId: number,
  account: string,
  simulation: Pick<Simulation, 'changes'> | undefined,
): void {
  const tokens = (simulation?.changes ?? []).flatMap(({ asset }) => (asset === null ? [] : [asset]))
  noteTokens(frame, chainId, account, tokens)
}

/** The tokens that an account had to do with on a network, the newest first. */
export function seenTokens(frame: ChainContext, chainId: number, account: string): readonly string[] {
  const used = knownParties(frame, account).tokens.map(({ chainId, address }) => ({
    chainId,
    token: address,
  }))
  const tokens = [...used, ...recordOf(frame, account).read()]
    .filter((one) => one.chainId === chainId)
    .map(({ token }) => token.toLowerCase())
    .toReversed()
  return [...new Set(tokens)]
}
