import { type BaseError, hasCode } from '@latchkey/errors'
import { panel as english } from '@latchkey/i18n/en/panel'
import {
  InternalServiceError,
  PasskeyRefusedError,
  RateLimitedError,
  ServiceUnreachableError,
} from '@latchkey/protocol/http'
import { PanelClosedError, PasskeyNotUsedError } from '@latchkey/protocol/keys'
import { anySignal } from '@latchkey/std/deadline'
import { VaultUnavailableError } from '../errors/keysErrors.ts'
import { type Say, type WordKey, wordsOf } from './locales/say.ts'
import { drawStep } from './parts/drawStep.ts'
import { button, element } from './parts/elements.ts'
import type { Panel, PanelScript, Step } from './parts/Panel.ts'

/** The tallest that may be told, in CSS px. */
const MAX_HEIGHT = 4_000

/** Tells how high the panel in `root` is, whenever that changes, in whole CSS px. Nothing is told while there is none. */
export function watchHeight(root: HTMLElement, tell: (height: number) => void): () => void {
  let last = 0
  const measure = () => {
    const panel = root.firstElementChild
    if (!panel) return
    const height = Math.min(Math.ceil(panel.getBoundingClientRect().height), MAX_HEIGHT)
    if (height === last || height === 0) return
    last = height
    tell(height)
  }
  const sizes = new ResizeObserver(measure)
  const follow = () => {
    sizes.disconnect()
    if (root.firstElementChild) sizes.observe(root.firstElementChild)
    else last = 0
  }
  const changes = new MutationObserver(follow)
  changes.observe(root, { childList: true })
  follow()
  return () => {
    sizes.disconnect()
    changes.disconnect()
  }
}

/** What a person can do something about, or what passes by itself. */
const RETRIABLE: readonly number[] = [
  ServiceUnreachableError.code,
  InternalServiceError.code,
  RateLimitedError.code,
  PasskeyNotUsedError.code,
  PasskeyRefusedError.code,
  VaultUnavailableError.code,
]

/** How a panel looks, so that it is known as the wallet's: `wallet` and `picture` as on its other pages. */
export type PanelLook = {
  themeMode: 'light' | 'dark'
  locale?: string | undefined
  walletName?: string | undefined
  /** By which the person knows the wallet. */
  picture?: string | undefined
}

export type PanelStage = {
  /**
   * Runs one panel; one that is open is closed.
   *
   * @param signal of the caller
   * @throws PanelClosedError when it is closed, hidden, or not seen by anybody
   */
  run(look: PanelLook, signal: AbortSignal, script: PanelScript): Promise<void>
  close(): void
}

export type StageParts = {
  /** Everything is drawn in here. */
  root: HTMLElement
  /** Shown in the strip: whose document this is. */
  host: string
  /** The document is seen, and stands where it must. */
  isSeen(): boolean
  isGenuine?(event: Event): boolean
}

/**
 * Makes the place where panels are drawn. It holds no state but the panel that is open.
 *
 * @example const stage = createPanelStage({ root: document.body, host: location.host, isSeen })
 */
export function createPanelStage(parts: StageParts): PanelStage {
  const { root, isSeen, isGenuine = (event) => event.isTrusted } = parts
  let open: AbortController | null = null

  return {
    async run(look, signal, script) {
      open?.abort()
      if (!isSeen()) throw new PanelClosedError()
      const own = new AbortController()
      open = own
      const over = anySignal(own.signal, signal)
      try {
        const say = await wordsOf(look.locale)
        // Closed, or out of sight, while another language was on its way: nothing is drawn.
        if (over.aborted || !isSeen()) throw new PanelClosedError()
        dress(root.ownerDocument.documentElement, say, look.themeMode)
        await script(createPanel({ ...parts, isGenuine, look }, say, over, () => own.abort()))
        if (over.aborted) throw new PanelClosedError()
      } catch (error) {
        throw over.aborted ? new PanelClosedError() : error
      } finally {
        own.abort()
        if (open === own) {
          open = null
          root.replaceChildren()
        }
      }
    },
    close: () => open?.abort(),
  }
}

function dress(html: HTMLElement, say: Say, themeMode: 'light' | 'dark'): void {
  html.setAttribute('data-theme', themeMode)
  html.lang = say.tag
  html.dir = say.dir
}

function createPanel(
  { root, host, look, isGenuine = () => false }: StageParts & { look: PanelLook },
  say: Say,
  signal: AbortSignal,
  close: () => void,
): Panel {
  const live = element('p', { role: 'status', class: 'kp-live' })
  const announce = (text: string) => {
    live.textContent = text
  }
  const show = (step: Step) => drawStep({ root, host, look, live, say, close }, step)

  const ask: Panel['ask'] = (make) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new PanelClosedError())
      const finish = () => {
        signal.removeEventListener('abort', onAbort)
        step.leave?.()
      }
      const onAbort = () => {
        finish()
        reject(new PanelClosedError())
      }
      const step = make((value) => {
        finish()
        resolve(value)
      })
      signal.addEventListener('abort', onAbort, { once: true })
      show(step)
    })

  const work: Panel['work'] = async (waiting, run) => {
    for (;;) {
      if (signal.aborted) throw new PanelClosedError()
      show({ title: waiting, body: [element('div', { class: 'kp-busy' })] })
      announce(waiting)
      try {
        return await untilClosed(run(signal), signal)
      } catch (error) {
        if (!hasCode(error, ...RETRIABLE)) throw error
        await ask((answer) => failure(say, error, isGenuine, answer))
      }
    }
  }
  return { say, signal, ask, work, announce, isGenuine }
}

/** A panel that is closed does not wait for what it began. */
const untilClosed = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const onAbort = () => reject(new PanelClosedError())
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })

function failure(
  say: Say,
  error: BaseError,
  isGenuine: (event: Event) => boolean,
  again: (value: undefined) => void,
): Step {
  const key = `error.${error.code}`
  const text = key in english ? say(key as WordKey) : error.shortMessage
  const small = element('p', { class: 'kp-small kp-mono' }, [say('code', { code: error.code })])
  const retry = button(say('again'), { isGenuine, press: () => again(undefined) })
  return {
    title: say('failed'),
    body: [element('div', { class: 'kp-card kp-danger', role: 'alert' }, [element('p', {}, [text]), small])],
    actions: [retry],
  }
}
