/** The window that the provider's sign-in is shown in. */
export type SocialWindow = {
  /** True too once a page of another opener policy (COOP) is in it: the browser cuts such a window off. */
  isClosed(): boolean
  go(uri: string): void
  close(): void
  /** Whether a message came from it. */
  isSource(source: unknown): boolean
}

/** What a social login needs of the page that it runs in. */
export type SocialPage = {
  /** Must be called in a click. Undefined when the browser refuses. */
  open(url: string): SocialWindow | undefined
  onMessage(listener: (event: Pick<MessageEvent<unknown>, 'origin' | 'source' | 'data'>) => void): () => void
  address(): string
  /** Gives the address the fragment back that it had before the login, as a router that reads it expects. */
  restoreHash(hash: string): void
  /** Goes to another page of the site, which takes this one's place in the history. */
  replace(url: string): void
  /** Takes the whole page elsewhere. Resolves when the visitor is back by the browser's own button, or never left. */
  leave(uri: string, signal: AbortSignal): Promise<void>
}

const WIDTH = 600
const HEIGHT = 800
/** A page that has not been left by then will not be, ms. */
const LEAVE_WAIT = 30_000

export const browserPage: SocialPage = {
  open(url) {
    const left = Math.max(0, Math.round(screenX + (outerWidth - WIDTH) / 2))
    const top = Math.max(0, Math.round(screenY + (outerHeight - HEIGHT) / 2))
    const features = `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`
    const opened = window.open(url, 'latchkey-social', features)
    if (!opened) return undefined
    return {
      isClosed: () => opened.closed,
      go: (uri) => opened.location.replace(uri),
      close: () => opened.close(),
      isSource: (source) => source === opened,
    }
  },
  onMessage(listener) {
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  },
  address: () => location.href,
  restoreHash(hash) {
    if (hash && !location.hash) location.replace(hash)
  },
  replace: (url) => location.replace(url),
  leave(uri, signal) {
    return new Promise((resolve) => {
      const back = ({ persisted }: PageTransitionEvent) => {
        if (persisted) settle()
      }
      const settle = () => {
        clearTimeout(timer)
        window.removeEventListener('pageshow', back)
        signal.removeEventListener('abort', settle)
        resolve()
      }
      const timer = setTimeout(settle, LEAVE_WAIT)
      window.addEventListener('pageshow', back)
      signal.addEventListener('abort', settle)
      location.assign(uri)
    })
  },
}
