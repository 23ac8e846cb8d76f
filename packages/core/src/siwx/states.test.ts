import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connect } from '../connection/connect.ts'
import { disconnect } from '../connection/reconnect.ts'
import { switchNetwork } from '../connection/switchNetwork.ts'
import { watchConnectors } from '../connection/watchConnectors.ts'
import { close, currentView, open } from '../modal/open.ts'
import { ADDRESS, connected, OTHER_ADDRESS } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { signSiwx } from './signSiwx.ts'
import { cancelSiwx, isSiwxShown, SIWX_VIEW, siwxSubject } from './siwxSubject.ts'
import { fakeSiwx } from './testing/fakeSiwx.ts'
import { watchSiwx } from './watchSiwx.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const settle = () => vi.advanceTimersByTimeAsync(200)

function make(isRequired: boolean) {
  const siwx = fakeSiwx({ getRequired: () => isRequired })
  const made = testConfig({ siwx })
  watchConnectors(made.config)
  watchSiwx(made.config)
  const { config, wallet } = made
  const answer = (name: string, value?: unknown) => {
    if (wallet.waiting.some((call) => call.name === name)) wallet.take(name).resolve(value)
  }
  /** Its buttons are on its view alone. */
  async function sign(isApproved: boolean) {
    if (!isSiwxShown(config)) return
    const work = signSiwx(config).catch(() => undefined)
    await settle()
    if (isApproved) answer('request', '0x01')
    else if (wallet.waiting.some(({ name }) => name === 'request'))
      wallet.take('request').reject({ code: 4001 })
    await settle()
    await work
  }
  async function doConnect() {
    const work = connect(config, { connectorId: 'fake' }).catch(() => undefined)
    answer('connect', connected())
    await work
  }
  const steps = {
    connect: doConnect,
    disconnect: async () => {
      const work = disconnect(config)
      answer('disconnect')
      await work
    },
    cancel: async () => {
      if (!isSiwxShown(config)) return
      const work = cancelSiwx(config)
      answer('disconnect')
      await work
    },
    otherAccount: async () =>
      wallet.context.emitter.emit('change', { accounts: connected(OTHER_ADDRESS).accounts }),
    firstAccount: async () =>
      wallet.context.emitter.emit('change', { accounts: connected(ADDRESS).accounts }),
    switch: async () => {
      const { activeId } = config.networks.getState()
      const work = switchNetwork(config, activeId === 'eip155:1' ? 'eip155:8453' : 'eip155:1')
      answer('switchNetwork')
      await work
    },
    sign: () => sign(true),
    decline: () => sign(false),
    open: async () => open(config),
    openNetworks: async () => open(config, { view: { name: 'Networks' } }),
    close: async () => close(config),
  }
  return { siwx, config, steps }
}
type Steps = ReturnType<typeof make>['steps']
const NAMES = Object.keys(make(true).steps) as (keyof Steps)[]

it.each([true, false])(
  'R4-68 R4-75 after any steps the screen says what is so (required: %s)',
  async (isRequired) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...NAMES), { maxLength: 14 }), async (names) => {
        const { siwx, config, steps } = make(isRequired)
        for (const name of names) {
          await steps[name]()
          await settle()
          const subject = siwxSubject(config)
          const isOpen = config.modal.getState().open
          const isShown = isOpen && currentView(config.router.getState()).name === SIWX_VIEW
          const hasSession =
            subject !== undefined && (await siwx.getSessions(subject.chainId, subject.address)).length > 0
          // Nobody is asked who need not be, and whoever must sign in has nothing else before them.
          if (!subject || hasSession) expect(isShown).toBe(false)
          else if (isRequired) expect(isShown).toBe(true)
          // The modal is never held open for nothing.
          if (!isShown) {
            close(config)
            expect(config.modal.getState().open).toBe(false)
            await settle()
          }
        }
        config.destroy()
      }),
      { numRuns: 150 },
    )
  },
)
