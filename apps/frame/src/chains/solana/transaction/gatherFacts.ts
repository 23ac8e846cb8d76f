import {
  type AccountState,
  associatedAccountOf,
  type DecodedTransaction,
  decodeTransaction,
  readLookupTable,
  readMint,
  readNonce,
  readTokenAccount,
  type TokenState,
} from '@latchkey/chain-solana/decode'
import { ChainRefusedError } from '@latchkey/protocol/frame'
import { joinSolanaTransaction, type SolanaTransaction } from '@latchkey/std/solana/transaction'
import type { Stop } from '../../../approvals/pipeline.ts'
import type { Facts, MintState, TransactionFacts } from '../model/facts.ts'
import type { TransactionRequest } from '../model/solanaRequest.ts'
import { feeOf, isFresh, type Place, readAccounts, simulate } from '../rpc/readSolana.ts'

/** It names a block that is too old: no network takes it any more. */
export const expired = (): Stop => ({
  stop: { title: { key: 'stop.expired' }, body: { key: 'stop.expired.body' } },
  refusal: new ChainRefusedError({ data: { reason: 'expired' } }),
})

/** Nobody can say which accounts it is about. */
const unresolved = (): Stop => ({
  stop: { title: { key: 'stop.table' }, body: { key: 'stop.table.body' } },
  refusal: new ChainRefusedError({ data: { reason: 'lookupTable' } }),
})

/** The tables that messages name, read by the wallet itself: a page's word about them would be worth nothing. */
async function readTables(
  place: Place,
  transactions: readonly SolanaTransaction[],
): Promise<Map<string, readonly string[]>> {
  const named = transactions.flatMap(({ message }) => message.lookups.map(({ table }) => table))
  const states = await readAccounts(place, [...new Set(named)])
  return new Map(
    [...states].flatMap(([address, state]) => {
      const table = state && readLookupTable(state)
      return table ? [[address, table] as const] : []
    }),
  )
}

/** What mints say of themselves: those of token accounts that are there, would be there, or are named. */
async function readMints(
  place: Place,
  known: ReadonlyMap<string, AccountState | null>,
  wanted: readonly string[],
): Promise<Map<string, MintState>> {
  const more = await readAccounts(
    place,
    [...new Set(wanted)].filter((mint) => !known.has(mint)),
  )
  return new Map(
    [...known, ...more].flatMap(([address, state]) => {
      const mint = state && readMint(state)
      return mint ? [[address, mint] as const] : []
    }),
  )
}

const tokensIn = (states: ReadonlyMap<string, AccountState | null>): Map<string, TokenState> =>
  new Map(
    [...states].flatMap(([address, state]) => {
      const token = state && readTokenAccount(state)
      return token ? [[address, token] as const] : []
    }),
  )

/**
 * Whether a transaction may still be sent. One with a durable nonce does not expire, but it must be of a nonce of this very
 * network: nothing else in it says which network it is for, and it would be shown as one of another.
 */
export async function isStillFresh(place: Place, decoded: readonly DecodedTransaction[]): Promise<boolean> {
  const bound = decoded.map(({ message: { blockhash }, steps: [first] }) => ({
    blockhash,
    nonce: first?.decoded.kind === 'nonceAdvance' ? first.decoded.nonce : null,
  }))
  const hashes = new Set(bound.flatMap(({ blockhash, nonce }) => (nonce === null ? [blockhash] : [])))
  const nonces = new Set(bound.flatMap(({ nonce }) => nonce ?? []))
  const [states, answers] = await Promise.all([
    readAccounts(place, [...nonces]),
    Promise.all([...hashes].map((hash) => isFresh(place, hash))),
  ])
  const isCurrent = ({ blockhash, nonce }: (typeof bound)[number]) => {
    const state = nonce === null ? null : states.get(nonce)
    return nonce === null || (!!state && readNonce(state) === blockhash)
  }
  return answers.every(Boolean) && bound.every(isCurrent)
}

/**
 * Token accounts that tokens are sent to, and whose owner is not the node's word alone: they are at the address that follows
 * from owner, mint and program.
 */
async function readProven(
  tokens: ReadonlyMap<string, TokenState>,
  decoded: readonly DecodedTransaction[],
): Promise<Set<string>> {
  const named = decoded.flatMap(({ steps }) =>
    steps.flatMap(({ decoded: step }) => (step.kind === 'tokenTransfer' ? [step.destination] : [])),
  )
  const checked = [...new Set(named)].map(async (address) => {
    const token = tokens.get(address)
    const expected = token && (await associatedAccountOf(token.owner, token.mint, token.program))
    return expected === address ? [address] : []
  })
  return new Set((await Promise.all(checked)).flat())
}

const mintsNamed = (decoded: readonly DecodedTransaction[]): string[] =>
  decoded.flatMap(({ steps }) =>
    steps.flatMap(({ decoded: step }) => ('mint' in step && step.mint !== null ? [step.mint] : [])),
  )

/**
 * Asks the network about a request: tables, accounts, whether it is still in time, what it costs, and how it would go.
 *
 * @throws ChainUnreachableError, ChainRefusedError
 */
export async function gatherFacts(place: Place, { transactions }: TransactionRequest): Promise<Facts | Stop> {
  const tables = await readTables(place, transactions)
  const decoded = transactions.map(({ message }) => decodeTransaction(message, tables))
  if (!decoded.every((one) => one !== undefined)) return unresolved()
  const accounts = [...new Set(decoded.flatMap((one) => one.accounts.map(({ address }) => address)))]
  const [before, inTime] = await Promise.all([readAccounts(place, accounts), isStillFresh(place, decoded)])
  if (!inTime) return expired()
  const read = await Promise.all(
    transactions.map(async ({ message, messageBytes }, at): Promise<TransactionFacts | undefined> => {
      const one = decoded[at]
      if (!one) return undefined
      const writable = one.accounts.filter(({ isWritable }) => isWritable).map(({ address }) => address)
      const unsigned = Array.from({ length: message.requiredSignatures }, () => new Uint8Array(64))
      const [fee, simulation] = await Promise.all([
        feeOf(place, messageBytes),
        simulate(place, joinSolanaTransaction(unsigned, messageBytes), writable),
      ])
      const computed = one.fee.base + one.fee.priority
      const feeTaken = fee ?? computed
      // What the transaction says itself is paid, whatever a node tells.
      return { decoded: one, fee: feeTaken > computed ? feeTaken : computed, feeTaken, simulation }
    }),
  )
  const facts = read.flatMap((one) => one ?? [])
  const tokens = tokensIn(before)
  const later = facts.flatMap(({ simulation }) => [...tokensIn(simulation?.after ?? new Map()).values()])
  const held = [...tokens.values(), ...later].map(({ mint }) => mint)
  const [mints, proven] = await Promise.all([
    readMints(place, before, [...held, ...mintsNamed(decoded)]),
    readProven(tokens, decoded),
  ])
  return { transactions: facts, before, tokens, proven, mints }
}
