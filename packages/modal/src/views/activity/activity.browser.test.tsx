import { activityOf, type Transaction } from '@latchkey/core/activity'
import { transfersOf } from '@latchkey/core/transfer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { TITLE_ID } from '../../shell/createShell.ts'
import { withoutMotion } from '../../testing/withoutMotion.ts'
import { pretendEmail, SAMPLE_ADDRESS } from '../../workbench/pretend/pretendConnectors.ts'
import { sampleTransactions } from '../../workbench/pretend/sampleTransactions.ts'
import { signedIn } from '../../workbench/pretend/signedIn.ts'
import type { ViewState } from '../../workbench/pretend/ViewState.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'
import { viewStates } from '../../workbench/viewStates.ts'

withoutMotion()

let stage: Stage
beforeEach(() => page.viewport(1_280, 800))
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})
const tab = () => page.getByRole('tab', { name: 'Activity' })
const rows = () => page.getByRole('tabpanel').getByRole('listitem')
const texts = () =>
  rows()
    .elements()
    .map((row) => row.textContent)
const show = async (state: ViewState | undefined) => {
  stage = await stageView('Account', state ?? {})
}

describe('the activity of an account', () => {
  it('R1-14 R3-57 tells what happened, with whom, how much and when', async () => {
    await show(viewStates.Account.activity)
    await expect.poll(() => rows().elements().length).toBe(7)
    expect(texts().slice(0, 4)).toEqual([
      expect.stringMatching(/^Sent To 0x.*\u22120\.500ETH 3 min ago$/),
      expect.stringMatching(/^Received From 0x.*\+1,250\.750HUSD 1 hr ago$/),
      expect.stringMatching(/^Swapped \u22120\.250ETH \+612\.840HUSD 2 d ago$/),
      expect.stringMatching(/^Failed To 0x.* 3 d ago$/),
    ])
    await expect.element(page.getByText('1 transaction is hidden')).toBeVisible()
  })

  it('tells no time of what the network gives none', async () => {
    await show(viewStates.Account.activity)
    const times = () => page.getByRole('tabpanel').element().querySelectorAll('time').length
    await expect.poll(times).toBe(7)
    const undated = (one: Transaction) => ({ ...one, metadata: { ...one.metadata, minedAt: undefined } })
    activityOf(stage.config).setState(({ byAccount }) => ({
      byAccount: Object.fromEntries(
        Object.entries(byAccount).map(([account, activity]) => [
          account,
          { ...activity, transactions: activity.transactions?.map(undated) },
        ]),
      ),
    }))
    await expect.poll(times).toBe(0)
    expect(texts()[0]).toMatch(/^Sent To 0x.*\u22120\.500ETH $/)
  })

  it('stays in its row on a narrow phone, with room for whoever sent it', async () => {
    await page.viewport(320, 800)
    await show(viewStates.Account.activity)
    await expect.poll(() => rows().elements().length).toBe(7)
    for (const row of rows().elements()) {
      const line = row.querySelector('.lk-row')
      expect(line?.scrollWidth).toBe(line?.clientWidth)
    }
    const collectible = rows().filter({ hasText: 'Collectible' }).element()
    expect(collectible.querySelector('.lk-row-text')?.clientWidth).toBeGreaterThan(70)
  })

  it('R4-85 stands under its month, with the year where it is another one', async () => {
    await show(viewStates.Account.activity)
    const old = new Date(Date.now() - 390 * 86_400_000)
    const name = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' }).format(old)
    await expect.element(page.getByRole('heading', { name })).toBeVisible()
    await expect.element(page.getByRole('list', { name })).toBeVisible()
  })

  it('stands under the month that it is of where the language has a calendar of its own', async () => {
    const [first] = sampleTransactions()
    if (!first) throw new Error('There is no transaction.')
    const on = (day: number) => ({
      ...first,
      id: String(day),
      metadata: { ...first.metadata, minedAt: new Date(2025, 0, day, 12).toISOString() },
    })
    stage = await stageView(
      'Account',
      { ...viewStates.Account.activity, history: [[on(25), on(1)]] },
      { locale: 'fa' },
    )
    await expect.poll(() => rows().elements().length).toBe(2)
    // Both are of January; in the Persian calendar they are of two months.
    const heading = page.getByRole('tabpanel').getByRole('heading')
    await expect.element(heading).toHaveTextContent('ژانویهٔ ۲۰۲۵')
  })

  it('a symbol is not read as more of the amount beside it', async () => {
    const [, received] = sampleTransactions()
    if (!received) throw new Error('There is no transaction.')
    const token = { name: 'US Dollar', symbol: 'billion USDC' }
    const transfers = [{ fungible_info: token, direction: 'in', quantity: { numeric: '1' } } as const]
    await show({ ...viewStates.Account.activity, history: [[{ ...received, transfers }]] })
    await expect.element(page.getByText('+1.000“billion USDC”')).toBeVisible()
  })

  it('leads to the explorer without telling it where from', async () => {
    await show(viewStates.Account.activity)
    const link = page.getByRole('link', { name: /^Sent To/ }).first()
    await expect.element(link).toHaveAttribute('href', 'https://explorer.example.net/tx/0x')
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  })

  it('R4-84 shows older ones on request, and keeps the focus where the button was', async () => {
    await show(viewStates.Account.activity)
    const button = page.getByRole('button', { name: 'Show older activity' })
    await userEvent.click(button)
    await expect.poll(() => rows().elements().length).toBe(14)
    expect(button.elements()).toHaveLength(0)
    const focused = () => stage.modal.element.shadowRoot?.activeElement?.className
    await expect.poll(focused).toBe('lk-activity-more')
  })

  it('R8-11 says that it cannot be read, and reads again on request', async () => {
    await show(viewStates.Account.activityFails)
    const told = page.getByRole('status').filter({ hasText: 'We could not load your activity' })
    await expect.element(told).toBeVisible()
    stage.config.runtime.fetch = async () =>
      Response.json({ data: sampleTransactions().slice(0, 1), next: null })
    await userEvent.click(page.getByRole('tabpanel').getByRole('button', { name: 'Try again' }))
    await expect.poll(() => rows().elements().length).toBe(1)
    expect(stage.modal.element.shadowRoot?.activeElement?.id).toBe(TITLE_ID)
  })

  it('older ones that cannot be read take no focus away', async () => {
    await show(viewStates.Account.activity)
    const button = page.getByRole('button', { name: 'Show older activity' })
    await expect.element(button).toBeVisible()
    stage.config.runtime.fetch = () => Promise.reject(new TypeError('no network'))
    await userEvent.click(button)
    await expect.element(page.getByText('We could not load your activity')).toBeVisible()
    expect(stage.modal.element.shadowRoot?.activeElement?.id).toBe(TITLE_ID)
  })

  it('an account that has done nothing is told so', async () => {
    await show(viewStates.Account.activityEmpty)
    await expect
      .element(page.getByText('What you send and receive on this network shows up here.'))
      .toBeVisible()
  })

  it('what is on its way stands first, and is asked for when a block has it', async () => {
    let data = sampleTransactions().slice(1, 2)
    await show({ ...viewStates.Account.activityPending, history: [data] })
    await expect.element(page.getByText('Sending 0.5 ETH')).toBeVisible()
    await expect.poll(() => rows().elements().length).toBe(1)
    const [sent] = sampleTransactions()
    data = sent ? [{ ...sent, metadata: { ...sent.metadata, hash: `0x${'ab'.repeat(32)}` } }, ...data] : data
    const store = transfersOf(stage.config)
    stage.config.runtime.fetch = async () => Response.json({ data, next: null })
    store.setState({ transfers: [] })
    await expect.poll(() => rows().elements().length, { timeout: 10_000 }).toBe(2)
  })
})

