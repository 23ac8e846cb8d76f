import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { defineRoute } from '../schema/defineRoute.ts'
import { caip2, evmAddress, hexData, nothing, ofEvm, plainText } from '../schema/primitives.ts'
import { caip10, pictureUrl } from './chainData.ts'

/** Base units as text: digits without a leading zero, below 2^256. */
const units = /* @__PURE__ */ once(() => z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,77})$/)))
/** More than nothing. */
const someUnits = /* @__PURE__ */ once(() => z.string().check(z.regex(/^[1-9][0-9]{0,77}$/)))
/** Percent with at most two places, such as `0.25`. */
const percent = () => z.string().check(z.regex(/^(?:0|[1-9][0-9]{0,2})(?:\.[0-9]{1,2})?$/))
/** Where a quote is from: `uniswap`, or an operator's service. */
const provider = /* @__PURE__ */ once(() => z.string().check(z.regex(/^[a-z0-9-]{1,32}$/)))

/** A token that can be swapped. The native coin stands under the address of forty e's, as spec 7's interface has it. */
export const convertToken = /* @__PURE__ */ once(() =>
  z.strictObject({
    name: plainText(64),
    symbol: plainText(32),
    address: caip10(),
    decimals: z.int().check(z.gte(0), z.lte(36)),
    logoUri: z.optional(pictureUrl()),
  }),
)
export type ConvertToken = z.output<ReturnType<typeof convertToken>>

export const convertTokensQuery = /* @__PURE__ */ once(() => z.strictObject({ chainId: caip2() }))
/** What can be swapped on a network; its native coin first. @throws ConvertNetworkError, ConvertNotOfferedError */
export const getConvertTokens = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/v1/convert/tokens',
  body: nothing,
  reply: () => z.strictObject({ tokens: z.array(convertToken()).check(z.maxLength(1_000)) }),
  auth: 'none',
})

export const convertQuotesQuery = /* @__PURE__ */ once(() =>
  z.strictObject({
    /** Base units of `from`. */
    amount: someUnits(),
    userAddress: caip10(),
    from: caip10(),
    to: caip10(),
    /** Wei; of use to providers that choose a way by what it costs. */
    gasPrice: z.optional(units()),
  }),
)
/** What a provider gives for an amount right now. */
export const convertQuote = /* @__PURE__ */ once(() =>
  z.strictObject({
    /** The provider that it is from; null: not said. */
    id: z.nullable(provider()),
    fromAmount: someUnits(),
    fromAccount: caip10(),
    toAmount: someUnits(),
    toAccount: caip10(),
    /** Who moves the tokens, and needs their allowance. */
    spender: evmAddress(),
    /** How much worse than the price of a small amount it is; absent where nobody knows. */
    priceImpact: z.optional(percent()),
    /** What the provider and the pools keep of it. */
    providerFee: z.optional(percent()),
    /** Units of gas that it takes. */
    gas: z.optional(units()),
  }),
)
export type ConvertQuote = z.output<ReturnType<typeof convertQuote>>

/** Quotes, best first; none where nobody has a way. */
export const getConvertQuotes = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/v1/convert/quotes',
  body: nothing,
  reply: () => z.strictObject({ quotes: z.array(convertQuote()).check(z.maxLength(8)) }),
  auth: 'none',
})

export const convertAllowanceQuery = /* @__PURE__ */ once(() =>
  z.strictObject({
    tokenAddress: caip10(),
    userAddress: caip10(),
    /** Default: the network's first provider. */
    provider: z.optional(provider()),
  }),
)
/** How much of a token a provider may move, in base units. */
export const getConvertAllowance = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/v1/convert/allowance',
  body: nothing,
  reply: () => z.strictObject({ allowance: units() }),
  auth: 'none',
})

export const convertGasPriceQuery = /* @__PURE__ */ once(() => z.strictObject({ chainId: caip2() }))
/** Wei a unit of gas, for three tempers. */
export const getConvertGasPrice = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/v1/convert/gas-price',
  body: nothing,
  reply: () => z.strictObject({ standard: units(), fast: units(), instant: units() }),
  auth: 'none',
})

const fee = /* @__PURE__ */ once(() => z.strictObject({ gas: units(), gasPrice: units() }))

export const convertApproveQuery = /* @__PURE__ */ once(() =>
  z.strictObject({
    userAddress: caip10(),
    from: caip10(),
    to: caip10(),
    /** Base units that may be moved afterwards; absent: as many as there are. */
    amount: z.optional(units()),
    provider: z.optional(provider()),
  }),
)
/** The transaction that gives a provider its allowance. */
export const getConvertApprove = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/v1/convert/build-approve',
  body: nothing,
  reply: () =>
    z.strictObject({
      tx: z.strictObject({ from: caip10(), to: caip10(), data: hexData(), value: units(), ...ofEvm(fee()) }),
    }),
  auth: 'none',
})

/** The transaction that swaps. */
export const postConvertTransaction = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/v1/convert/build-transaction',
  body: () =>
    z.strictObject({
      amount: someUnits(),
      /** Percent that the amount may be less than quoted now, where `minimum` is not said. */
      ...ofEvm(z.optional(z.strictObject({ slippage: z.number().check(z.gte(0), z.lte(50)) }))),
      projectId: z.optional(z.string().check(z.maxLength(64))),
      from: caip10(),
      to: caip10(),
      userAddress: caip10(),
      disableEstimate: z.optional(z.boolean()),
      /** The least that the account agreed to get, in base units of `to`. */
      minimum: z.optional(someUnits()),
      provider: z.optional(provider()),
    }),
  reply: () =>
    z.strictObject({
      tx: z.strictObject({
        from: caip10(),
        to: caip10(),
        data: hexData(),
        /** Of the token that is given. */
        amount: someUnits(),
        /** Of the native coin that goes with it, in wei. */
        value: units(),
        ...ofEvm(fee()),
      }),
      /** What is quoted at this moment, and the least that the transaction gives. */
      toAmount: someUnits(),
      minimum: someUnits(),
    }),
  auth: 'none',
})
