import { localhost } from '@latchkey/chain-evm'
import { createFakeFrame, type FakeFrame, FRAME_ADDRESS, fakeEmbedded } from '@latchkey/connectors/testing'
import { connect } from '@latchkey/core'
import { BaseError } from '@latchkey/errors'
import axe from 'axe-core'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLatchkey, type Latchkey } from '../createLatchkey.ts'
import { openDevtools } from '../devtools.ts'
import type { Devtools } from './openDevtools.ts'

const EMAIL = 'mia.muster@example.com'
const CODE = '431907'
const SIGNATURE = `0x${'5e'.repeat(65)}`
const MESSAGE = '0x6d792073656372657420706c616e'

let latchkey: Latchkey
let devtools: Devtools
let frame: FakeFrame
let answer: () => unknown

beforeEach(async () => {
  localStorage.clear()
  answer = () => SIGNATURE
  frame = createFakeFrame({ rpcRequest: () => answer() })
  latchkey = createLatchkey({
    projectId: 'demo',
    walletOrigin: 'https://wallet.example',
    apiOrigin: 'http://127.0.0.1:9',
    networks: [localhost],
    connectors: [fakeEmbedded(frame)],
    preload: 'none',
    logLevel: 'debug',
  })
  devtools = await openDevtools(latchkey)
})
afterEach(() => {
  devtools.close()
  latchkey.destroy()
  frame.destroy()
  document.body.replaceChildren()
})

const root = () => devtools.element.shadowRoot as ShadowRoot
const buttonOf = (name: string) =>
  [...root().querySelectorAll('button')].find(({ textContent }) => textContent === name) as HTMLButtonElement
const shown = () => root().querySelector('[role=tabpanel]')?.textContent ?? ''
const wallet = () => {
  const [first] = latchkey.config.connectors.getState().connectors
  if (!first?.email) throw new Error('There is no embedded wallet')
  return first
}

/** As in the modal: an address, then the code on the wallet's own screen. */
async function signIn(): Promise<void> {
  await wallet().email?.start({ email: EMAIL })
  await wallet().email?.promptCode({})
  await connect(latchkey.config, { connectorId: 'embedded' })
}
const sign = () =>
  latchkey.provider.request({ method: 'personal_sign', params: [MESSAGE, FRAME_ADDRESS] }) as Promise<string>

it('shows a call over the real bridge with its time, sizes and outcome', async () => {
  await wallet().email?.start({ email: EMAIL })
  const { traffic } = await devtools.report()
  expect(traffic.find(({ name }) => name === 'connectEmail')).toEqual({
    at: expect.any(Number),
    name: 'connectEmail',
    id: expect.stringMatching(/^[\w-]{22}$/),
    sent: expect.any(Number),
    received: expect.any(Number),
    ms: expect.any(Number),
    outcome: 'answered',
  })
  await expect.poll(shown).toMatch(/connectEmail/)
})

it('shows requests with what the person decided, and the life of the frame', async () => {
  await signIn()
  await sign()
  answer = () => {
    throw new BaseError(2004, 'You declined the request.')
  }
  await expect(sign()).rejects.toMatchObject({ code: 4001 })
  await expect(latchkey.provider.request({ method: 'eth_sign', params: [] })).rejects.toBeDefined()
  buttonOf('Requests').click()
  const decisions = async () =>
    (await devtools.report()).requests.map(({ method, outcome }) => [method, outcome])
  await expect.poll(decisions).toEqual([
    ['personal_sign', 'approved'],
    ['personal_sign', 'declined'],
    ['eth_sign', 'refused'],
  ])
  await expect.poll(shown).toMatch(/personal_sign.*approved.*declined.*2004/)
  const life = async () => (await devtools.report()).frame.map(({ status }) => status)
  expect(await life()).toEqual(['notCreated', 'created', 'ready'])
  frame.server?.destroy()
  await expect.poll(life).toEqual(['notCreated', 'created', 'ready', 'lost'])
})

it('no secret is in the report, nor on the screen, nor in the log', async () => {
  await signIn()
  await sign()
  const { accounts } = latchkey.config
  const { eip155 } = accounts.getState().byNamespace
  if (!eip155) throw new Error('Nobody is connected')
  accounts.setState({ byNamespace: { eip155: { ...eip155, user: { email: EMAIL, username: 'mia' } } } })
  const pairingUri = `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`
  latchkey.config.modal.setState({ pairingUri })
  latchkey.config.router.setState({ stack: [{ name: 'EmailVerify', params: { email: EMAIL, code: CODE } }] })
  const report = await devtools.report()
  const texts = [JSON.stringify(report), await latchkey.readLog()]
  for (const tab of ['Traffic', 'Requests', 'State', 'Frame']) {
    buttonOf(tab).click()
    texts.push(shown())
  }
  for (const secret of [EMAIL, CODE, SIGNATURE, MESSAGE, pairingUri, 'b'.repeat(64)])
    for (const text of texts) expect(text).not.toContain(secret)
  expect(report.states.accounts[0]).toMatchObject({ address: FRAME_ADDRESS, email: 'm•••@example.com' })
  expect(report.states.modal).toMatchObject({ showsPairing: true })
  expect(report.states.router).toMatchObject({ views: ['EmailVerify'] })
  expect(report.log.length).toBeGreaterThan(0)
  latchkey.config.modal.setState({ pairingUri: undefined })
})

it('a closed panel observes nothing, and another panel goes on', async () => {
  const { runtime } = latchkey.config
  const other = await openDevtools(latchkey)
  expect(runtime.observers?.size).toBe(2)
  devtools.close()
  devtools.close()
  expect(runtime.observers?.size).toBe(1)
  other.close()
  expect(runtime.observers).toBeUndefined()
  expect(document.querySelector('latchkey-devtools')).toBeNull()
  await wallet().email?.start({ email: EMAIL })
  expect((await devtools.report()).traffic).toEqual([])
})

it('goes with its config', () => {
  latchkey.config.destroy()
  expect(devtools.element.isConnected).toBe(false)
  expect(latchkey.config.runtime.observers).toBeUndefined()
})

it('is worked by keys: arrows between the tabs, Escape closes', async () => {
  const tabs = [...root().querySelectorAll<HTMLElement>('[role=tab]')]
  const press = (key: string) =>
    root().activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }))
  tabs[0]?.focus()
  const selected = () => root().querySelector('[aria-selected=true]')?.textContent
  for (const [key, name] of [
    ['ArrowRight', 'Requests'],
    ['End', 'Frame'],
    ['ArrowRight', 'Traffic'],
    ['ArrowLeft', 'Frame'],
    ['Home', 'Traffic'],
  ] as const) {
    press(key)
    expect([selected(), root().activeElement?.textContent]).toEqual([name, name])
  }
  press('Escape')
  expect(devtools.element.isConnected).toBe(false)
})

it.each(['dark', 'light'] as const)('has no fault that axe knows, in %s', async (themeMode) => {
  latchkey.setTheme({ themeMode })
  await signIn()
  for (const tab of ['Traffic', 'Requests', 'State', 'Frame']) {
    buttonOf(tab).click()
    const { violations } = await axe.run(devtools.element, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      rules: { region: { enabled: false } },
      resultTypes: ['violations'],
    })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  }
})
