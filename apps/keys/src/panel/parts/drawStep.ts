import { readOwnPicture } from '@latchkey/std/ownPicture'
import type { Say } from '../locales/say.ts'
import { element, icon } from './elements.ts'
import type { Step } from './Panel.ts'

const KEY = 'M8 12a4 4 0 1 1 1.5-3.1L17 16.5V18h-3v-2h-2v-2h-1.5L9.6 12.2M6.5 8.5h.01'
const CROSS = 'M5 5l10 10M15 5L5 15'

type Frame = {
  root: HTMLElement
  host: string
  /** What the strip says of the wallet. */
  look: { walletName?: string | undefined; picture?: string | undefined }
  live: HTMLElement
  say: Say
  close(): void
}

/** The picture that the person chose, or the key's glyph. */
function mark(name = ''): Element {
  const picture = readOwnPicture(name)
  if (!picture) return element('span', { class: 'kp-glyph' }, [icon(KEY)])
  const drawing = icon(picture.path)
  drawing.setAttribute('color', '#ffffff')
  const made = element('span', { class: 'kp-glyph', 'data-picture': name }, [drawing])
  made.style.background = picture.colour
  return made
}

/** Draws a step in the place of the one before, and gives it the focus. */
export function drawStep({ root, host, look, live, say, close }: Frame, step: Step): void {
  const title = element('h1', { id: 'kp-title', class: 'kp-title', tabindex: -1 }, [step.title])
  const dialog = element('main', { class: 'kp-panel', 'aria-labelledby': 'kp-title' }, [
    element('header', { class: 'kp-strip' }, [
      mark(look.picture),
      element('span', { class: 'kp-name' }, [look.walletName ?? say('strip')]),
      element('bdi', { class: 'kp-host' }, [host]),
      element('button', { type: 'button', class: 'kp-close', 'aria-label': say('close') }, [icon(CROSS)], {
        click: close,
      }),
    ]),
    element('div', { class: 'kp-main' }, [
      title,
      step.lead === undefined ? null : element('p', { class: 'kp-lead' }, [step.lead]),
      ...(step.body ?? []),
      live,
    ]),
    step.actions?.length ? element('footer', { class: 'kp-actions' }, step.actions) : null,
  ])
  dialog.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close()
  })
  live.textContent = ''
  root.replaceChildren(dialog)
  // A field of the step may ask for the focus; otherwise a screen reader starts at the title.
  const target = step.focus ?? title
  target.focus({ preventScroll: true })
}
