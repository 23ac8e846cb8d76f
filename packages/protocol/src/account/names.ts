import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { defineRoute } from '../schema/defineRoute.ts'
import { nothing } from '../schema/primitives.ts'

/** Spec 5: letters, digits or hyphens, four or more; a label of the DNS has 63 at most (RFC 1035). */
export const NAME_LABEL = /^[a-z0-9-]{4,63}$/

/** A whole name: a label under one of the service's zones. */
const accountName = () =>
  z
    .string()
    .check(z.maxLength(255), z.regex(/^[a-z0-9-]{4,63}(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?){1,8}$/))
const zone = () =>
  z
    .string()
    .check(z.maxLength(191), z.regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9-]{1,63}){1,7}$/))
const evmAddress = () => z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const isoTime = () => z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/))
/** Which version of the answers a client reads. There is one. */
const apiVersion = () => z.optional(z.string().check(z.maxLength(8)))

/** Coin type of Ethereum (SLIP-44), and what networks of its kind are counted from (ENSIP-11). */
const ETHEREUM = { chainId: 1, coinType: 60 } as const
const EVM_COINS = 0x8000_0000

/** Whether a network has a coin type: ENSIP-11 has none for a chain id of 2^31 or more, such as Palm's. */
export const hasCoinType = (chainId: number): boolean =>
  Number.isInteger(chainId) && chainId >= 1 && chainId < EVM_COINS

/**
 * The coin type of an EVM network (ENSIP-11).
 *
 * @throws RangeError 'Invalid chainId' for a chain id of 2^31 or more, or one that is none
 * @example
 * coinTypeOf(8453) // 2147492101
 */
export function coinTypeOf(chainId: number): number {
  if (!hasCoinType(chainId)) throw new RangeError('Invalid chainId')
  return chainId === ETHEREUM.chainId ? ETHEREUM.coinType : EVM_COINS + chainId
}

/** The chain id that a coin type stands for; undefined where it is of no EVM network. */
export function chainIdOfCoin(coinType: number): number | undefined {
  if (coinType === ETHEREUM.coinType) return ETHEREUM.chainId
  return coinType > EVM_COINS && coinType < 2 * EVM_COINS ? coinType - EVM_COINS : undefined
}

/** What an account signs to be given a name: the text, exactly. @param timestamp seconds since the epoch */
export const nameMessage = (name: string, timestamp: number): string =>
  JSON.stringify({ name, attributes: {}, timestamp })

/** Who a name belongs to. `addresses` are by coin type (ENSIP-9, ENSIP-11). */
const nameRecord = /* @__PURE__ */ once(() =>
  z.strictObject({
    name: accountName(),
    registered_at: isoTime(),
    addresses: z.record(
      z.string().check(z.regex(/^\d{1,10}$/)),
      z.strictObject({ address: evmAddress(), created: isoTime() }),
    ),
    attributes: z.record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(512))),
  }),
)

/** What the routes of names can be asked. */
export const nameQuery = /* @__PURE__ */ once(() => z.strictObject({ apiVersion: apiVersion() }))
export const reverseNamesQuery = /* @__PURE__ */ once(() =>
  z.strictObject({
    apiVersion: apiVersion(),
    /** The account that asks. */
    sender: z.optional(z.string().check(z.maxLength(128))),
  }),
)
export const suggestionsQuery = /* @__PURE__ */ once(() => z.strictObject({ zone: z.optional(zone()) }))

/** Zones of this service's names, the current one first: in it names are given. Empty: it gives none. */
export const getNameZones = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/v1/profile/zones',
  body: nothing,
  reply: () => z.strictObject({ zones: z.array(zone()).check(z.maxLength(2)) }),
  auth: 'none',
})

/** Spec 7: who has a name. */
export const getName = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/v1/profile/account/:name',
  body: nothing,
  reply: nameRecord,
  auth: 'none',
})

/** Spec 7: the names of an account, that of the current zone first. */
export const getNamesOf = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/v1/profile/reverse/:address',
  body: nothing,
  reply: () => z.array(nameRecord()).check(z.maxLength(2)),
  auth: 'none',
})

/** Spec 7: the name that is asked for, whether it is taken, and free ones like it. */
export const getNameSuggestions = /* @__PURE__ */ defineRoute({
  method: 'GET',
  path: '/v1/profile/suggestions/:name',
  body: nothing,
  reply: () =>
    z.strictObject({
      suggestions: z
        .array(z.strictObject({ name: accountName(), registered: z.boolean() }))
        .check(z.maxLength(8)),
    }),
  auth: 'none',
})

/** Spec 7: gives a name to the account that has signed `message`, see `nameMessage`. */
export const registerName = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/v1/profile/account',
  body: () =>
    z.strictObject({
      coin_type: z.int().check(z.gte(0), z.lte(0xffff_ffff)),
      address: evmAddress(),
      message: z.string().check(z.maxLength(1_024)),
      /** As `personal_sign` answers; that of a contract that is not made yet carries its making (ERC-6492). */
      signature: z.string().check(z.maxLength(32_768), z.regex(/^0x(?:[0-9a-fA-F]{2})*$/)),
    }),
  reply: () => z.strictObject({ success: z.literal(true) }),
  auth: 'none',
})

/** Where ENS clients are sent for the service's names (ERC-3668): `/names/v1/ccip/{sender}/{data}.json`. */
export const NAME_GATEWAY_PATH = '/names/v1/ccip'
