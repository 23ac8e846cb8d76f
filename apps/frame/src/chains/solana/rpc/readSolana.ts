import type { AccountState } from '@latchkey/chain-solana/decode/model'
import type { ChainInfo } from '@latchkey/protocol'
import * as z from 'zod/mini'
import { networkOf } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import type { Simulation } from '../model/facts.ts'

/** Where a network is asked. */
export type Place = { frame: Pick<ChainContext, 'chain'>; chain: ChainInfo; signal?: AbortSignal | undefined }

/** Accounts that a node tells of at once. */
const AT_ONCE = 100

const account = z.nullable(
  z.looseObject({
    lamports: z.number(),
    owner: z.string(),
    data: z.tuple([z.string(), z.literal('base64')]),
  }),
)
const accounts = z.looseObject({ value: z.array(account) })
const simulated = z.looseObject({
  value: z.looseObject({ err: z.unknown(), accounts: z.optional(z.nullable(z.array(account))) }),
})
const status = z.looseObject({
  value: z.array(
    z.nullable(z.looseObject({ err: z.unknown(), confirmationStatus: z.optional(z.nullable(z.string())) })),
  ),
})

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
export const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

const stateOf = (told: z.output<typeof account>): AccountState | null =>
  told && { lamports: BigInt(Math.round(told.lamports)), owner: told.owner, data: bytesOf(told.data[0]) }

const ask = ({ frame, chain, signal }: Place, method: string, params: readonly unknown[]) =>
  frame.chain.request(networkOf(chain), { method, params }, signal)

/** Accounts as the network has them now; null where there is none. */
export async function readAccounts(
  place: Place,
  addresses: readonly string[],
): Promise<Map<string, AccountState | null>> {
  const found = new Map<string, AccountState | null>()
  for (let from = 0; from < addresses.length; from += AT_ONCE) {
    const some = addresses.slice(from, from + AT_ONCE)
    const options = { encoding: 'base64', commitment: 'confirmed' }
    const { value } = accounts.parse(await ask(place, 'getMultipleAccounts', [some, options]))
    some.forEach((address, index) => {
      found.set(address, stateOf(value[index] ?? null))
    })
  }
  return found
}

/** Runs a transaction without sending it; undefined where the network does not. Signatures are not looked at. */
export async function simulate(
  place: Place,
  transaction: Uint8Array,
  addresses: readonly string[],
): Promise<Simulation | undefined> {
  const options = {
    encoding: 'base64',
    sigVerify: false,
    commitment: 'confirmed',
    accounts: { encoding: 'base64', addresses },
  }
  const params = [base64Of(transaction), options]
  const told = await ask(place, 'simulateTransaction', params).catch((error: unknown) => {
    if (place.signal?.aborted) throw error
    return undefined
  })
  const read = simulated.safeParse(told)
  if (!read.success) return undefined
  const { err, accounts: list } = read.data.value
  const after = new Map(addresses.map((address, index) => [address, stateOf(list?.[index] ?? null)]))
  return { error: err ?? null, after: list ? after : new Map() }
}

/** Whether a block's hash may still be named. */
export async function isFresh(place: Place, blockhash: string): Promise<boolean> {
  const told = await ask(place, 'isBlockhashValid', [blockhash, { commitment: 'confirmed' }])
  return z.looseObject({ value: z.boolean() }).parse(told).value
}

/** What the network takes for a message, in lamports; undefined where it does not say. */
export async function feeOf(place: Place, message: Uint8Array): Promise<bigint | undefined> {
  const told = await ask(place, 'getFeeForMessage', [base64Of(message), { commitment: 'confirmed' }]).catch(
    () => undefined,
  )
  const read = z.looseObject({ value: z.nullable(z.number()) }).safeParse(told)
  return read.success && read.data.value !== null ? BigInt(Math.round(read.data.value)) : undefined
}

/** How it stands with a signature; null: the network has not seen it. */
export async function statusOf(place: Place, signature: string) {
  const { value } = status.parse(
    await ask(place, 'getSignatureStatuses', [[signature], { searchTransactionHistory: true }]),
  )
  return value[0] ?? null
}

/**
 * Sends a transaction that is signed. Answers with nothing: its signature is known. Where the site says nothing else, it is
 * looked at as everything was before: left to itself a node asks whether the block is final, and refuses one of the last seconds.
 */
export const send = (place: Place, transaction: Uint8Array, options: object): Promise<unknown> => {
  const usual = { encoding: 'base64', preflightCommitment: 'confirmed' }
  return ask(place, 'sendTransaction', [base64Of(transaction), { ...usual, ...options }])
}
