import { localhost } from '@latchkey/chain-evm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLatchkey, type Latchkey, type LatchkeyOptions } from './createLatchkey.ts'

const API = 'https://api.example.net'
const WALLET = 'https://wallet.example'
const made: Latchkey[] = []

const start = (preload?: LatchkeyOptions['preload']) => {
  const latchkey = createLatchkey({
    projectId: 'demo',
    walletOrigin: WALLET,
    apiOrigin: API,
    networks: [localhost],
    ...(preload ? { preload } : {}),
  })
  made.push(latchkey)
  return latchkey
}
const modals = () => document.querySelectorAll('latchkey-modal').length
const drawn = { timeout: 20_000 }

/** What the browser has asked the operator's origins for; failed requests are listed too. */
const askedServices = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(API) || name.startsWith(WALLET))

/** Says what the browser says of its connection, until the test ends. */
const setConnection = (connection: { saveData?: boolean; effectiveType?: string }) =>
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })

const nearButton = () => {
  const element = document.body.appendChild(document.createElement('latchkey-button'))
  element.shadowRoot?.querySelector('button')?.dispatchEvent(new PointerEvent('pointerenter'))
}

beforeEach(() => {
  localStorage.clear()
  performance.clearResourceTimings()
})
afterEach(() => {
  for (const latchkey of made.splice(0)) latchkey.destroy()
  document.body.replaceChildren()
  Reflect.deleteProperty(navigator, 'connection')
})

it('the first view is drawn and hidden in idle time, and no service is asked', async () => {
  const latchkey = start()
  expect(modals(), 'nothing within the call itself').toBe(0)
  await expect.poll(modals, drawn).toBe(1)
  const card = document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('dialog')
  expect(card?.open).toBe(false)
  expect(latchkey.getState().open).toBe(false)
  expect(document.querySelector('iframe')).toBeNull()
  expect(askedServices()).toEqual([])
})

it('`intent` waits for the pointer, and no service is asked', async () => {
  start('intent')
  // Idle time comes to the second one; the first has had its turn by then.
  start('idle')
  await expect.poll(modals, drawn).toBe(1)
  nearButton()
  await expect.poll(modals, drawn).toBe(2)
  expect(askedServices()).toEqual([])
})

it('`none` waits for the opening, whatever the pointer does', async () => {
  const latchkey = start('none')
  nearButton()
  start('idle')
  await expect.poll(modals, drawn).toBe(1)
  expect(askedServices()).toEqual([])
  latchkey.config.modal.setState({ open: true })
  await expect.poll(modals, drawn).toBe(2)
})

it.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
  'a visitor who pays for bytes is spared them: %o',
  async (connection) => {
    setConnection(connection)
    start('idle')
    setConnection({ saveData: false, effectiveType: '4g' })
    start('idle')
    await expect.poll(modals, drawn).toBe(1)
    nearButton()
    await expect.poll(modals, drawn).toBe(2)
  },
)

it('what is destroyed before idle time comes puts nothing into the page', async () => {
  start('idle').destroy()
  start('idle')
  await expect.poll(modals, drawn).toBe(1)
})
