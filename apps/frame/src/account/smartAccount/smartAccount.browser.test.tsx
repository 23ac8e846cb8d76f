import { safeAccount } from '@latchkey/chain-evm/decode/smartAccount'
import { groupByFour } from '@latchkey/ui'
import axe from 'axe-core'
import type { ReactElement } from 'react'
import { describe, expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ChainRpc } from '../../context/ChainRpc.ts'
import { english } from '../../locales/loadLocale.ts'
import { loadWords } from '../locales/Words.ts'
import { WordsProvider } from '../locales/WordsContext.tsx'
import type { DrawSmartAccount } from '../page/AccountPage.ts'
import { PageFrame } from '../screens/AccountApp.tsx'
import { Section } from '../sections/Section.tsx'
import { type FakeNetwork, type FakePermission, fakeNetwork } from '../testing/fakeNetwork.ts'
import { fakePage } from '../testing/fakePage.ts'
import { NOW, sampleAccount, sampleConfig } from '../testing/sampleAccount.ts'
import { SmartAccountContent } from './SmartAccountContent.tsx'
import { SmartAccountSection } from './SmartAccountSection.tsx'
import '@latchkey/ui/tokens.css'
import '@latchkey/ui/styles.css'
import '../account.css'

const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const manager = '0x2d2Df41114f81C52Dd85a1158120B3f2d713D9eD'
const grantee = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const game = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0'
const seconds = NOW / 1_000
const german = await loadWords(['de'])

const coins: FakePermission = {
  id: `0x${'1'.repeat(64)}`,
  grantee,
  expiry: seconds + 86_400,
  limits: [{ token: null, amount: 10n ** 18n, start: seconds, period: 0 }],
  calls: [],
  spent: [6n * 10n ** 17n],
}
const play: FakePermission = {
  ...coins,
  id: `0x${'2'.repeat(64)}`,
  expiry: seconds - 10,
  limits: [{ token: null, amount: 10n ** 17n, start: 1, period: 604_800 }],
  calls: [{ target: game, selector: '0x93e84cd9' }],
  spent: [0n],
}

const [chain] = sampleConfig.chains
if (!chain) throw new Error('no network')
const config = {
  ...sampleConfig,
  chains: [{ ...chain, smartAccounts: { entryPoint: '0.7' as const, permissionManager: manager } }],
}
const world = (change: Partial<FakeNetwork> = {}): FakeNetwork => ({
  deployed: true,
  permissions: [coins, play],
  silent: false,
  ...change,
})

function section(network: FakeNetwork, page = { ...fakePage(), config }): ReactElement {
  return (
    <div className="lk-root">
      <PageFrame wallet={{ name: 'Latchkey', host: 'wallet.example' }}>
        <h1 className="ac-h1">Security and devices</h1>
        <Section title="Smart account">
          <SmartAccountContent page={page} owner={owner} rpc={fakeNetwork(network)} locale={english} />
        </Section>
      </PageFrame>
    </div>
  )
}
const takeBack = () => browser.getByRole('button', { name: 'Take back what 0x7099…79C8 may do' })

describe.each(['dark', 'light'] as const)('in %s', (theme) => {
  test.each<[string, Partial<FakeNetwork>, string]>([
    ['with permissions', {}, 'Take back all'],
    ['with none', { deployed: false, permissions: [] }, 'Nobody may act without asking you.'],
    ['without an answer', { silent: true }, 'Try again'],
  ])('%s it has no fault that axe knows', async (_, change, words) => {
    document.documentElement.setAttribute('data-theme', theme)
    document.documentElement.lang = 'en'
    document.title = 'Security and devices'
    const { container } = await render(section(world(change)))
    await expect.element(browser.getByText(words)).toBeVisible()
    const { passes, violations } = await axe.run(container, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    })
    expect(passes.map(({ id }) => id)).toContain('color-contrast')
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  })
})

test('says who may do what, how much of it was used and until when', async () => {
  await render(section(world()))
  await expect.element(browser.getByText('Up to 1 ETH in total · 0.6 ETH used')).toBeVisible()
  await expect.element(browser.getByText('Up to 0.1 ETH every 7 days · 0 ETH used')).toBeVisible()
  await expect.element(browser.getByText('May use 0x9fE4…a6e0')).toBeVisible()
  await expect.element(browser.getByText('Ended', { exact: true })).toBeVisible()
  const account = groupByFour(safeAccount.addressOf(owner))
  expect(document.body.textContent?.replaceAll(/\s/g, '')).toContain(String(account).replaceAll(/[\s,]/g, ''))
})

