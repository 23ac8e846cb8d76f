import type { Messenger } from '@latchkey/bridge'
import { callService } from '@latchkey/protocol/client'
import { exchangeWindowMail } from '@latchkey/protocol/http'
import { decodeBase64url, encodeBase64url } from '@latchkey/std/base64url'

/** ms between two looks into the mailbox. */
const LOOK = 500
/** ms for which the service has to be out of reach, from the first call that fails, until the connection counts as lost. */
const LOST = 20_000
/** Calls that have to fail, too: a phone that slept wakes to one that was under way, and it fails however long ago that was. */
const TRIES = 3
const MAX_BOXES = 16
/** Characters of the boxes that go along in one call: the service takes half a mebibyte. */
const MAX_SENT = 500_000
/** Characters of an answer: as many boxes as the service gives at once, each as long as one may be. */
const LONGEST_ANSWER = MAX_BOXES * 490_000

type Side = 'frame' | 'window'
export type MailOptions = {
  apiOrigin: string
  /** 128 random bits: names the mailbox to the service. */
  channel: string
  /** 256 random bits in base64url: never leaves the two sides. */
  secret: string
  side: Side
}

const other = { frame: 'window', window: 'frame' } as const

/** A box fits in its own place alone: its side, its channel and its number are authenticated with it. */
async function createSeal({ channel, secret }: MailOptions) {
  const raw = decodeBase64url(secret)
  const key = await crypto.subtle.importKey('raw', raw as BufferSource, 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ])
  const parameters = (side: Side, sequence: number, iv: Uint8Array) => ({
    name: 'AES-GCM',
    iv: iv as BufferSource,
    additionalData: new TextEncoder().encode(`latchkey/window/v1|${channel}|${side}|${sequence}`),
  })
  return {
    async seal(side: Side, sequence: number, message: unknown): Promise<string> {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const text = new TextEncoder().encode(JSON.stringify(message))
      const sealed = await crypto.subtle.encrypt(parameters(side, sequence, iv), key, text)
      return encodeBase64url(new Uint8Array([...iv, ...new Uint8Array(sealed)]))
    },
    async open(side: Side, sequence: number, box: string): Promise<unknown> {
      const bytes = decodeBase64url(box)
      const parts = parameters(side, sequence, bytes.slice(0, 12))
      const text = await crypto.subtle.decrypt(parts, key, bytes.slice(12) as BufferSource)
      return JSON.parse(new TextDecoder().decode(text))
    },
  }
}

type Unsent = { sequence: number; message: unknown }
type Box = { sequence: number; box: string }

/** The first messages in their boxes: as many as fit into one call, and one at least. */
async function boxesOf(
  seal: (sequence: number, message: unknown) => Promise<string>,
  unsent: readonly Unsent[],
) {
  const boxes = await Promise.all(
    unsent
      .slice(0, MAX_BOXES)
      .map(async ({ sequence, message }): Promise<Box> => ({ sequence, box: await seal(sequence, message) })),
  )
  let length = 0
  const over = boxes.findIndex(({ box }) => {
    length += box.length
    return length > MAX_SENT
  })
  return over < 0 ? boxes : boxes.slice(0, Math.max(over, 1))
}

/** A box that does not open was not left by the other side: nothing that comes after it is believed either. */
const GOODBYE = { t: 'close' }
const isGoodbye = (message: unknown) => (message as { t?: unknown } | null)?.t === 'close'

/** Counts the calls that fail in a row. */
function watchReach() {
  let count = 0
  let since = 0
  return {
    answered() {
      count = 0
    },
    /** To be asked after each call that failed. */
    isLost() {
      count += 1
      if (count === 1) since = Date.now()
      return count >= TRIES && Date.now() - since > LOST
    },
  }
}

/**
 * A messenger over a mailbox at the service, for two windows of the wallet that the page's Cross-Origin-Opener-Policy has
 * cut off from each other. The service cannot read, forge, reorder or repeat what goes through it; it can hold it back.
 */
export function mailMessenger(options: MailOptions): Messenger {
  const { apiOrigin, channel, side } = options
  const sealing = createSeal(options)
  const listeners = new Set<(data: unknown) => void>()
  let unsent: Unsent[] = []
  let sequence = 0
  let taken = -1
  const reach = watchReach()
  let open = true
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let settleClosed: () => void = () => undefined
  const closed = new Promise<void>((resolve) => {
    settleClosed = resolve
  })

  const finish = () => {
    if (!open) return
    open = false
    clearTimeout(timer)
    listeners.clear()
    settleClosed()
  }
  const exchange = async (keepalive = false): Promise<void> => {
    const { seal, open: unseal } = await sealing
    const send = await boxesOf((number, message) => seal(side, number, message), unsent)
    const { boxes } = await callService({ apiOrigin }, exchangeWindowMail, {
      params: { channel },
      body: { side, send, taken },
      longest: LONGEST_ANSWER,
      keepalive,
    })
    reach.answered()
    const last = send.at(-1)?.sequence ?? -1
    unsent = unsent.filter(({ sequence }) => sequence > last)
    for (const { sequence: number, box } of boxes) {
      if (number !== taken + 1) return
      const message = await unseal(other[side], number, box).catch(() => GOODBYE)
      taken = number
      if (isGoodbye(message)) return finish()
      if (open) for (const listener of [...listeners]) listener(message)
    }
  }
  const look = async () => {
    if (running || !open) return
    running = true
    let wait = LOOK
    try {
      await exchange()
      if (unsent.length > 0) wait = 0
    } catch {
      if (reach.isLost()) finish()
    }
    running = false
    clearTimeout(timer)
    if (open) timer = setTimeout(look, wait)
  }
  return {
    closed,
    post(message) {
      if (!open) return
      unsent.push({ sequence: sequence++, message })
      void look()
    },
    subscribe(listener) {
      if (!open) return () => undefined
      listeners.add(listener)
      void look()
      return () => void listeners.delete(listener)
    },
    close() {
      if (!open) return
      unsent.push({ sequence: sequence++, message: GOODBYE })
      // What was said before goes along; nobody waits for it.
      exchange(true).catch(() => undefined)
      finish()
    },
  }
}
