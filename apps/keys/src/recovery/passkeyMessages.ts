import { attestation } from '@latchkey/protocol/http'
import { once } from '@latchkey/std/once'
import * as z from 'zod/mini'

/** How long one window has for its passkey, in ms. */
export const WINDOW_TIME = 300_000

const text = (most: number) => z.string().check(z.maxLength(most))
const base64url = (most: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(most))
/** 128 random bits, of one attempt. */
const nonce = () => base64url(22)

/** What the window says when it is there. It knows nothing yet. */
const ready = /* @__PURE__ */ once(() => z.strictObject({ type: z.literal('passkey.ready') }))
/** What the panel asks of its window. */
const ask = /* @__PURE__ */ once(() =>
  z.strictObject({
    type: z.literal('passkey.ask'),
    nonce: nonce(),
    /** ms */
    time: z.int().check(z.gte(1), z.lte(WINDOW_TIME)),
    options: z.strictObject({
      challenge: base64url(1024),
      rpId: text(255),
      userHandle: base64url(128),
      userName: text(512),
      excludeCredentials: z.array(base64url(2048)).check(z.maxLength(100)),
    }),
  }),
)
/** The panel waits no longer. */
const over = /* @__PURE__ */ once(() => z.strictObject({ type: z.literal('passkey.over'), nonce: nonce() }))
/** The one answer. Nothing in it is secret: the PRF output stays in the window. */
const answer = /* @__PURE__ */ once(() =>
  z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('passkey.made'),
      nonce: nonce(),
      attestation: attestation(),
      seals: z.boolean(),
    }),
    z.strictObject({ type: z.literal('passkey.refused'), nonce: nonce() }),
  ]),
)

export type Ask = z.infer<ReturnType<typeof ask>>
export type Over = z.infer<ReturnType<typeof over>>
export type Answer = z.infer<ReturnType<typeof answer>>

/** What of a window both sides work with. */
export type Peer = Pick<Window, 'closed' | 'postMessage'>

/**
 * Hears one window of this origin, and nobody else.
 *
 * @param hear gets what fits its schema; what does not is not there
 * @returns stops it
 */
function listen<T>(
  view: Window,
  from: Peer,
  schema: z.ZodMiniType<T>,
  hear: (message: T) => void,
): () => void {
  const onMessage = (event: MessageEvent) => {
    if (event.source !== (from as unknown) || event.origin !== view.location.origin) return
    const { success, data } = schema.safeParse(event.data)
    if (success) hear(data)
  }
  view.addEventListener('message', onMessage)
  return () => view.removeEventListener('message', onMessage)
}

export const listenToWindow = (
  view: Window,
  from: Peer,
  hear: (message: Answer | z.infer<ReturnType<typeof ready>>) => void,
) => listen(view, from, z.union([ready(), answer()]), hear)
export const listenToPanel = (view: Window, from: Peer, hear: (message: Ask | Over) => void) =>
  listen(view, from, z.discriminatedUnion('type', [ask(), over()]), hear)
