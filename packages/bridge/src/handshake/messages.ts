import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'

/**
 * The handshake: how two windows on different origins come to share one MessagePort. Terms: the *parent* embeds the
 * *child*; the parent is the host of the frame, or the frame of the keys app.
 *
 *   parent → child   ask                                window message, where the child may have been too early
 *   child  → parent  hello { v, frameNonce }            window message
 *   parent → child   init  { v, frameNonce, hostNonce } window message, with one MessagePort
 *   child  → parent  ready { v, hostNonce }             over the port
 *
 * The parent (openChild.ts):
 *  H1  takes `hello` only from the iframe's own window, and only from the exact origin of the child;
 *  H2  answers with that exact origin as the target and transfers exactly one port;
 *  H3  takes a child of another version for an error at once, and any other shape of message for noise;
 *  H4  answers a repeated `hello` of the same document anew, five times at most and until one answer is taken: a browser
 *      may hand an `init` to the blank document that the child replaces. That of a new document ends the earlier ones;
 *  H5  is open only after `ready` came over the port with its own nonce;
 *  H6  closes the connection when the child's document goes: a new `hello`, a second `load`, or its own `pagehide`;
 *  H7  gives up with a typed error: refused (≤ 3 s), timed out, or aborted; nothing keeps listening after that.
 *
 * The child (acceptParent.ts):
 *  H8  says `hello` to the parent's exact origin, and says nothing to a parent that is not allowed. Where
 *      `location.ancestorOrigins` is missing, this one message without a secret goes to any origin;
 *  H9  takes `init` only from `window.parent`, from an allowed origin that is `location.ancestorOrigins[0]` where that
 *      exists, with its own nonce, its own version and exactly one port;
 *  H10 takes the first valid `init` only: the flag is set before anything else happens;
 *  H11 reads origin and source of an event through getters captured at start-up, so that no later code can forge them;
 *  H12 may say `hello` again, at most three times and when the parent asks, and only until it is accepted;
 *  H13 knows the parent by that origin from here on; no message can change it;
 *  H14 gives up with a typed error: not allowed, timed out, or aborted.
 */

const version = /* @__PURE__ */ once(() => z.int().check(z.gte(0)))
const nonce = /* @__PURE__ */ once(() => z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/)))

export const ask = /* @__PURE__ */ once(() => z.strictObject({ t: z.literal('ask') }))
export const hello = /* @__PURE__ */ once(() =>
  z.strictObject({ t: z.literal('hello'), v: version(), frameNonce: nonce() }),
)
export const init = /* @__PURE__ */ once(() =>
  z.strictObject({
    t: z.literal('init'),
    v: version(),
    frameNonce: nonce(),
    hostNonce: nonce(),
  }),
)
export const ready = /* @__PURE__ */ once(() =>
  z.strictObject({ t: z.literal('ready'), v: version(), hostNonce: nonce() }),
)

export type Hello = z.output<ReturnType<typeof hello>>

/**
 * Reads fields of a MessageEvent through the getters of the platform, captured when this module is first evaluated:
 * code that runs later and replaces `MessageEvent.prototype.origin` cannot change what the handshake sees.
 */
const prototype = typeof MessageEvent === 'undefined' ? undefined : MessageEvent.prototype
const getterOf = (name: 'data' | 'origin' | 'source' | 'ports') =>
  prototype && Object.getOwnPropertyDescriptor(prototype, name)?.get
const getters = {
  data: getterOf('data'),
  origin: getterOf('origin'),
  source: getterOf('source'),
  ports: getterOf('ports'),
}

type MessageFields = {
  data: unknown
  origin: unknown
  source: unknown
  ports: readonly MessagePort[]
}

/** @throws TypeError for an object that is not a MessageEvent of the platform */
export function messageFields(event: MessageEvent): MessageFields {
  const read = (name: keyof typeof getters): unknown => getters[name]?.call(event)
  return {
    data: read('data'),
    origin: read('origin'),
    source: read('source'),
    ports: read('ports') as readonly MessagePort[],
  }
}
