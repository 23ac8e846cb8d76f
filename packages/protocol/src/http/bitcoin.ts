import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { madeOnDemand } from '../schema/defineRoute.ts'

/** Bech32 and base58 alike; whether it is an address of the network is for whoever can decode it. */
const address = /* @__PURE__ */ once(() => z.string().check(z.regex(/^[a-zA-Z0-9]{14,90}$/)))
/** As explorers write it: the hash turned around. */
const txid = /* @__PURE__ */ once(() => z.string().check(z.regex(/^[0-9a-f]{64}$/)))
/** Satoshis as text, so that nothing on the way makes a float of them: at most 21 million bitcoin. */
const satoshis = /* @__PURE__ */ once(() => z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,15})$/)))
const change = () => z.string().check(z.regex(/^(?:0|-?[1-9][0-9]{0,15})$/))
/** Of the block that a transaction is in; null while it waits for one. */
const height = /* @__PURE__ */ once(() => z.nullable(z.int().check(z.gte(0))))
/** A transaction in hex: 400 000 weight units, which nodes pass on at most, are never more bytes. */
const rawTransaction = () => z.string().check(z.maxLength(800_000), z.regex(/^(?:[0-9a-f]{2}){60,}$/))
/** What a node sends may be larger, as far as a block goes. */
const anyTransaction = () => z.string().check(z.maxLength(8_000_000), z.regex(/^(?:[0-9a-f]{2}){60,}$/))
/** Satoshis a virtual byte. */
const feeRate = /* @__PURE__ */ once(() => z.int().check(z.gte(1), z.lte(100_000)))

/** What an output holds; `address` null where its script has none. */
const party = /* @__PURE__ */ once(() =>
  z.strictObject({ address: z.nullable(address()), value: satoshis() }),
)
const parties = () => z.array(party()).check(z.maxLength(50_000))

const utxo = /* @__PURE__ */ once(() =>
  z.strictObject({ txid: txid(), vout: z.int().check(z.gte(0)), value: satoshis(), height: height() }),
)
const entry = /* @__PURE__ */ once(() =>
  z.strictObject({
    txid: txid(),
    /** Of its block, seconds since the epoch; null while it waits. */
    time: z.nullable(z.int().check(z.gte(0))),
    fee: satoshis(),
    height: height(),
    /** What it spends; none of a coinbase, whose coins are new. */
    inputs: parties(),
    outputs: parties(),
  }),
)

/** Params by position, and what is answered; each schema is made when it is first asked for. */
const call = <Params extends z.ZodMiniType, Result extends z.ZodMiniType>(schemas: {
  params: () => Params
  result: () => Result
}) => madeOnDemand({}, schemas)

/**
 * What a network of Bitcoin is asked through the service: `callChain` with a `chainId` of `bip122`, one JSON-RPC call each.
 * Params are positions. The calls are the service's own: a node of Bitcoin has none like them.
 */
export const bitcoinMethods = {
  /** Satoshis in blocks, and what waiting transactions add or take away. */
  getBalance: /* @__PURE__ */ call({
    params: () => z.tuple([address()]),
    result: () => z.strictObject({ confirmed: satoshis(), unconfirmed: change() }),
  }),
  /** Unspent outputs of an address, without those that a waiting transaction spends. */
  getUtxos: /* @__PURE__ */ call({
    params: () => z.tuple([address()]),
    result: () => z.array(utxo()).check(z.maxLength(10_000)),
  }),
  /** One transaction, in a block or waiting. An error of `UNKNOWN_TRANSACTION` where there is none. */
  getTransaction: /* @__PURE__ */ call({
    params: () => z.tuple([txid()]),
    result: () => z.strictObject({ hex: anyTransaction(), fee: satoshis(), height: height() }),
  }),
  /** Of an address, newest first, 25 at most. The next page begins after the last that is in a block. */
  getHistory: /* @__PURE__ */ call({
    params: () => z.union([z.tuple([address()]), z.tuple([address(), txid()])]),
    result: () => z.array(entry()).check(z.maxLength(25)),
  }),
  /** Whole satoshis a virtual byte: `fast` for the next block, `normal` within the hour, `slow` when there is room. */
  getFeeRates: /* @__PURE__ */ call({
    params: () => z.tuple([]),
    result: () =>
      z
        .strictObject({ slow: feeRate(), normal: feeRate(), fast: feeRate() })
        .check(z.refine(({ slow, normal, fast }) => slow <= normal && normal <= fast)),
  }),
  /** US dollars a bitcoin, where the operator has set up who tells; null where nobody does, and on every test network. */
  getPrice: /* @__PURE__ */ call({
    params: () => z.tuple([]),
    result: () => z.strictObject({ usd: z.nullable(z.number().check(z.gt(0), z.lt(1e12))) }),
  }),
  /** Hands a signed transaction to the network. An error of `TRANSACTION_REFUSED` where it is not taken. */
  sendTransaction: /* @__PURE__ */ call({ params: () => z.tuple([rawTransaction()]), result: txid }),
}

export type BitcoinMethod = keyof typeof bitcoinMethods
export type BitcoinParams<Method extends BitcoinMethod> = z.output<(typeof bitcoinMethods)[Method]['params']>
export type BitcoinResult<Method extends BitcoinMethod> = z.output<(typeof bitcoinMethods)[Method]['result']>
export type BitcoinUtxo = BitcoinResult<'getUtxos'>[number]
export type BitcoinEntry = BitcoinResult<'getHistory'>[number]

/** JSON-RPC codes of the service: EIP-1474's for an unknown transaction, Bitcoin Core's for a refused one. */
export const UNKNOWN_TRANSACTION = -32_001
export const TRANSACTION_REFUSED = -26
