import { flattenCalls, isAddressText, sameAddress } from '@latchkey/chain-evm/decode'
import type { DecodedCall, Simulation } from '@latchkey/chain-evm/decode/model'
import { evmAddress } from '@latchkey/protocol'
import * as z from 'zod/mini'
import { symbolOf } from '../../../approvals/phrases.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { createRecord } from '../../../store/createRecord.ts'
import type { KnownParties, KnownToken, TransactionFacts } from '../model/transaction.ts'

/** Recipients and tokens that are remembered of an account, the latest ones. */
const maxKnown = 200

const knownToken = z.strictObject({
  chainId: z.int().check(z.gte(1)),
  address: evmAddress(),
  symbol: z.string().check(z.maxLength(12)),
})
const parties = z.strictObject({
  recipients: z.array(evmAddress()).check(z.maxLength(maxKnown)),
  tokens: z.array(knownToken).check(z.maxLength(maxKnown)),
})

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

/** Letters of other scripts that look like Latin ones; a token's symbol has no use for them. */
const twins: Readonly<Record<string, string>> = Object.fromEntries(
  'АA ВB СC ЕE НH ІI ЈJ КK МM ОO РP ЅS ТT ХX ҮY аa сc еe іi јj оo рp ѕs хx уy ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX οo νv ₮T Ðd'
    .split(' ')
    .map((pair) => [...pair]),
)

/** What a symbol looks like at a glance: marks and spaces tell nobody that it is another one. */
function glance(symbol: string): string {
  const latin = [...symbol.normalize('NFKC')].map((letter) => twins[letter] ?? letter).join('')
  const letters = latin.replaceAll(/[^\p{L}\p{N}]/gu, '') || latin
  return letters.toUpperCase().replaceAll('0', 'O').replaceAll('1', 'I').replaceAll('5', 'S')
}

export type SymbolFacts = {
  address: string
  /** As it is shown. */
  symbol: string
  chainId: number
  /** The symbol of the network's own currency. */
  native: string
  /** Tokens that the account used before. */
  known: readonly KnownToken[]
}

/**
 * What a token passes itself off as: the network's own currency, or a token of the same looks that the account used at
 * another address. `letters`: its symbol is written in letters that look like others.
 *
 * @example
 * tokenImitation({ address, symbol: 'ЕTH', chainId: 1, native: 'ETH', known: [] }) // 'native'
 */
export function tokenImitation(token: SymbolFacts): 'native' | 'known' | 'letters' | null {
  const { symbol, address, chainId, native, known } = token
  if (symbol === '') return null
  const looks = glance(symbol)
  if (looks === glance(native)) return 'native'
  const same = known.filter((one) => one.chainId === chainId)
  if (same.some((one) => sameAddress(one.address, address))) return null
  if (same.some((one) => glance(one.symbol) === looks)) return 'known'
  return [...symbol].some((letter) => letter in twins && letter !== '₮') ? 'letters' : null
}

const mostSeen = 200
const seenSchema = z
  .array(z.strictObject({ chainId: z.int(), token: z.string().check(z.refine(isAddressText)) }))
  .check(z.maxLength(mostSeen))

const seenRecordOf = (frame: ChainContext, account: string) =>
  createRecord(frame, `tokens.${account.toLowerCase()}`, seenSchema, [])

/** Remembers tokens that an account had to do with, so that they are found again. The oldest are forgotten. */
export function noteTokens(
  frame: ChainContext,
  chainId: number,
  account: string,
  tokens: Iterable<string>,
): void {
  const record = seenRecordOf(frame, account)
  const known = record.read()
  const added = [...new Set([...tokens].map((token) => token.toLowerCase()))]
    .filter((token) => !known.some((one) => one.chainId === chainId && one.token === token))
    .map((token) => ({ chainId, token }))
  if (added.length > 0) record.write([...known, ...added].slice(-mostSeen))
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
  const tokens = [...used, ...seenRecordOf(frame, account).read()]
    .filter((one) => one.chainId === chainId)
    .map(({ token }) => token.toLowerCase())
    .toReversed()
  return [...new Set(tokens)]
}

/** Who gets something by a step that sends something of the account's own. */
function paid(call: DecodedCall, own: string): string | null {
  if (call.kind === 'nativeTransfer') return call.value === 0n ? null : call.to
  if (call.kind === 'collectibleTransfer') return call.to
  if (call.kind !== 'tokenTransfer' || call.amount === 0n) return null
  return call.from === null || sameAddress(call.from, own) ? call.to : null
}

/** What is worth remembering of a transaction that was sent. */
export function partiesOfFacts(
  { decoded, tokens }: Pick<TransactionFacts, 'decoded' | 'tokens'>,
  own: string,
  chainId: number,
): KnownParties {
  const calls = flattenCalls(decoded)
  const recipients = calls.flatMap((call) => {
    const to = paid(call, own)
    return to === null || sameAddress(to, own) ? [] : [to]
  })
  const used = calls.flatMap((call) =>
    call.kind === 'tokenTransfer' && call.amount > 0n ? [call.token] : [],
  )
  return {
    recipients,
    tokens: used.flatMap((address) => {
      const symbol = symbolOf(tokens.get(address.toLowerCase()))
      return symbol === '' ? [] : [{ chainId, address, symbol }]
    }),
  }
}
