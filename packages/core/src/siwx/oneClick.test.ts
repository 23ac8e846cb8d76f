import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountOf } from '../account/accounts.ts'
import { disconnect } from '../connection/reconnect.ts'
import type { OneClickAuthenticate, OneClickRequest, SiwxSession } from '../interfaces/Connector.ts'
import { currentView } from '../modal/open.ts'
import { ADDRESS, connected, connectFake } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { connectWithSiwx } from './connectWithSiwx.ts'
import { SIWX_VIEW } from './siwxSubject.ts'
import { fakeSiwx } from './testing/fakeSiwx.ts'
import { watchSiwx } from './watchSiwx.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const settle = () => vi.advanceTimersByTimeAsync(1)

async function sessionsOn(...chains: `eip155:${number}`[]): Promise<SiwxSession[]> {
  return Promise.all(
    chains.map(async (chainId) => {
      const data = await fakeSiwx().createMessage({ accountAddress: ADDRESS, chainId })
      return { data, message: `${data}`, signature: '0x01', cacao: { h: { t: 'eip4361' } } }
    }),
  )
}

function make(authenticate?: OneClickAuthenticate) {
  const siwx = fakeSiwx()
  const made = testConfig({ siwx })
  if (authenticate) Object.assign(made.wallet.connector, { authenticate })
  watchSiwx(made.config)
  const shown = () =>
    made.config.modal.getState().open ? currentView(made.config.router.getState()).name : 'closed'
  return { ...made, siwx, shown, begin: () => connectWithSiwx(made.config, { connectorId: 'fake' }) }
}

describe('WalletConnect one-click sign-in', () => {
  it('asks for every network at once, stores every session and asks for no further signature', async () => {
    const asked: OneClickRequest[] = []
    const sessions = await sessionsOn('eip155:1', 'eip155:8453')
    const made = make(async (request) => {
      asked.push(request)
      return { result: connected(), sessions }
    })
    await made.begin()
    await settle()
    expect(asked[0]).toMatchObject({ chains: ['eip155:1', 'eip155:8453'], nonce: 'abcdefgh1', version: '1' })
    expect(asked[0]).not.toHaveProperty('accountAddress')
    expect(made.siwx.sessions).toEqual(sessions)
    expect(accountOf(made.config.accounts, 'eip155').status).toBe('connected')
    expect(made.shown()).toBe('closed')
  })
  it.each(['no session', 'a refused session'])('asks on the usual screen after %s', async (kind) => {
    const sessions = kind === 'no session' ? [] : await sessionsOn('eip155:1')
    const made = make(async () => ({ result: connected(), sessions }))
    made.siwx.setSessions = () => Promise.reject(new Error('refused'))
    await made.begin()
    await settle()
    expect(made.shown()).toBe(SIWX_VIEW)
  })
  it('connects as ever with a wallet that cannot', async () => {
    const made = make()
    await connectFake(made.wallet, made.begin())
    await settle()
    expect(made.shown()).toBe(SIWX_VIEW)
  })
  it('connects as ever where the plug-in makes no message without an account', async () => {
    const authenticate = vi.fn()
    const made = make(authenticate)
    made.siwx.createMessage = () => Promise.reject(new Error('Address "" is invalid.'))
    const work = made.begin()
    await settle()
    await connectFake(made.wallet, work)
    await settle()
    expect(made.shown()).toBe(SIWX_VIEW)
    expect(authenticate).not.toHaveBeenCalled()
    expect(accountOf(made.config.accounts, 'eip155').status).toBe('connected')
  })
  it('is disconnected again when the wallet declines, or the visitor leaves', async () => {
    const refused = make(() => Promise.reject(Object.assign(new Error('no'), { code: 4001 })))
    await expect(refused.begin()).rejects.toMatchObject({ code: 4001 })
    expect(accountOf(refused.config.accounts, 'eip155').status).toBe('disconnected')
    const left = make(() => new Promise(() => undefined))
    const work = expect(left.begin()).rejects.toThrow()
    await settle()
    await disconnect(left.config)
    await work
    expect(accountOf(left.config.accounts, 'eip155').status).toBe('disconnected')
  })
  it('what the wallet has approved for a visitor who has left meanwhile is taken back', async () => {
    const sessions = await sessionsOn('eip155:1', 'eip155:8453')
    const made = make(async () => ({ result: connected(), sessions }))
    let store = (): void => undefined
    made.siwx.setSessions = () =>
      new Promise((resolve) => {
        store = resolve
      })
    const controller = new AbortController()
    const { signal } = controller
    const work = expect(connectWithSiwx(made.config, { connectorId: 'fake', signal })).rejects.toThrow()
    await settle()
    controller.abort()
    await work
    expect(accountOf(made.config.accounts, 'eip155').status).toBe('disconnected')
    made.wallet.take('disconnect').resolve()
    expect(made.siwx.revoked).toEqual([])
    // It came through all the same.
    store()
    await settle()
    expect(made.siwx.revoked).toEqual([`eip155:1:${ADDRESS}`, `eip155:8453:${ADDRESS}`])
  })
})
