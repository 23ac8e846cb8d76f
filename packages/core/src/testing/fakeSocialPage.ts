import type { SocialPage, SocialWindow } from '../identity/socialPage.ts'

type Posted = { origin: string; source: unknown; data: unknown }
type OpenedWindow = SocialWindow & { url: string; closed: boolean }

export type FakeSocialPage = SocialPage & {
  windows: OpenedWindow[]
  /** The browser opens no window. */
  blocks: boolean
  /** Where the page itself was sent. */
  left: string[]
  comeBack(): void
  post(message: Partial<Posted>): void
  listening(): boolean
  restored: string[]
  /** Where the page went within its site. */
  replaced: string[]
}

export const WALLET = 'https://wallet.example'
export const FLOW = 'F'.repeat(22)
export const RESULT_URI = `${WALLET}/social/done?flow=${FLOW}`

/** A page whose windows and messages the test makes. A message comes from the newest window unless it says otherwise. */
export function fakeSocialPage(address = 'https://app.example/shop?item=1#top'): FakeSocialPage {
  const listeners = new Set<(event: never) => void>()
  let back = () => {}
  const page: FakeSocialPage = {
    windows: [],
    blocks: false,
    left: [],
    restored: [],
    replaced: [],
    comeBack: () => back(),
    listening: () => listeners.size > 0,
    open(url) {
      if (page.blocks) return undefined
      const opened: OpenedWindow = {
        url,
        closed: false,
        isClosed: () => opened.closed,
        go(uri) {
          opened.url = uri
        },
        close() {
          opened.closed = true
        },
        isSource: (source) => source === opened,
      }
      page.windows.push(opened)
      return opened
    },
    onMessage(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    address: () => address,
    restoreHash: (hash) => void page.restored.push(hash),
    replace: (url) => void page.replaced.push(url),
    leave(uri) {
      page.left.push(uri)
      return new Promise((resolve) => {
        back = resolve
      })
    },
    post(message) {
      const data = { type: 'latchkey.social', resultUri: RESULT_URI }
      const event = { origin: WALLET, source: page.windows.at(-1), data, ...message }
      for (const listener of [...listeners]) listener(event as never)
    },
  }
  return page
}
