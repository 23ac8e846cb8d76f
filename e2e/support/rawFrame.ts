import type { Page } from '@playwright/test'
import type { Stack } from '../../scripts/stack/startStack.ts'

/** A reply of the frame, or nothing when it stayed silent. */
export type RawReply = { t: string; id: string; result?: unknown; error?: { code: number; message: string } }
type Init = { t: 'init'; v: number; frameNonce: string; hostNonce: string }

/** What a host's own script can do without our packages. It lives in the page as `window.raw`. */
export type RawFrame = {
  iframe: HTMLIFrameElement
  frameNonce: string
  /** Everything that came over any port that this page made, newest last. */
  heard: { port: string; data: unknown }[]
  newId(): string
  /** Posts an `init`, by default a right one, with this many ports. The ports are known by `name`. */
  init(name: string, change?: Partial<Init> & Record<string, unknown>, ports?: number): void
  post(name: string, message: unknown): void
  /** Posts and waits for the reply to this id. */
  send(name: string, method: string, params?: unknown): Promise<RawReply>
  until(done: () => boolean): Promise<void>
}

declare global {
  interface Window {
    raw: RawFrame
  }
}

/** A page of the demo's origin that has no policy: what its server says of an address that it does not know. */
export const barePage = (origin: string) => `${origin}/bare`

export const frameUrl = (stack: Stack, projectId = 'demo') =>
  `${stack.origins.wallet}/frame?projectId=${projectId}&chainId=eip155:31337&version=1&enableLogger=false`

/** Runs in the page: loads the frame, waits for its hello, and answers nothing by itself. */
async function install(url: string): Promise<void> {
  const iframe = document.createElement('iframe')
  iframe.setAttribute('sandbox', 'allow-scripts allow-same-origin')
  iframe.src = url
  iframe.style.cssText = 'width:420px;height:640px'
  const origin = new URL(url).origin
  const heard: RawFrame['heard'] = []
  const ports = new Map<string, MessagePort>()
  const checks = new Set<() => void>()
  const newId = () =>
    btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .slice(0, 22)
  const hello = new Promise<string>((resolve) => {
    addEventListener('message', (event) => {
      if (event.source === iframe.contentWindow && event.origin === origin && event.data?.t === 'hello')
        resolve(event.data.frameNonce)
    })
  })
  document.body.append(iframe)
  const frameNonce = await hello
  const until = (done: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!done()) return
        checks.delete(check)
        resolve()
      }
      checks.add(check)
      check()
    })
  const post = (name: string, message: unknown) => ports.get(name)?.postMessage(message)
  window.raw = {
    iframe,
    frameNonce,
    heard,
    newId,
    until,
    post,
    init(name, change = {}, count = 1) {
      const transferred: MessagePort[] = []
      for (let index = 0; index < count; index++) {
        const channel = new MessageChannel()
        const port = index === 0 ? name : `${name}/${index}`
        ports.set(port, channel.port1)
        channel.port1.onmessage = ({ data }) => {
          heard.push({ port, data })
          for (const check of [...checks]) check()
        }
        transferred.push(channel.port2)
      }
      const message = { t: 'init', v: 1, frameNonce, hostNonce: newId(), ...change }
      iframe.contentWindow?.postMessage(message, origin, transferred)
    },
    async send(name, method, params = {}) {
      const id = newId()
      const mine = () => heard.find(({ data }) => (data as RawReply | null)?.id === id)
      post(name, { t: 'call', id, method, params })
      await until(() => mine() !== undefined)
      return mine()?.data as RawReply
    },
  }
}

/** An allowed site whose page is the attacker's own: the frame is there and has said hello, nobody has answered. */
export async function openRawFrame(page: Page, stack: Stack): Promise<void> {
  await page.goto(barePage(stack.origins.app))
  await page.evaluate(install, frameUrl(stack))
}

/** The same, with the handshake done over the port `main`. */
export async function connectRawFrame(page: Page, stack: Stack): Promise<void> {
  await openRawFrame(page, stack)
  await page.evaluate(async () => {
    window.raw.init('main')
    await window.raw.until(() => window.raw.heard.length > 0)
  })
}
