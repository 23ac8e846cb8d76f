import { sameAddress } from '@latchkey/chain-evm/decode'
import { evmAddress } from '@latchkey/protocol'
import * as z from 'zod/mini'
import type { ChainContext } from '../../../context/ChainContext.ts'
import { createRecord } from '../../../store/createRecord.ts'

/** Recipients and tokens that are remembered of an account, the latest ones. */
const maxKnown = 200

const knownToken = z.strictObject({
  chainId: z.int().check(z.gte(1)),
  address: evmAddress,
  symbol: z.string().check(z.maxLength(12)),
})
const parties = z.strictObject({
  recipients: z.array(evmAddress).check(z.maxLength(maxKnown)),
  tokens: z.array(knownToken).check(z.maxLength(maxKnown)),
})

export type KnownToken = z.output<typeof knownToken>
/** Whom an account sent to and which tokens it used: what a look-alike would imitate. */
export type KnownParties = z.output<typeof parties>

const recordOf = (frame: ChainContext, account: string) =>
  createRecord(frame, `known.${account.toLowerCase()}`, parties, { recipients: [], tokens: [] })

/** What is known of an account's dealings so far, across reloads. */
export const knownParties = (frame: ChainContext, account: string): KnownParties =>
  recordOf(frame, account).read()

const latest = <T>(list: readonly T[], isSame: (a: T, b: T) => boolean): T[] =>
  list.filter((one, at) => list.findLastIndex((other) => isSame(one, other)) === at).slice(-maxKnown)

/**
 * Remembers whom an account really sent something to, and which tokens it used. A transfer of nothing is not remembered:
 * a site could plant an address that way.
 */
export function rememberParties(frame: ChainContext, account: string, seen: KnownParties): void {
  if (seen.recipients.length + seen.tokens.length === 0) return
  const record = recordOf(frame, account)
  const known = record.read()
  record.write({
    recipients: latest([...known.recipients, ...seen.recipients], sameAddress),
    tokens: latest(
      [...known.tokens, ...seen.tokens],
      (a, b) => a.chainId === b.chainId && sameAddress(a.address, b.address),
    ),
  })
}
