import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect } from '../connection/connect.ts'
import { disconnect, reconnect } from '../connection/reconnect.ts'
import { switchNetwork } from '../connection/switchNetwork.ts'
import { goBack, push } from '../modal/navigate.ts'
import { close, open, shake, showAlert } from '../modal/open.ts'
import { showToast } from '../modal/toast.ts'
import { createStorage } from '../storage/createStorage.ts'
import { writeConnection } from '../storage/storedState.ts'
import { connected } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { watchTelemetry } from './watchTelemetry.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watched(options: Parameters<typeof testConfig>[0] = {}) {
  const { config, wallet } = testConfig(options)
  const log: unknown[][] = []
  const stop = watchTelemetry(config, {
    track: (...args) => void log.push(args),
    reportError: (event, error) => void log.push([event, (error as Error).name, (error as Error).message]),
    flush: async () => undefined,
  })
  const names = () => log.map(([name]) => name)
  const signIn = async () => {
    const work = connect(config, { connectorId: 'fake' })
    wallet.take('connect').resolve(connected())
    await work
  }
  const fail = async (show: () => void) => {
    const work = connect(config, { connectorId: 'fake' })
    wallet.take('connect').reject(new Error('no'))
    await work.catch(show)
    vi.advanceTimersByTime(300)
  }
  return { config, wallet, log, names, stop, signIn, fail }
}

describe('watchTelemetry', () => {
  it('R7-40 counts opening and closing', () => {
    const { config, log } = watched()
    open(config)
    close(config)
    expect(log).toEqual([
      ['MODAL_OPEN', { connected: false }],
      ['MODAL_CLOSE', { connected: false }],
    ])
  })
  it('counts the opening that it was loaded for', () => {
    const { config } = testConfig()
    open(config)
    const log: string[] = []
    watchTelemetry(config, {
      track: (name) => void log.push(name),
      reportError: () => undefined,
      flush: async () => undefined,
    })
    expect(log).toEqual(['MODAL_OPEN'])
  })
  it('R7-40 counts a connection, a switch and a disconnect, with the kind and name of the wallet', async () => {
    const { config, wallet, log, signIn } = watched()
    open(config)
    await signIn()
    const switching = switchNetwork(config, 'eip155:8453')
    wallet.take('switchNetwork').resolve()
    await switching
    const ending = disconnect(config)
    wallet.take('disconnect').resolve()
    await ending
    expect(log.slice(1)).toEqual([
      ['CONNECT_SUCCESS', { method: 'AUTH', name: 'Fake' }],
      ['SWITCH_NETWORK', { network: 'eip155:8453' }],
      ['DISCONNECT_SUCCESS', { method: 'AUTH', name: 'Fake' }],
    ])
  })
  it('does not count a connection that is restored while the modal is shut', async () => {
    const { log, signIn } = watched()
    await signIn()
    expect(log).toEqual([])
  })
  it('R7-40 counts a modal in the page as opened, and in it who connects and not who is restored', async () => {
    const storage = createStorage(() => undefined)
    const { config, wallet, names, signIn } = watched({ embedded: true, storage })
    for (const answer of [undefined, connected()]) {
      writeConnection(storage, 'eip155', { connectorId: 'fake', caipNetworkId: 'eip155:1' })
      const restoring = reconnect(config)
      wallet.take('reconnect').resolve(answer)
      await restoring
      vi.advanceTimersByTime(300)
    }
    const ending = disconnect(config)
    wallet.take('disconnect').resolve()
    await ending
    await signIn()
    expect(names()).toEqual(['MODAL_OPEN', 'DISCONNECT_SUCCESS', 'CONNECT_SUCCESS'])
  })
  it('tells an attempt that failed from one that was given up', async () => {
    const { config, names, fail } = watched()
    open(config)
    await fail(() => shake(config))
    await fail(() => undefined)
    await fail(() => showToast(config, { kind: 'error', message: 'x' }))
    expect(names().slice(1)).toEqual(['CONNECT_ERROR', 'USER_REJECTED', 'CONNECT_ERROR'])
  })
  it('counts a view once when it is come to, and not when it is come back to', () => {
    const { config, log } = watched()
    open(config)
    push(config, { name: 'AllWallets' })
    push(config, { name: 'ConnectingWalletConnect', params: { wallet: { name: 'Rainbow' } } })
    goBack(config)
    push(config, { name: 'ConnectingExternal', params: { connectorId: 'fake' } })
    push(config, { name: 'ConnectingExternal', params: { wallet: { name: 'mia@example.com' } } })
    expect(log.slice(1)).toEqual([
      ['CLICK_ALL_WALLETS', {}],
      ['SELECT_WALLET', { name: 'Rainbow' }],
      ['SELECT_WALLET', { name: 'Fake' }],
    ])
  })
  it('counts the e-mail and its code, never the address', async () => {
    const { config, log, signIn } = watched()
    open(config)
    push(config, { name: 'EmailVerifyOtp', params: { email: 'mia@example.com' } })
    showToast(config, { kind: 'error', message: 'wrong' })
    await signIn()
    expect(log.slice(1).map(([name]) => name)).toEqual([
      'EMAIL_SUBMITTED',
      'EMAIL_VERIFICATION_CODE_FAIL',
      'EMAIL_VERIFICATION_CODE_PASS',
      'CONNECT_SUCCESS',
    ])
    expect(JSON.stringify(log)).not.toContain('mia')
  })
  it('counts the steps of a sign-in with the wallet', async () => {
    const { config, names, signIn } = watched()
    open(config)
    await signIn()
    const show = () => open(config, { view: { name: 'SIWXSignMessage' } })
    config.runtime.holdsOpen = () => false
    show()
    config.modal.setState({ loading: true })
    config.modal.setState({ loading: false })
    close(config)
    show()
    config.modal.setState({ loading: true })
    delete config.runtime.holdsOpen
    close(config)
    const steps = names().filter((name) => /SIWX/.test(String(name)))
    expect(steps).toEqual([
      'CLICK_SIGN_SIWX_MESSAGE',
      'SIWX_AUTH_ERROR',
      'CLICK_CANCEL_SIWX',
      'CLICK_SIGN_SIWX_MESSAGE',
      'SIWX_AUTH_SUCCESS',
    ])
  })
  it('R7-41 reports an alert by its kind and code', () => {
    const { config, log } = watched()
    showAlert(config, { kind: 'frameLoadFailed', short: 'Network Error', long: 'l', code: 6002 })
    showAlert(config, { kind: 'sessionExpired', short: 'Session Expired', long: 'l' })
    expect(log).toEqual([
      ['SECURE_SITE_ERROR', 'frameLoadFailed', 'Network Error (6002)'],
      ['INTERNAL_SDK_ERROR', 'sessionExpired', 'Session Expired'],
    ])
  })
  it('hears nothing after it was stopped', async () => {
    const { config, log, stop, signIn } = watched()
    stop()
    open(config)
    await signIn()
    close(config)
    expect(log).toEqual([])
  })
})
