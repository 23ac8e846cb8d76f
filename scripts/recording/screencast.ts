import type { Page } from 'playwright'

/** A frame as the browser sent it, and when it was drawn, ms. */
export type Shot = { at: number; jpeg: Buffer }
/** What was done, and when. */
export type Mark = { at: number; what: string }
export type Screencast = {
  mark(what: string): void
  stop(): Promise<{ shots: Shot[]; marks: Mark[] }>
}

/**
 * In the page. The browser sends a frame when something has changed, so that a jump after a moment of rest would look like
 * a move that had all this time. What changes here is one pixel, by less than a colour can tell; an animation of opacity
 * is drawn even while the page's own thread is busy.
 */
export function keepFramesComing(): void {
  const dot = document.createElement('i')
  dot.ariaHidden = 'true'
  Object.assign(dot.style, { position: 'fixed', inset: '0 auto auto 0', inlineSize: '1px', blockSize: '1px' })
  dot.style.background = '#000'
  document.documentElement.append(dot)
  dot.animate({ opacity: [0.0005, 0.001] }, { duration: 1_000, iterations: Number.POSITIVE_INFINITY })
}

/** Records what a page draws, frames of other origins with it. */
export async function startScreencast(page: Page): Promise<Screencast> {
  const client = await page.context().newCDPSession(page)
  const shots: Shot[] = []
  const marks: Mark[] = []
  client.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    shots.push({ at: (metadata.timestamp ?? 0) * 1_000, jpeg: Buffer.from(data, 'base64') })
    client.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await client.send('Page.startScreencast', { format: 'jpeg', quality: 90, everyNthFrame: 1 })
  return {
    mark: (what) => void marks.push({ at: Date.now(), what }),
    async stop() {
      await client.send('Page.stopScreencast')
      await client.detach()
      // They are sent as they are encoded, two at a time.
      return { shots: shots.toSorted((one, other) => one.at - other.at), marks }
    },
  }
}
