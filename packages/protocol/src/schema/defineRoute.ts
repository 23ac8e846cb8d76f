import type * as z from 'zod/mini'

/** One call to the service: where, with what, and what comes back. */
export type Route<Body extends z.ZodMiniType = z.ZodMiniType, Reply extends z.ZodMiniType = z.ZodMiniType> = {
  method: 'GET' | 'POST' | 'DELETE'
  /** Hono's form, such as `/keys/v1/keysets/:keysetId/release`. */
  path: string
  body: Body
  reply: Reply
  /**
   * RFC 9449. `none`: no proof. `proof`: a DPoP proof by the device's key. `token`: proof and a bound access token.
   * `nonce`: as `token`, and the proof must carry a nonce of the service.
   */
  auth: 'none' | 'proof' | 'token' | 'nonce'
}

/**
 * An object whose further members are made once each, when they are first read: a page opens with a hundred methods and
 * routes, and calls three.
 */
export function madeOnDemand<Known extends object, Made extends Record<string, object>>(
  known: Known,
  make: { readonly [Name in keyof Made]: () => Made[Name] },
): Known & Made {
  const members = Object.entries<() => object>(make).map(([name, makeIt]) => {
    let made: object | undefined
    return [name, { enumerable: true, get: () => (made ??= makeIt()) }]
  })
  return Object.defineProperties({ ...known }, Object.fromEntries(members)) as Known & Made
}

/** A route as it is written down: its schemas are made when they are first asked for. */
type RouteText<Body extends z.ZodMiniType, Reply extends z.ZodMiniType> = Omit<
  Route<Body, Reply>,
  'body' | 'reply'
> & { body: () => Body; reply: () => Reply }

/**
 * Describes one route of the service. Its schemas are made when they are first asked for.
 *
 * @example
 * export const getName = defineRoute({ method: 'GET', path: '/name', body: () => nothing, reply: () => z.strictObject({ … }), auth: 'none' })
 */
export function defineRoute<Body extends z.ZodMiniType, Reply extends z.ZodMiniType>({
  body,
  reply,
  ...route
}: RouteText<Body, Reply>): Route<Body, Reply> {
  return madeOnDemand(route, { body, reply })
}
