import type { Config, RouterEntry, RouterState } from '../interfaces/Config.ts'
import type { Alert } from '../interfaces/Notices.ts'
import type { ThemeSettings, ThemeState } from '../interfaces/Theme.ts'

/** Runs `work` after `delay` ms unless the config dies or the same name is scheduled again. */
export function schedule(config: Config, name: string | symbol, delay: number, work: () => void): void {
  const { timers, signal } = config.runtime
  clearTimeout(timers.get(name))
  if (signal.aborted) return
  timers.set(
    name,
    setTimeout(() => {
      timers.delete(name)
      work()
    }, delay),
  )
}

export function unschedule(config: Config, name: string | symbol): void {
  clearTimeout(config.runtime.timers.get(name))
  config.runtime.timers.delete(name)
}

const SHAKE_DURATION = 500

export const showAlert = (config: Config, alert: Alert): void => config.notices.setState({ alert })
export const hideAlert = (config: Config): void => config.notices.setState({ alert: undefined })

/** Shakes the dialog once, for a real error (spec 9: resets after 500 ms). */
export function shake(config: Config): void {
  config.modal.setState({ shake: true })
  schedule(config, 'shake', SHAKE_DURATION, () => config.modal.setState({ shake: false }))
}

export const currentView = (state: RouterState): RouterEntry => state.stack.at(-1) ?? { name: 'Connect' }

/** A view as the only one; other steps come with the first click. */
export const restarted = (state: RouterState, entry: RouterEntry): RouterState => ({
  ...state,
  stack: [entry],
  direction: 'next',
})

/** The one routine that rejects unsafe requests that wait for a person ('Request was aborted', spec 4). */
export function abortPendingRequests(config: Config): void {
  for (const pending of [...config.runtime.pendingRequests]) pending.abort()
}

/** A view by its name (docs/integrating.md), or with what it is to show; default: the one that fits. */
export type OpenOptions = { view?: string | RouterEntry }

/** Opens the modal: at the asked view, else at the one that fits (spec 2). */
export function open(config: Config, { view: asked }: OpenOptions = {}): void {
  unschedule(config, 'closeCleanup')
  // Of a button that calls this with its event, `view` is the window.
  const named = asked && typeof asked === 'object' && 'document' in asked ? undefined : asked
  const view = typeof named === 'object' ? named : { name: named ?? config.runtime.homeView() }
  config.router.setState((state) => restarted(state, view), true)
  config.modal.setState({ open: true })
}

/** Time the closing dialog keeps its view, so that it does not change while it fades (spec 9, back cleanup). */
const CLEANUP_DELAY = 100

/** A modal while nothing is connecting. */
export const nothingPending = {
  loading: false,
  loadingByNamespace: {},
  pairingUri: undefined,
  pairingExpiresAt: undefined,
} as const

/** Closes the modal: clears loading and the pairing uri, and declines what still waits for an answer. */
export function close(config: Config): void {
  if (!config.modal.getState().open) return
  if (config.runtime.holdsOpen?.()) {
    shake(config)
    return
  }
  config.modal.setState({ ...nothingPending, open: config.embedded })
  abortPendingRequests(config)
  if (config.embedded) goHome(config)
  else
    schedule(config, 'closeCleanup', CLEANUP_DELAY, () => {
      if (!config.modal.getState().open) goHome(config)
    })
}

/** Shows the view that fits, and nothing behind it. */
export function goHome(config: Config): void {
  const home = { name: config.runtime.homeView() }
  config.router.setState((state) => restarted(state, home), true)
}

/** Changes mode, accent or language; the embedded frame follows. */
export function setTheme(
  { runtime, theme }: Pick<Config, 'runtime' | 'theme'>,
  settings: ThemeSettings,
): void {
  const { themeMode } = settings
  const isAuto = themeMode === 'auto'
  // A server has no screen, and draws the default.
  const query = isAuto && globalThis.matchMedia?.('(prefers-color-scheme:light)')
  const system = () => ({ themeMode: query && query.matches ? 'light' : 'dark' }) as const
  if (themeMode) runtime.systemTheme?.abort()
  if (query) {
    runtime.systemTheme = new AbortController()
    query.addEventListener('change', () => theme.setState(system()), runtime.systemTheme)
  }
  theme.setState({ ...settings, ...(isAuto && system()) } as Partial<ThemeState>)
}