test('what loads has its place before: nothing below it moves', async () => {
  const network = fakeNetwork(world({ deployed: true, permissions: [] }))
  let answers = () => {}
  const waits = new Promise<void>((resolve) => {
    answers = resolve
  })
  let comes = () => {}
  const page = {
    ...fakePage(),
    config,
    loadSmartAccount: () =>
      new Promise<DrawSmartAccount>((resolve) => {
        const rpc: ChainRpc = { ...network, batch: (...asked) => waits.then(() => network.batch(...asked)) }
        comes = () =>
          resolve((who) => <SmartAccountContent page={page} owner={who} rpc={rpc} locale={english} />)
      }),
  }
  const { container } = await render(
    <div className="lk-root">
      <SmartAccountSection page={page} account={sampleAccount} />
    </div>,
  )
  const heightOf = () => container.querySelector('.ac-card')?.getBoundingClientRect().height
  await expect.element(browser.getByRole('status', { name: 'Asking the network' })).toBeInTheDocument()
  const before = heightOf()
  comes()
  await expect.element(browser.getByRole('button', { name: 'Copy' })).toBeVisible()
  expect(heightOf()).toBe(before)
  answers()
  await expect.element(browser.getByText('Nobody may act without asking you.')).toBeVisible()
  expect(heightOf()).toBe(before)
})

test('a network that did not answer is asked again', async () => {
  const network = world({ silent: true })
  await render(section(network))
  await expect.element(browser.getByRole('alert')).toHaveTextContent('is not responding')
  network.silent = false
  await userEvent.click(browser.getByRole('button', { name: 'Try again' }))
  await expect.element(takeBack().first()).toBeVisible()
})

test('R6-21 what will be signed stands on a screen of its own first; Escape turns back', async () => {
  const page = { ...fakePage(), config }
  await render(section(world(), page))
  await userEvent.click(takeBack().first())
  const dialog = browser.getByRole('dialog')
  await expect.element(dialog.getByText('Take back what 0x7099…79C8 may do in your name.')).toBeVisible()
  await expect.element(dialog.getByText('in total')).toBeVisible()
  expect(page.calls.map(([name]) => name)).not.toContain('signTypedData')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(page.store.getState().notice).toBeNull()
})

test('all are taken back together', async () => {
  await render(section(world()))
  await userEvent.click(browser.getByRole('button', { name: 'Take back all' }))
  await expect.element(browser.getByRole('dialog').getByText('Take back 2 permissions.')).toBeVisible()
})

test('the dialog keeps Tab within it and has no fault that axe knows', async () => {
  await render(section(world()))
  await userEvent.click(takeBack().first())
  const dialog = browser.getByRole('dialog')
  await expect.element(dialog.getByText('in total')).toBeVisible()
  for (let count = 0; count < 12; count++) {
    await userEvent.tab()
    expect(document.activeElement?.closest('dialog'), `Tab ${count}`).not.toBeNull()
  }
  const { violations } = await axe.run(dialog.element(), {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
})

test('a network that fails while it is prepared says so, and nothing is signed', async () => {
  const network = world()
  const page = { ...fakePage(), config }
  await render(section(network, page))
  await expect.element(takeBack().first()).toBeVisible()
  network.silent = true
  await userEvent.click(takeBack().first())
  await expect.element(browser.getByRole('dialog').getByText('The network is not responding')).toBeVisible()
  await userEvent.click(browser.getByRole('button', { name: 'Close' }))
  await expect.element(browser.getByRole('dialog')).not.toBeInTheDocument()
  await expect.poll(() => page.store.getState().notice?.tone).toBe('danger')
})

test('speaks German', async () => {
  await render(<WordsProvider value={german}>{section(world({ permissions: [] }))}</WordsProvider>)
  await expect.element(browser.getByText('Niemand darf handeln, ohne Sie zu fragen.')).toBeVisible()
})

test('is loaded when the operator offers such accounts, and says when the network cannot be reached', async () => {
  const apiOrigin = 'http://127.0.0.1:9'
  const page = { ...fakePage(), config: { ...config, apiOrigin } }
  await render(<SmartAccountSection page={page} account={sampleAccount} />)
  await expect.element(browser.getByRole('heading', { name: 'Smart account' })).toBeVisible()
  await expect.element(browser.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('is not there otherwise', async () => {
  const { container } = await render(<SmartAccountSection page={fakePage()} account={sampleAccount} />)
  expect(container.textContent).toBe('')
})
