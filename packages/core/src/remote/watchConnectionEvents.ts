import type { TrackedEvent } from '@latchkey/protocol/http'
import { accountOf, disconnectedAccount } from '../account/accounts.ts'
import { findConnector } from '../account/activeConnection.ts'
import type { AccountState } from '../interfaces/Account.ts'
import type { Config } from '../interfaces/Config.ts'
import type { ChainNamespace } from '../interfaces/Network.ts'
import { currentView } from '../modal/router.ts'
import { schedule } from '../modal/schedule.ts'
import type { Telemetry } from './createTelemetry.ts'
import { plainWord } from './plainWord.ts'

/** A view that shows a failure does so in this time after the attempt ended, ms. */
const FAILURE_SHOWN = 300
export const EMAIL_CODE_VIEW = 'EmailVerifyOtp'

const walletOf = (config: Config, account: AccountState) => {
  const type = findConnector(config.connectors, account.connectorId)?.type
  return {
    ...(type ? { method: type } : {}),
    ...plainWord('name', account.connectedWalletInfo?.name),
  }
}

/** Counts how attempts to connect end, disconnects, and switches of a connected account's network. */
export function watchConnectionEvents(config: Config, { track }: Telemetry): () => void {
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