describe('a transfer that waits', () => {
  const ask = async (answer: () => Promise<unknown>) => {
    const asked: unknown[] = []
    const connector = pretendEmail({
      request: ({ method, params }) => {
        asked.push([method, params])
        return answer()
      },
    })
    await show({ ...viewStates.Account.bitcoinActivity, connectors: [connector] })
    const button = page.getByRole('button', { name: 'Speed up' })
    await expect.element(button).toBeVisible()
    // What came, and what a block has, is not one's own to replace.
    expect(button.elements()).toHaveLength(1)
    await userEvent.click(button)
    await expect.poll(() => asked).toEqual([['latchkey_speedUpTransfer', { txid: 'd' }]])
  }
  const told = () => stage.config.notices.getState().toast?.message

  it('can be sped up by the wallet whose screens are here', async () => {
    await ask(async () => ({ txid: 'e' }))
    expect(told()).toBeUndefined()
  })

  it('that the wallet does not replace is said to stay as it is; who declines is told nothing', async () => {
    await ask(() => Promise.reject(Object.assign(new Error('no'), { code: 4001 })))
    expect(told()).toBeUndefined()
    stage.modal.destroy()
    stage.config.destroy()
    await ask(() => Promise.reject(new Error('confirmed')))
    await expect.poll(told).toBe('It could not be sped up. It may be confirmed already.')
  })

  it('in another wallet is sped up there', async () => {
    const connector = pretendEmail({ request: async () => null })
    await show({
      ...viewStates.Account.bitcoinActivity,
      connectors: [(context) => ({ ...connector(context), approvesInFrame: false })],
    })
    await expect.element(page.getByText('Waiting for a block').first()).toBeVisible()
    expect(page.getByRole('button', { name: 'Speed up' }).elements()).toHaveLength(0)
  })
})

