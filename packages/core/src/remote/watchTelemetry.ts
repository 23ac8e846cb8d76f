import type { ErrorEvent, TrackedEvent } from '@latchkey/protocol/http'
import { accountOf, activeAccount, disconnectedAccount, findConnector } from '../account/accounts.ts'
import type { Config, RouterEntry } from '../interfaces/Config.ts'
import type { AccountState, AlertKind, ChainNamespace } from '../interfaces/Connector.ts'
import type { Alert } from '../interfaces/Notices.ts'
import { currentView, schedule } from '../modal/open.ts'
import { createTelemetry, type Telemetry, type TelemetryOptions } from './createTelemetry.ts'

/** A name in the form that events take, or nothing: what looks like an address of a person or a page is left out. */
function plainWord<Key extends string>(key: Key, text: unknown): { [K in Key]?: string } {
  const isPlain = typeof text === 'string' && text !== '' && !/[@?#\p{Cc}]/u.test(text)
  return (isPlain ? { [key]: text.slice(0, 64) } : {}) as { [K in Key]?: string }
}

/** A view that shows a failure does so in this time after the attempt ended, ms. */
const FAILURE_SHOWN = 300
const EMAIL_CODE_VIEW = 'EmailVerifyOtp'

const walletOf = (config: Config, account: AccountState) => {
  const type = findConnector(config.connectors, account.connectorId)?.type
  return {
    ...(type ? { method: type } : {}),
    ...plainWord('name', account.connectedWalletInfo?.name),
  }
}

/** Counts how attempts to connect end, disconnects, and switches of a connected account's network. */
function watchConnectionEvents(config: Config, { track }: Telemetry): () => void {
  let hasFailed = false
  const isOpen = () => config.modal.getState().open

  // What the stores hold of an attempt that ended is whether something showed that it failed.
  function trackEnd(): void {
    const before = hasFailed
    schedule(config, 'telemetryAttempt', FAILURE_SHOWN, () => {
      const event: TrackedEvent = before || hasFailed ? 'CONNECT_ERROR' : 'USER_REJECTED'
      hasFailed = false
      track(event)
    })
  }
  function follow(account: AccountState, before: AccountState): void {
    if (account.status === before.status) return
    // Only what is restored names its connector before it is connected, and that is nothing the visitor did.
    if (before.status === 'connecting' && before.connectorId !== undefined) return
    if (account.status === 'connecting') hasFailed = false
    else if (account.status === 'connected') {
      // A connection that is restored while the modal is shut is no success of the visitor's.
      if (!isOpen()) return
      if (currentView(config.router.getState()).name === EMAIL_CODE_VIEW)
        track('EMAIL_VERIFICATION_CODE_PASS')
      track('CONNECT_SUCCESS', walletOf(config, account))
    } else if (before.status === 'connected') track('DISCONNECT_SUCCESS', walletOf(config, before))
    else if (isOpen()) trackEnd()
  }
  const stops = [
    config.accounts.subscribe(({ byNamespace }, previous) => {
      for (const namespace of Object.keys(byNamespace) as ChainNamespace[])
        follow(
          byNamespace[namespace] ?? disconnectedAccount,
          previous.byNamespace[namespace] ?? disconnectedAccount,
        )
    }),
    config.modal.subscribe(({ shake }, before) => {
      if (shake && !before.shake) hasFailed = true
    }),
    config.notices.subscribe(({ toast, alert }, before) => {
      const isNew = (toast?.kind === 'error' && toast !== before.toast) || (alert && alert !== before.alert)
      if (isNew) hasFailed = true
    }),
    config.networks.subscribe(({ activeId }, before) => {
      const namespace = activeId.split(':')[0] as ChainNamespace
      if (activeId !== before.activeId && accountOf(config.accounts, namespace).status === 'connected')
        track('SWITCH_NETWORK', { network: activeId })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

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
