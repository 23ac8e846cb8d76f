import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connect } from '../connection/connect.ts'
import { request } from '../connection/request.ts'
import { addNetwork } from '../connection/switchNetwork.ts'
import { watchConnectors } from '../connection/watchConnectors.ts'
import type { Siwx } from '../interfaces/Connector.ts'
import { goBack, push, replace, reset } from '../modal/navigate.ts'
import { close, currentView, open } from '../modal/open.ts'
import { createStorage } from '../storage/createStorage.ts'
import {
  ADDRESS,
  connected,
  connectFake,
  type FakeConnector,
  OTHER_ADDRESS,
} from '../testing/fakeConnector.ts'
import { base, showsApproval, testConfig } from '../testing/testConfig.ts'
import { signSiwx } from './signSiwx.ts'
import { SIWX_VIEW } from './siwxSubject.ts'
import { fakeSiwx } from './testing/fakeSiwx.ts'
import { watchSiwx } from './watchSiwx.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const tell = ({ context }: FakeConnector, address: string) =>
  context.emitter.emit('change', { accounts: connected(address).accounts })
const settle = () => vi.advanceTimersByTimeAsync(1)

/** Connected, and asked for a sign-in that is required. */
async function prepare(options: Partial<Siwx> & { embedded?: boolean } = {}) {
  const { embedded = false, ...plugIn } = options
  const siwx = fakeSiwx(plugIn)
  const made = testConfig({ siwx, embedded, storage: createStorage(() => undefined) })
  watchConnectors(made.config)
  watchSiwx(made.config)
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
  await settle()
  const { config } = made
  const shown = () => (config.modal.getState().open ? currentView(config.router.getState()).name : 'closed')
  return { ...made, siwx, shown }
}
type Made = Awaited<ReturnType<typeof prepare>>

describe('R4-75 a required sign-in comes back, whatever is done about it', () => {
  const ways: [string, (made: Made) => unknown][] = [
    ['close', ({ config }) => close(config)],
    ['back', ({ config }) => goBack(config)],
    ['another view opened', ({ config }) => open(config, { view: { name: 'Account' } })],
    ['another view pushed', ({ config }) => push(config, { name: 'Networks' })],
    ['another view in its place', ({ config }) => replace(config, { name: 'Account' })],
    ['another stack', ({ config }) => reset(config, { name: 'Account' })],
    [
      'another view opened, and closed at once',
      ({ config }) => {
        open(config, { view: { name: 'Account' } })
        close(config)
      },
    ],
    [
      'another request, and its approval closed',
      async ({ config }) => {
        const work = request(config, { method: 'personal_sign', params: ['0x00', ADDRESS] })
        work.catch(() => undefined)
        await settle()
        showsApproval(config)
        close(config)
      },
    ],
    [
      'another request, and its approval left by Back',
      async ({ config }) => {
        const work = request(config, { method: 'personal_sign', params: ['0x00', ADDRESS] })
        work.catch(() => undefined)
        await settle()
        showsApproval(config)
        goBack(config)
      },
    ],
    [
      'another view over an approval, left by Back when the approval is over',
      async ({ config, wallet }) => {
        const work = request(config, { method: 'personal_sign', params: ['0x00', ADDRESS] })
        work.catch(() => undefined)
        await settle()
        showsApproval(config)
        push(config, { name: 'Account' })
        wallet.take('request').reject(Object.assign(new Error('User rejected the request'), { code: 4001 }))
        await settle()
        goBack(config)
      },
    ],
    [
      'a request that the wallet does not allow',
      async ({ config }) => {
        request(config, { method: 'eth_nonsense' }).catch(() => undefined)
        await settle()
        close(config)
      },
    ],
  ]
  for (const embedded of [false, true])
    it.each(ways)(`%s${embedded ? ', embedded' : ''}`, async (_, leave) => {
      const made = await prepare({ embedded })
      expect(made.shown()).toBe(SIWX_VIEW)
      await leave(made)
      await vi.advanceTimersByTimeAsync(500)
      expect(made.shown()).toBe(SIWX_VIEW)
      close(made.config)
      expect(made.shown()).toBe(SIWX_VIEW)
    })
  it('while the plug-in is still thinking', async () => {
    const made = await prepare()
    made.siwx.getSessions = () => new Promise(() => undefined)
    open(made.config, { view: { name: 'Account' } })
    close(made.config)
    await vi.advanceTimersByTimeAsync(11_000)
    expect(made.shown()).toBe(SIWX_VIEW)
  })
})

it('R4-75 a signature for one network does not free another to which the wallet has switched meanwhile', async () => {
  const made = await prepare()
  const work = signSiwx(made.config).then(
    () => 'signed',
    () => 'left',
  )
  await settle()
  const asked = made.wallet.take('request')
  made.wallet.context.emitter.emit('change', { caipNetworkId: 'eip155:8453' })
  await settle()
  asked.resolve('0x5167')
  expect(await work).toBe('left')
  await vi.advanceTimersByTimeAsync(500)
  expect([made.shown(), made.siwx.sessions]).toEqual([SIWX_VIEW, []])
})

it('R4-75 no sequence of these leaves a visitor connected, without a session, and with nothing that asks for it', async () => {
  const steps: Record<string, (made: Made) => unknown> = {
    close: ({ config }) => close(config),
    back: ({ config }) => goBack(config),
    open: ({ config }) => open(config),
    view: ({ config }) => open(config, { view: { name: 'Networks' } }),
    push: ({ config }) => push(config, { name: 'Account' }),
    reset: ({ config }) => reset(config, { name: 'Account' }),
    sign: ({ config }) => void signSiwx(config).catch(() => undefined),
    ask: ({ config }) => void request(config, { method: 'personal_sign', params: [] }).catch(() => undefined),
    other: ({ wallet }) => tell(wallet, OTHER_ADDRESS),
    same: ({ wallet }) => tell(wallet, ADDRESS),
    network: ({ wallet }) => wallet.context.emitter.emit('change', { caipNetworkId: 'eip155:8453' }),
    decline: ({ wallet }) => {
      const call = wallet.waiting.find(({ name, signal }) => name === 'request' && !signal?.aborted)
      if (!call) return
      wallet.waiting.splice(wallet.waiting.indexOf(call), 1)
      call.reject(Object.assign(new Error('User rejected the request'), { code: 4001 }))
    },
    wait: () => settle(),
  }
  const sequence = fc.array(fc.constantFrom(...Object.keys(steps)), { maxLength: 14 })
  await fc.assert(
    fc.asyncProperty(sequence, fc.boolean(), async (names, embedded) => {
      const made = await prepare({ embedded })
      for (const name of names) {
        steps[name]?.(made)
        await Promise.resolve()
      }
      await vi.advanceTimersByTimeAsync(500)
      // What waits for the wallet is left first.
      for (let left = 0; left < 20 && made.config.runtime.pendingRequests.size > 0; left++) {
        steps.decline?.(made)
        await vi.advanceTimersByTimeAsync(500)
      }
      expect(made.shown()).toBe(SIWX_VIEW)
      made.config.destroy()
    }),
    { numRuns: 300, examples: [[['ask', 'push', 'decline', 'back'], true]] },
  )
})

it('a network that the page lists later is one to sign in on from then on', async () => {
  const { config, wallet, shown } = await prepare()
  wallet.context.emitter.emit('change', { caipNetworkId: 'eip155:10' })
  await settle()
  expect(shown()).not.toBe(SIWX_VIEW)
  addNetwork(config, { ...base, id: 10, caipNetworkId: 'eip155:10' })
  await settle()
  expect(shown()).toBe(SIWX_VIEW)
})
