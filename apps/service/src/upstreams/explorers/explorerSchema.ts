import * as z from 'zod'
import { cleanLabel } from '../cleanLabel.ts'

/** Entries of one page at most; explorers send fifty. */
const MOST_ENTRIES = 100
/** Characters of a name or symbol that are looked at. */
const MOST_READ = 256
/** Fields of a place, and the characters of one of them. */
const MOST_FIELDS = 12
const MOST_CHARACTERS = 100

const hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/)
const hash32 = hash.transform((text) => text.toLowerCase())
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)
const lowerAddress = address.transform((text) => text.toLowerCase())
const party = z.object({ hash: lowerAddress }).transform((one) => one.hash)
const whole = z.int().min(0)
/** In base units: at most what 256 bits hold. */
const amount = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt)
  .refine((value) => value < 2n ** 256n)
const time = z.iso.datetime().transform((text) => Date.parse(text))

/** What a token calls itself, if it can be shown as it is: no markup, no address of a site. */
const label = (most: number) =>
  z
    .string()
    .nullish()
    .transform((text) => {
      const clean = cleanLabel(text?.slice(0, MOST_READ))
      if (clean === null || clean.length > most || !/^[\p{L}\p{N}\p{M} $€.+_-]+$/u.test(clean)) return null
      return /[\p{L}\p{N}]\.\p{L}{2,}|www\./iu.test(clean) ? null : clean
    })

/** A place in an explorer's list, in the explorer's own words; `null`: the beginning. */
export const place = z
  .record(
    z.string().regex(/^[a-z_]{1,32}$/),
    z.union([z.string().max(MOST_CHARACTERS), z.number(), z.boolean(), z.null()]),
  )
  .refine((fields) => Object.keys(fields).length <= MOST_FIELDS)
export type Place = z.output<typeof place>

/** `items` are read one by one: a list is not lost for one entry in it. */
export const listAnswer = z.object({
  items: z.array(z.unknown()).max(MOST_ENTRIES),
  next_page_params: place.nullable(),
})

const placed = z.object({ block_number: whole.nullish(), block: whole.nullish() })

/** The block of an entry in any form, such as of a kind of token that is not read; null where it tells none. */
export function blockOfEntry(entry: unknown): number | null {
  const { data } = placed.safeParse(entry)
  return data?.block_number ?? data?.block ?? null
}

/** `GET /api/v2/addresses/{hash}/transactions`, an entry that is in a block. Older explorers call the block `block`. */
export const pastTransaction = z
  .object({
    hash: hash32,
    block_number: whole.optional(),
    block: whole.optional(),
    position: whole.nullish(),
    timestamp: time,
    from: party,
    to: party.nullish(),
    created_contract: party.nullish(),
    value: amount,
    status: z.enum(['ok', 'error']),
    nonce: whole,
    raw_input: z.string().nullish(),
  })
  .transform((entry, context) => {
    const block = entry.block_number ?? entry.block
    if (block === undefined) {
      context.addIssue({ code: 'custom', message: 'is in no block' })
      return z.NEVER
    }
    const { hash, from, value, nonce } = entry
    return {
      ...{ hash, block, from, value, nonce },
      position: entry.position ?? 0,
      at: entry.timestamp,
      to: entry.to ?? entry.created_contract ?? null,
      isDeployed: !entry.to,
      isGood: entry.status === 'ok',
      selector: (entry.raw_input ?? '').slice(0, 10).toLowerCase(),
    }
  })
export type PastTransaction = z.output<typeof pastTransaction>

const token = z.object({
  address_hash: lowerAddress.optional(),
  address: lowerAddress.optional(),
  name: label(64),
  symbol: label(16),
  decimals: z.string().nullish(),
  type: z.enum(['ERC-20', 'ERC-721', 'ERC-1155']),
})

/** `GET /api/v2/addresses/{hash}/token-transfers`, one entry. Older explorers say `tx_hash`, and `address` of a token. */
export const pastTransfer = z
  .object({
    transaction_hash: hash32.optional(),
    tx_hash: hash32.optional(),
    block_number: whole,
    log_index: whole,
    timestamp: time,
    from: party,
    to: party,
    token,
    total: z.object({ value: amount.nullish(), token_id: amount.nullish() }),
  })
  .transform((entry, context) => {
    const { token, total, from, to, log_index: order } = entry
    const hash = entry.transaction_hash ?? entry.tx_hash
    const contract = token.address_hash ?? token.address
    const isFungible = token.type === 'ERC-20'
    const value = total.value ?? (token.type === 'ERC-721' ? 1n : undefined)
    if (!hash || !contract || value === undefined || (!isFungible && total.token_id == null)) {
      context.addIssue({ code: 'custom', message: 'says too little' })
      return z.NEVER
    }
    const decimals = /^(?:[1-9]|[12]\d|3[0-6])$/.test(token.decimals ?? '') ? Number(token.decimals) : null
    return {
      ...{ hash, order, from, to },
      block: entry.block_number,
      at: entry.timestamp,
      contract,
      amount: value,
      tokenId: isFungible ? null : String(total.token_id),
      // What a collection calls itself is not told.
      label: isFungible && decimals !== null ? { name: token.name, symbol: token.symbol, decimals } : null,
    }
  })
export type PastTransfer = z.output<typeof pastTransfer>
