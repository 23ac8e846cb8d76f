import {
  activeAccount,
  type Config,
  close,
  currentView,
  goBack,
  ModalNotPlacedError,
  readRecentWallets,
  setTheme,
  showAlert,
} from '@latchkey/core'
import type { AskWallets } from '@latchkey/core/directory'
import { type Cell, createCell } from '@latchkey/core/wallets'
import { LatchkeyProvider } from '@latchkey/react/provider'
import { painted } from '@latchkey/std/painted'
import type { ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { App, type AppProps } from './App.tsx'
import { DirectoryProvider } from './directory/DirectoryContext.tsx'
import {
  english,
  type Locale,
  LocaleContext,
  loadLocale,
  localeOf,
  rememberedLocale,
} from './locales/LocaleContext.tsx'
import { MobileContext } from './parts/useMobile.ts'
import { PreloadContext, type Shown, ShownContext } from './router/navigate.ts'
import { createShell, type Shell } from './shell/createShell.ts'
import { followTheme } from './shell/followTheme.ts'
import { pendingCode } from './views/connect/EmailBlock.tsx'
import { findView, loadHomeView, viewOf } from './views/index.ts'

export type MountOptions = {
  /** The language to begin with; another one that the config asks for is loaded by itself. Default English. */
  locale?: Locale
  /** Where the modal goes; default the end of the body. `null`: the caller places `element`. */
  container?: HTMLElement | null | undefined
  /** Who answers questions about wallets; default: the directory of the service. */
  askWallets?: AskWallets
  /** Taken for a phone, or not; default: what the browser says. */
  mobile?: boolean
}

/** A modal that is in the page, open or not. */
export type MountedModal = {
  element: HTMLElement
  /** Where the embedded wallet's iframe lives; nothing that is in it is ever moved. */
  frameLayer: HTMLElement
  destroy(): void
}

/**
 * Puts the modal of a config into the page. It follows the config's stores; open and close it with core's actions.
 *
 * @example
 * const modal = mountModal(config, { locale: await loadLocaleOf(config) })
 */
export function mountModal(config: Config, options: MountOptions = {}): MountedModal {
  const dismiss = () => close(config)
  const shell = createShell({
    container: options.container === undefined ? document.body : options.container,
    embedded: config.embedded,
    onEscape: () => leaveView(config),
    onBackdrop: dismiss,
    // A browser may close a dialog that should stay; a sign-in that holds it open brings it back.
    onForcedClose: () => {
      dismiss()
      if (config.modal.getState().open) shell.show()
    },
  })
  const root = createRoot(shell.mount)
  const opening = followOpen(config, shell)
  const props = {
    onView: () => {
      if (!config.embedded && !opening.hasFocused()) shell.focusView()
    },
    shown: opening.shown,
    viewOf: (name: string) => viewOf(config, name),
    askWallets: options.askWallets,
    mobile: options.mobile,
  }
  const stops = shell.rehearse(() => [
    followTheme(config, shell.element),
    opening.stop,
    followFrame(config, shell),
    followAccount(config),
    followLocale(config, options.locale ?? english, (locale) => {
      shell.card.dir = locale.dir
      shell.element.dir = locale.dir
      shell.card.lang = locale.tag
      flushSync(() => root.render(<Root config={config} locale={locale} {...props} />))
    }),
  ])
  // From here, as it shares the modal's code.
  config.runtime.loadOutcomes = () => import('./outcomes/outcomeTeller.ts')
  return {
    element: shell.element,
    frameLayer: shell.frameLayer,
    destroy() {
      for (const stop of stops) stop()
      root.unmount()
      shell.destroy()
    },
  }
}

/** The catalogue that the visitor chose before, or that the config and the page ask for. */
export function loadLocaleOf(config: Config): Promise<Locale> {
  const chosen = rememberedLocale(config)
  // As the page's own wish, so that the frame speaks it too. A page that sets another one later has its way.
  if (chosen) setTheme(config, { locale: chosen })
  return loadLocale(localeOf(config), config.options.words)
}

/** Loads what the first screen is drawn with: its code, and the catalogue, which it answers. */
export async function loadFirstScreen(config: Config): Promise<Locale> {
  const [locale] = await Promise.all([loadLocaleOf(config), loadHomeView(config)])
  return locale
}

/** The page has said that it places the modal by itself, and has not. Nobody would see what waits. */
function notPlaced(config: Config): void {
  const { code, defaultMessage } = ModalNotPlacedError
  showAlert(config, { kind: 'modalNotPlaced', short: defaultMessage, long: defaultMessage, code })
  close(config)
}

type Opening = {
  /** What the views are drawn for. */
  shown: Cell<Shown>
  /** The view that is drawn now has been given the focus before. */
  hasFocused: () => boolean
  stop: () => void
}

/**
 * It follows the stores before React does: a dialog that is not open cannot take the focus. The views of each opening start
 * anew, but for the first where its view has been drawn ahead: that is on the screen as it is, and hears of the opening once
 * it is seen there. Drawing it a second time would cost the click more than all else.
 */
function followOpen(config: Config, shell: Shell): Opening {
  let openings = 0
  let ahead: string | undefined
  let wasOpen = false
  let hasFocused = false
  const shown = createCell<Shown>({ router: config.router.getState(), open: false, session: 0 })
  const tell = () => {
    const last = shown.getState()
    const { open } = config.modal.getState()
    shown.setState(open ? { router: config.router.getState(), open, session: openings } : { ...last, open })
  }
  const tellSeen = () => {
    hasFocused = true
    flushSync(tell)
    hasFocused = false
  }
  const follow = () => {
    const { open, shake } = config.modal.getState()
    shell.card.toggleAttribute('data-shake', shake)
    if (open === wasOpen) return
    wasOpen = open
    if (!open) {
      shell.hide()
      return tell()
    }
    const isAhead = ahead && ahead === drawnWith(config)
    ahead = undefined
    if (!isAhead) openings += 1
    if (!shell.show()) {
      wasOpen = false
      return notPlaced(config)
    }
    if (!isAhead) return tell()
    shell.focusView()
    freeHeight(shell.mount)
    void painted().then(tellSeen)
  }
  follow()
  if (!wasOpen) ahead = drawnWith(config)
  const stops = [
    config.modal.subscribe(follow),
    config.router.subscribe(() => {
      if (wasOpen) tell()
    }),
  ]
  return {
    shown,
    hasFocused: () => hasFocused,
    stop() {
      for (const stop of stops) stop()
    },
  }
}

/** A view that has grown since it was measured would rise before the visitor's eyes: the card takes its height at once. */
function freeHeight(mount: HTMLElement): void {
  const view = mount.querySelector<HTMLElement>('.lk-view')
  const frame = view?.parentElement
  if (frame && view.offsetHeight !== frame.offsetHeight) frame.style.blockSize = ''
}

/**
 * What a view that waits for the opening is drawn with and nobody follows: a code that may be entered, and the wallets that
 * were used. undefined: it cannot wait. What an account's view says is read anew for each opening.
 */
function drawnWith(config: Config): string | undefined {
  const router = config.router.getState()
  const { name, params } = currentView(router)
  if (router.stack[1] || params !== undefined || activeAccount(config).address) return undefined
  return JSON.stringify([name, pendingCode(config), readRecentWallets(config.storage)])
}

/** Loads what a visitor with an account sees next, once there is one, and what leads home when it is gone. */
function followAccount(config: Config): () => void {
  let stopped = false
  let stopLeaving = () => {}
  const follow = () => {
    if (!activeAccount(config).address) return
    stop()
    preload('Account')
    preload('ApproveTransaction')
    import('./router/leaveWithAccount.ts').then(
      ({ leaveWithAccount }) => {
        if (!stopped) stopLeaving = leaveWithAccount(config, (name) => findView(name)?.account ?? false)
      },
      () => undefined,
    )
  }
  const stop = config.accounts.subscribe(follow)
  follow()
  return () => {
    stopped = true
    stop()
    stopLeaving()
  }
}

/** A frame that has finished says so a moment before its answer takes the view away, ms. */
const ANSWER_COMES = 300
/** ms that the answer may take where the view still waits for it: an account is read then. */
const ANSWER_LATE = 2_100

/**
 * Shows the frame while a view has a place for it and the frame has something to show; and on, while its answer is on the
 * way and while the modal fades, so that no empty card is seen.
 */
function followFrame(config: Config, shell: Shell): () => void {
  let shown = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = (next: boolean) => {
    if (next === shown) return
    const hadFocus = shell.frameLayer.contains((shell.element.shadowRoot as ShadowRoot).activeElement)
    shown = next
    shell.setFrameShown(shown)
    if (!shown && hadFocus) shell.focusView()
  }
  // A view that has something else to say, as of an error, has no slot for it any longer.
  const takeAway = (waited: number) => {
    timer = setTimeout(() => {
      if (waited < ANSWER_LATE && shell.mount.querySelector('.lk-slot')) takeAway(waited + ANSWER_COMES)
      else show(false)
    }, ANSWER_COMES)
  }
  const follow = () => {
    clearTimeout(timer)
    if (!config.modal.getState().open) {
      shell.frameLayer.inert = true
      return
    }
    const hasPlace = findView(currentView(config.router.getState()).name)?.frame ?? false
    const isDrawn = config.frame.getState().screen !== 'none'
    if (shown && hasPlace && !isDrawn) takeAway(ANSWER_COMES)
    else show(hasPlace && isDrawn)
    shell.frameLayer.inert = !shown
  }
  const stops = [config.modal, config.router, config.frame].map((slice) => slice.subscribe(follow))
  const connector = config.connectors.getState().connectors.find(({ approvesInFrame }) => approvesInFrame)
  if (connector)
    stops.push(
      config.eventsOf(connector.id).on('frameKey', ({ key }) => {
        if (key === 'escape') leaveView(config)
        else shell.leaveFrame(key === 'tabForward' ? 'forward' : 'backward')
      }),
    )
  follow()
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}

/** Draws at once in the language at hand, and again when another one has come. */
function followLocale(config: Config, first: Locale, draw: (locale: Locale) => void): () => void {
  let shown = first
  let stopped = false
  const follow = () => {
    const tag = localeOf(config)
    if (tag === shown.tag) return
    void loadLocale(tag, config.options.words).then((locale) => {
      if (stopped || locale.tag !== localeOf(config) || locale.tag === shown.tag) return
      shown = locale
      draw(locale)
    })
  }
  draw(first)
  // The frame has no page to ask: it is told the language that the modal found.
  if (config.theme.getState().locale === undefined) setTheme(config, { locale: localeOf(config) })
  follow()
  const stop = config.theme.subscribe(follow)
  return () => {
    stopped = true
    stop()
  }
}

type RootProps = AppProps & {
  config: Config
  locale: Locale
  shown: Cell<Shown>
  askWallets?: AskWallets | undefined
  mobile?: boolean | undefined
}

/** The React tree of one modal. */
const Root = ({ config, locale, shown, askWallets, mobile, ...props }: RootProps): ReactElement => (
  <LatchkeyProvider config={config}>
    <LocaleContext.Provider value={locale}>
      <MobileContext.Provider value={mobile}>
        <PreloadContext.Provider value={preload}>
          <ShownContext.Provider value={shown}>
            <DirectoryProvider ask={askWallets}>
              <App {...props} />
            </DirectoryProvider>
          </ShownContext.Provider>
        </PreloadContext.Provider>
      </MobileContext.Provider>
    </LocaleContext.Provider>
  </LatchkeyProvider>
)

const preload = (name: string): void => void findView(name)?.preload()

/** Escape: one step back from a nested step that is safe to leave, else close. */
function leaveView(config: Config): void {
  const state = config.router.getState()
  if (state.stack.length > 1 && (findView(currentView(state).name)?.back ?? true)) goBack(config)
  else close(config)
}
