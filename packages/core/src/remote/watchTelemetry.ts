import type { ErrorEvent, TrackedEvent } from '@latchkey/protocol/http'
import { activeAccount, findConnector } from '../account/activeConnection.ts'
import type { AlertKind } from '../interfaces/AlertKind.ts'
import type { Alert, Config, RouterEntry } from '../interfaces/Config.ts'
import { currentView } from '../modal/router.ts'
import { createTelemetry, type Telemetry, type TelemetryOptions } from './createTelemetry.ts'
import { plainWord } from './plainWord.ts'
import { EMAIL_CODE_VIEW, watchConnectionEvents } from './watchConnectionEvents.ts'

const SIGN_IN_VIEW = 'SIWXSignMessage'

/** What coming to a view means. */
const BY_VIEW: Readonly<Record<string, TrackedEvent>> = {
  AllWallets: 'CLICK_ALL_WALLETS',
  Networks: 'CLICK_NETWORKS',
  ConnectingExternal: 'SELECT_WALLET',
  ConnectingMultiChain: 'SELECT_WALLET',
  ConnectingWalletConnect: 'SELECT_WALLET',
  [EMAIL_CODE_VIEW]: 'EMAIL_SUBMITTED',
}
const ERROR_EVENTS: Readonly<Partial<Record<AlertKind, ErrorEvent>>> = {
  frameLoadFailed: 'SECURE_SITE_ERROR',
  frameRequestTimeout: 'SECURE_SITE_ERROR',
  originNotAllowed: 'API_ERROR',
  invalidProjectId: 'API_ERROR',
  invalidConfiguration: 'API_ERROR',
}

/** Name of the wallet that a view is about; views tell it in one of these forms. */
function walletName(config: Config, { params }: RouterEntry): unknown {
  if (typeof params !== 'object' || params === null) return undefined
  const { wallet, name, connectorId } = params as Record<string, unknown>
  if (typeof wallet === 'object' && wallet !== null && 'name' in wallet) return wallet.name
  return name ?? findConnector(config.connectors, typeof connectorId === 'string' ? connectorId : '')?.name
}

function errorOf({ kind, short, code }: Alert): Error {
  const error = new Error(code === undefined ? short : `${short} (${code})`)
  error.name = kind
  error.stack = ''
  return error
}

/** Counts the steps of a sign-in with the wallet. */
function watchSignIn(config: Config, { track }: Telemetry): () => void {
  const isShown = () => currentView(config.router.getState()).name === SIGN_IN_VIEW
  let isSigning = false
  return config.modal.subscribe(({ open, loading }, before) => {
    if (before.open && !open && isShown()) {
      // The flow frees the modal before it closes it on success; a visitor who leaves finds it held.
      const isDone = config.runtime.holdsOpen === undefined && activeAccount(config).status === 'connected'
      if (!isDone) track('CLICK_CANCEL_SIWX')
      else if (isSigning) track('SIWX_AUTH_SUCCESS')
      isSigning = false
    } else if (loading && !before.loading && open && isShown()) {
      isSigning = true
      track('CLICK_SIGN_SIWX_MESSAGE')
    } else if (!loading && before.loading && isSigning) {
      isSigning = false
      track('SIWX_AUTH_ERROR')
    }
  })
}

function watchViews(config: Config, { track }: Telemetry): () => void {
  const connected = () => ({ connected: activeAccount(config).status === 'connected' })
  const stops = [
    config.modal.subscribe(({ open }, before) => {
      if (open !== before.open) track(open ? 'MODAL_OPEN' : 'MODAL_CLOSE', connected())
    }),
    config.router.subscribe((state, previous) => {
      const view = currentView(state)
      const event = Object.hasOwn(BY_VIEW, view.name) ? BY_VIEW[view.name] : undefined
      // Coming back to a view is not a choice of the visitor's.
      if (!event || view.name === currentView(previous).name || state.direction === 'prev') return
      track(event, event === 'SELECT_WALLET' ? plainWord('name', walletName(config, view)) : {})
    }),
  ]
  // Whoever loads this does so when the modal opens: that opening counts too.
  if (config.modal.getState().open) track('MODAL_OPEN', connected())
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * Counts what the config's stores tell, so that no view has to. docs/analytics.md says what each event means.
 *
 * @returns how to stop
 * @example
 * const stop = watchTelemetry(config, createTelemetry(config, { analytics: true }))
 */
export function watchTelemetry(config: Config, telemetry: Telemetry): () => void {
  const stops = [
    watchViews(config, telemetry),
    watchConnectionEvents(config, telemetry),
    watchSignIn(config, telemetry),
    config.notices.subscribe(({ alert, toast }, before) => {
      if (alert && alert !== before.alert)
        telemetry.reportError(ERROR_EVENTS[alert.kind as AlertKind] ?? 'INTERNAL_SDK_ERROR', errorOf(alert))
      const isOnCode = currentView(config.router.getState()).name === EMAIL_CODE_VIEW
      if (toast?.kind === 'error' && toast !== before.toast && isOnCode && config.modal.getState().open)
        telemetry.track('EMAIL_VERIFICATION_CODE_FAIL')
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

export type WatchedTelemetry = Telemetry & { stop(): void }

/** Makes the telemetry of a page that turned analytics on, and watches the config's stores for it. */
export function startTelemetry(
  config: Config,
  options: Omit<TelemetryOptions, 'analytics'> = {},
): WatchedTelemetry {
  const telemetry = createTelemetry(config, { ...options, analytics: config.options.analytics === true })
  return { ...telemetry, stop: watchTelemetry(config, telemetry) }
}
