import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'
import { defineRoute } from '../schema/defineRoute.ts'
import { id128 } from '../schema/primitives.ts'

const sequence = () => z.int().check(z.gte(0), z.lte(100_000))
/** AES-256-GCM in base64url: the service sees neither what is asked nor what is answered. */
const box = /* @__PURE__ */ once(() =>
  z.strictObject({
    sequence: sequence(),
    box: z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(480_000)),
  }),
)

/**
 * Where a frame and the wallet's own window meet when the page's Cross-Origin-Opener-Policy cuts them off from each other:
 * one call leaves what there is to say and takes what the other side has left.
 *
 * @throws RateLimitedError
 */
export const exchangeWindowMail = /* @__PURE__ */ defineRoute({
  method: 'POST',
  path: '/window/v1/:channel',
  body: () =>
    z.strictObject({
      side: z.enum(['frame', 'window']),
      send: z.array(box()).check(z.maxLength(16)),
      /** The last of the other side's that was taken; it and those before are deleted. -1: none. */
      taken: z.int().check(z.gte(-1), z.lte(100_000)),
    }),
  reply: () => z.strictObject({ boxes: z.array(box()).check(z.maxLength(64)) }),
  auth: 'none',
})
export const windowChannel = id128
