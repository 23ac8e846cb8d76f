import type { BitcoinEntry, BitcoinResult, BitcoinUtxo } from '@latchkey/protocol/http'
import * as z from 'zod'

/** Satoshis: whole, and exact as a number of JavaScript. There are 21 million bitcoin at most. */
const satoshis = z.int().min(0).max(2_100_000_000_000_000)
/** What an address was ever paid may be more than there is. */
const total = z.int().min(0)
const txid = z.string().regex(/^[0-9a-f]{64}$/)
const address = z.string().regex(/^[a-zA-Z0-9]{14,90}$/)
const whole = z.int().min(0)

const status = z.discriminatedUnion('confirmed', [
  z.object({ confirmed: z.literal(true), block_height: whole, block_time: whole.optional() }),
  z.object({ confirmed: z.literal(false) }),
])
const heightOf = (place: z.output<typeof status>) => (place.confirmed ? place.block_height : null)

const stats = z.object({ funded_txo_sum: total, spent_txo_sum: total })
const changeOf = (sums: z.output<typeof stats>) => sums.funded_txo_sum - sums.spent_txo_sum

/** `GET /address/:address` */
export const addressAnswer = z
  .object({ chain_stats: stats, mempool_stats: stats })
  .refine((one) => satoshis.safeParse(changeOf(one.chain_stats)).success, 'spent more than it had')
  .transform(
    ({ chain_stats, mempool_stats }): BitcoinResult<'getBalance'> => ({
      confirmed: `${changeOf(chain_stats)}`,
      unconfirmed: `${changeOf(mempool_stats)}`,
    }),
  )

const utxo = z.object({ txid, vout: whole, value: satoshis, status }).transform(
  (one): BitcoinUtxo => ({
    ...{ txid: one.txid, vout: one.vout },
    ...{ value: `${one.value}`, height: heightOf(one.status) },
  }),
)
/** `GET /address/:address/utxo` */
export const utxoAnswer = z.array(utxo).max(10_000)

/** Pay-to-pubkey and what cannot be spent have none. */
const output = z
  .object({ scriptpubkey_address: address.nullish(), value: satoshis })
  .transform((one) => ({ address: one.scriptpubkey_address ?? null, value: `${one.value}` }))

const input = z.object({ prevout: output.nullish(), is_coinbase: z.boolean().optional() })

const entry = z
  .object({ txid, fee: satoshis, status, vin: z.array(input).max(50_000), vout: z.array(output).max(50_000) })
  .transform(({ vin, vout, ...one }, context): BitcoinEntry => {
    const spending = vin.filter(({ is_coinbase: isCoinbase }) => !isCoinbase)
    const inputs = spending.flatMap(({ prevout }) => prevout ?? [])
    // Without it nobody can tell from whom the amount came.
    if (inputs.length < spending.length)
      context.addIssue({ code: 'custom', message: 'does not tell what it spends' })
    return {
      ...{ txid: one.txid, fee: `${one.fee}`, height: heightOf(one.status) },
      ...{ time: one.status.confirmed ? (one.status.block_time ?? null) : null, inputs, outputs: vout },
    }
  })
/** `GET /address/:address/txs`: what waits, fifty at most, and 25 in blocks. */
export const historyAnswer = z.array(entry).max(200)

/** `GET /tx/:txid` */
export const transactionAnswer = z.object({ txid, fee: satoshis, status })

/** `GET /tx/:txid/hex` */
export const hexAnswer = z
  .string()
  .max(8_000_000)
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.string().regex(/^(?:[0-9a-f]{2})+$/))

/** Satoshis a virtual byte; parts of one are told. They are no amounts, and rounded up to be whole. */
const rate = z
  .number()
  .min(0)
  .max(100_000)
  .transform((one) => Math.max(1, Math.ceil(one)))

const inOrder = (fast: number, hour: number, later: number): BitcoinResult<'getFeeRates'> => {
  const normal = Math.min(fast, hour)
  return { fast, normal, slow: Math.min(normal, later) }
}

/** `GET /fee-estimates`: by the number of blocks that one is ready to wait; without any where nothing waits. */
export const estimatesAnswer = z.record(z.string().regex(/^\d{1,4}$/), rate).transform((rates) => {
  const within = (blocks: number) =>
    Object.entries(rates)
      .filter(([target]) => Number(target) <= blocks)
      .sort(([a], [b]) => Number(b) - Number(a))[0]?.[1]
  const [fast, hour, later] = [within(2), within(6), within(144)]
  return fast === undefined || hour === undefined || later === undefined ? null : inOrder(fast, hour, later)
})

/** `GET /v1/fees/recommended`, of mempool.space. */
export const recommendedAnswer = z
  .object({ fastestFee: rate, hourFee: rate, economyFee: rate })
  .transform(({ fastestFee, hourFee, economyFee }) => inOrder(fastestFee, hourFee, economyFee))