describe('the tabs of an account', () => {
  it('are reached by keyboard, and each shows its own list', async () => {
    await show({ ...viewStates.Account.activityEmpty, play: () => undefined })
    await userEvent.click(page.getByRole('tab', { name: 'Tokens' }))
    await expect.element(page.getByRole('tabpanel', { name: 'Tokens' })).toBeVisible()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect.element(tab()).toHaveAttribute('aria-selected', 'true')
    await expect.element(page.getByRole('tabpanel', { name: 'Activity' })).toBeVisible()
    expect(page.getByRole('tabpanel').elements()).toHaveLength(1)
  })

  const showWithout = (features: object, account: object) =>
    show({
      ...viewStates.Account.activity,
      play: () => undefined,
      prepare: (config) => {
        config.features.setState(features)
        signedIn(config, account)
      },
    })

  it('R2-31 have no activity among them where the project has turned it off', async () => {
    await showWithout({ activity: false }, {})
    await expect.element(page.getByRole('tab', { name: 'Tokens' })).toBeVisible()
    expect(tab().elements()).toHaveLength(0)
    expect(page.getByRole('tab').elements()).toHaveLength(2)
  })

  it('R1-14 have the activity of any wallet where the service asks an explorer, and no collectibles', async () => {
    await show({
      ...viewStates.Account.activity,
      prepare: (config) => {
        config.features.setState({ historyNetworks: [config.networks.getState().activeId ?? ''] })
        signedIn(config, { connectorId: 'rainfall' })
      },
    })
    await expect.element(tab()).toBeVisible()
    expect(
      page
        .getByRole('tab')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Tokens', 'Activity'])
    await expect.poll(() => rows().elements().length).toBeGreaterThan(1)
  })

  it('are not there for a wallet that the service does not follow, where it asks nobody else', async () => {
    await showWithout({}, { connectorId: 'rainfall' })
    await expect.element(page.getByRole('heading', { name: 'Tokens' })).toBeVisible()
    expect(page.getByRole('tab').elements()).toHaveLength(0)
    expect(stage.config.accounts.getState().byNamespace.eip155?.address).toBe(SAMPLE_ADDRESS)
  })
})
