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

/** Describes one route of the service. */
export function defineRoute<Body extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  route: Route<Body, Reply>,
): Route<Body, Reply> {
  return route
}
