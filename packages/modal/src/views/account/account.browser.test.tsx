import { portfolioOf } from '@latchkey/core/assets'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pretendEmail, SAMPLE_ADDRESS } from '../../workbench/pretend/pretendConnectors.ts'
import { ETHEREUM } from '../../workbench/pretend/sampleNetworks.ts'
import { MANY_TOKENS, SAMPLE_TOKENS } from '../../workbench/pretend/sampleTokens.ts'
import { signedIn } from '../../workbench/pretend/signedIn.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'
import { viewStates } from '../../workbench/viewStates.ts'
import { viewOf } from '../index.ts'

let stage: Stage
beforeEach(() => page.viewport(1_280, 800))
afterEach(() => {
  vi.useRealTimers()
  stage.modal.destroy()
  stage.config.destroy()
})
const view = () => stage.config.router.getState().stack.at(-1)?.name

const hero = () => stage.modal.element.shadowRoot?.querySelector('.lk-account .lk-amount')?.textContent
const text = (selector: string) =>
  [...(stage.modal.element.shadowRoot?.querySelectorAll(selector) ?? [])].map((one) => one.textContent)

describe('the balance', () => {
  it.each([
    ['12.34567', '12.345ETH'],
    ['0.000000000000000001', '<0.001ETH'],
  ])('R9-30 of %s is cut to three places', async (balance, shown) => {
    stage = await stageView('Account', {
      prepare: (config) => signedIn(config, { balance, balanceSymbol: 'ETH' }),
    })
    await expect.poll(hero).toBe(shown)
  })

  it('of Bitcoin has its own places, with what is on its way beside it, what waits first, and no way to send', async () => {
    stage = await stageView('Account', viewStates.Account.bitcoinActivity ?? {})
    await expect.poll(hero).toBe('0.01234567BTC')
    await expect.element(page.getByText('Account for ordinals (taproot)')).toBeVisible()
    await expect.element(page.getByText('Waiting for a block').first()).toBeVisible()
    await expect.element(page.getByText('+0.00005')).toBeVisible()
    expect(text('.lk-action')).toEqual(['Receive'])
    await userEvent.click(page.getByRole('tab', { name: 'Tokens' }))
    await expect.element(page.getByText('0.00005 BTC on the way')).toBeVisible()
  })

  it('is "—" when it cannot be read, never 0', async () => {
    stage = await stageView('Account', viewStates.Account.unknown ?? {})
    await expect.element(page.getByText('Total unknown')).toBeInTheDocument()
    await expect.element(page.getByText('We could not load your balance')).toBeVisible()
  })

  it('R9-31 in all is what the prices make of it, to the cent, and says where one is missing', async () => {
    stage = await stageView('Account', viewStates.Account.default)
    await expect.poll(hero).toBe('$4,009.67')
    await expect.element(page.getByText('Some prices are unknown.')).toBeVisible()
  })

  it('R1-13 is told token by token, with a letter for the picture that is missing', async () => {
    stage = await stageView('Account', viewStates.Account.default)
    await userEvent.click(page.getByRole('button', { name: 'All tokens 4' }))
    expect(text('.lk-tokens .lk-row-label')).toEqual(SAMPLE_TOKENS.map(({ name }) => name))
    // Where the pressed row was, who reads on by the keyboard goes on.
    const focused = stage.modal.element.shadowRoot?.activeElement
    expect(focused?.textContent).toContain(SAMPLE_TOKENS[2]?.name)
    expect(text('.lk-tokens .lk-row-text .lk-row-sub')[1]).toBe('250.500HUSD')
    expect(text('.lk-tokens .lk-row-trailing')[1]).toBe('$250.50')
    expect(text('.lk-tokens .lk-row-trailing')[3]).toContain('—')
    expect(text('.lk-tokens .lk-monogram')).toEqual(['M', 'L'])
  })

  it('is the last one read where it cannot be read anew, with its time, and its day where that is another one', async () => {
    stage = await stageView('Account', viewStates.Account.stale ?? {})
    await expect.element(page.getByText(/^Not up to date\. As of Jan 2, 2030, 2:32/)).toBeVisible()
    expect(text('.lk-tokens .lk-row-label').slice(0, 2)).toEqual(['Ether', 'Harbour Dollar'])
  })

  it.each([
    ['unknown', 'Try again'],
    ['stale', 'Update'],
  ] as const)(
    'R8-2 R9-2 that is %s is offered to be read again 30 s after each failure',
    async (state, name) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
      stage = await stageView('Account', viewStates.Account[state] ?? {})
      const buttons = () => page.getByRole('button', { name, exact: true }).elements()
      const soon = (check: () => void) => vi.waitFor(check, 15_000)
      const offered = async () => {
        await vi.advanceTimersByTimeAsync(30_000)
        await soon(() => expect(buttons()).toHaveLength(1))
      }
      await soon(() => expect(text('.lk-token-list [role=status]')).toHaveLength(1))
      expect(buttons()).toHaveLength(0)
      await offered()
      const before = portfolioOf(stage.config)
      for (const button of buttons() as HTMLElement[]) {
        button.focus()
        button.click()
      }
      await soon(() => expect(portfolioOf(stage.config)).not.toBe(before))
      await soon(() => expect(buttons()).toHaveLength(0))
      // Who pressed it by the keyboard is not thrown out of the list with it.
      await soon(() => expect(stage.modal.element.shadowRoot?.activeElement?.className).toBe('lk-token-list'))
      await offered()
    },
  )

  it('of an account that has nothing leads to where one is paid', async () => {
    stage = await stageView('Account', viewStates.Account.empty ?? {})
    await userEvent.click(page.getByRole('button', { name: 'Add funds' }))
    await expect.poll(view).toBe('WalletReceive')
  })

  it('without the service is that of the network, and the rest is said to be missing', async () => {
    stage = await stageView('Account', viewStates.Account.nativeAlone ?? {})
    await expect.poll(() => text('.lk-tokens .lk-row-label')).toEqual(['Ether'])
    await expect.element(page.getByText('We cannot show your other tokens right now.')).toBeVisible()
  })
})

describe('what one can do', () => {
  it('R9-42 R9-46 R9-47 swap, receive and send are on, in this order', async () => {
    stage = await stageView('Account', viewStates.Account.default)
    await expect.poll(() => text('.lk-action')).toEqual(['Swap', 'Receive', 'Send'])
  })

  it('nothing is sold where no provider serves the network', async () => {
    stage = await stageView('Account', viewStates.Account.bitcoin ?? {})
    stage.config.features.setState({ onramp: ['coinbase', 'meld'] })
    await expect.poll(() => text('.lk-action')).toEqual(['Receive', 'Send'])
    stage.modal.destroy()
    stage.config.destroy()
    stage = await stageView('Account', viewStates.Account.default)
    stage.config.features.setState({ onramp: ['coinbase'] })
    await expect.poll(() => text('.lk-action')).toEqual(['Buy', 'Swap', 'Receive', 'Send'])
  })

  it('a swap that may be offered keeps its place, so that nothing moves when it comes', async () => {
    const local = { ...ETHEREUM, id: 31337, caipNetworkId: 'eip155:31337' } as const
    stage = await stageView('Account', { networks: [local], prepare: (config) => signedIn(config) })
    await expect.poll(() => text('.lk-action')).toEqual(['Receive', 'Send'])
    const root = stage.modal.element.shadowRoot as ShadowRoot
    const place = () => root.querySelector('.lk-action-place')?.getBoundingClientRect()
    const send = () => root.querySelector('.lk-action:last-child')?.getBoundingClientRect()
    const [before, after] = [place(), send()]
    expect(before?.width).toBe(64)
    stage.config.runtime.swapTokens = new Map([['eip155:31337', []]])
    stage.config.features.setState({ onramp: false })
    await expect.poll(() => text('.lk-action')).toEqual(['Swap', 'Receive', 'Send'])
    expect(send()).toEqual(after)
  })

  it.each([
    ['nothing', []],
    ['one token', SAMPLE_TOKENS.slice(0, 1)],
    ['three tokens', SAMPLE_TOKENS.slice(0, 3)],
    ['twelve tokens', MANY_TOKENS],
  ])('the way out stays where it is when the account turns out to hold %s', async (_, tokenBalance) => {
    stage = await stageView('Account', {
      connectors: [pretendEmail({ identity: {} })],
      nameZone: 'wallet.example',
      prepare: (config) => signedIn(config),
    })
    const root = stage.modal.element.shadowRoot as ShadowRoot
    const signOut = page.getByRole('button', { name: 'Sign out' })
    await expect.element(signOut).toBeVisible()
    const top = () => signOut.element().getBoundingClientRect().top
    expect(root.querySelector('[aria-busy="true"]')).not.toBeNull()
    const before = top()
    signedIn(stage.config, { tokenBalance })
    await expect.poll(() => root.querySelector('.lk-tokens [aria-busy="true"]')).toBeNull()
    expect(Math.abs(top() - before), 'px').toBeLessThan(2)
  })

  it('R2-28 R2-29 what the page has turned off is neither offered nor opened', async () => {
    stage = await stageView('Account', viewStates.Account.withoutActions ?? {})
    await expect.element(page.getByRole('heading', { name: 'Tokens' })).toBeVisible()
    expect(text('.lk-action')).toEqual([])
    for (const name of ['WalletSend', 'WalletSendPreview', 'WalletSendSelectToken', 'WalletReceive', 'Swap'])
      expect(viewOf(stage.config, name).name).toBe('Account')
    stage.config.features.setState({ receive: true, send: true })
    for (const name of ['WalletSend', 'WalletReceive']) expect(viewOf(stage.config, name).name).toBe(name)
    await expect.poll(() => text('.lk-action')).toEqual(['Receive', 'Send'])
  })

  it.each([
    ['pending', 'Sending 0.5 ETH', 0],
    ['reverted', '0.5 ETH was not sent', 1],
    ['late', '0.5 ETH is not confirmed yet', 1],
  ])('what was sent and is %s stands there with its way to the explorer', async (state, words, buttons) => {
    stage = await stageView('Account', viewStates.Account[state] ?? {})
    await expect.element(page.getByText(words)).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: words }))
      .toHaveAttribute('rel', 'noopener noreferrer')
    const forget = page.getByRole('button', { name: 'Remove from the list' })
    expect(forget.elements()).toHaveLength(buttons)
    if (buttons === 0) return
    await userEvent.click(forget)
    await expect.poll(() => page.getByText(words).elements()).toEqual([])
  })
})

describe('the account', () => {
  it.each([
    ['of its own names that wallet', false, 1],
    ['in the modal needs no row', true, 0],
  ])('signed in by e-mail, a wallet with screens %s', async (_, approvesInFrame, rows) => {
    stage = await stageView('Account', {
      connectors: [(context) => ({ ...pretendEmail()(context), approvesInFrame })],
      prepare: (config) => signedIn(config, { connectedWalletInfo: { name: 'Rainfall', type: 'EXTERNAL' } }),
    })
    await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    expect(page.getByText('Rainfall').elements()).toHaveLength(rows)
  })

  it('R1-8 leads to the networks and back by keyboard alone', async () => {
    stage = await stageView('Account', viewStates.Account.default)
    const chip = page.getByRole('button', { name: 'Network: Ethereum. Change it' })
    for (let step = 0; step < 12 && document.activeElement; step += 1) {
      if (stage.modal.element.shadowRoot?.activeElement === chip.element()) break
      await userEvent.tab()
    }
    await userEvent.keyboard('{Enter}')
    await expect.poll(view).toBe('Networks')
    await expect.poll(() => stage.modal.element.shadowRoot?.activeElement?.textContent).toBe('Networks')
    await expect
      .element(page.getByRole('button', { name: 'Ethereum' }))
      .toHaveAttribute('aria-current', 'true')
    // The title has the focus; Close, Ethereum and Base follow it.
    for (let step = 0; step < 3; step += 1) await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect.poll(view).toBe('Account')
    await expect.element(page.getByRole('button', { name: 'Network: Base. Change it' })).toBeVisible()
  })

  it('offers no switch where there is nothing to switch to', async () => {
    stage = await stageView('Account', viewStates.Account.oneNetwork ?? {})
    await expect.element(page.getByText('Ethereum', { exact: true })).toBeVisible()
    expect(page.getByRole('button', { name: /^Network:/ }).elements()).toHaveLength(0)
  })

  it('R1-7 R2-13 shows the name, and no tab and no action that leads nowhere', async () => {
    stage = await stageView('Account', viewStates.Account.default)
    expect(page.getByRole('tab').elements()).toHaveLength(0)
    const names = page
      .getByRole('button')
      .elements()
      .map((button) => button.textContent.trim())
    expect(names).toEqual(['', 'ada.eth', 'Ethereum', 'Swap', 'Receive', 'Send', 'All tokens  4', 'Sign out'])
  })

  it('is heard by its name, or by its address where it has none, in the button that copies it', async () => {
    stage = await stageView('Account', viewStates.Account.default)
    await expect.element(page.getByRole('button', { name: 'ada.eth. Copy address' })).toBeVisible()
    stage.modal.destroy()
    stage = await stageView('Account', { prepare: (config) => signedIn(config) })
    await expect.element(page.getByRole('button', { name: '0xf39F…2266. Copy address' })).toBeVisible()
  })

  it('opens the explorer without telling it where from', async () => {
    stage = await stageView('Account', viewStates.Account.default)
    await expect
      .element(page.getByRole('link', { name: 'View on Etherscan' }))
      .toHaveAttribute('rel', 'noopener noreferrer')
  })

  it('signs out at once', async () => {
    stage = await stageView('Account', viewStates.Account.default)
    expect(stage.config.accounts.getState().byNamespace.eip155?.address).toBe(SAMPLE_ADDRESS)
    await userEvent.click(page.getByRole('button', { name: 'Sign out' }))
    await expect.poll(() => stage.config.accounts.getState().byNamespace.eip155?.status).toBe('disconnected')
    expect(stage.config.modal.getState().open).toBe(false)
  })

  it('says that the network is not supported, and shows a way on', async () => {
    stage = await stageView('Account', viewStates.Account.unsupported ?? {})
    await userEvent.click(page.getByRole('button', { name: 'Choose a network' }))
    await expect.poll(view).toBe('Networks')
  })

  it('R4-76 R2-52 shows an unsupported network as unsupported, and blocks nothing', async () => {
    stage = await stageView('Account', viewStates.Account.unsupported ?? {})
    await expect.element(page.getByText('This page does not support your network')).toBeVisible()
    await expect.element(page.getByText('Unsupported network')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Close' }))
    expect(stage.config.modal.getState().open).toBe(false)
  })

  it('R4-77 shows nothing as unsupported where any network is allowed', async () => {
    stage = await stageView('Account', viewStates.Account.otherNetwork ?? {})
    await expect.element(page.getByText('Network 999999')).toBeVisible()
    expect(page.getByText(/support/).elements()).toEqual([])
  })

  it('R3-14 names the wallet, and none for who signed in by e-mail', async () => {
    stage = await stageView('Account', viewStates.Account.wallet ?? {})
    await expect.element(page.getByText('Connected wallet')).toBeVisible()
    await expect.element(page.getByText('Rainfall')).toBeVisible()
    stage.modal.destroy()
    stage = await stageView('Account', viewStates.Account.default)
    expect(page.getByText('Connected wallet').elements()).toEqual([])
  })
})

it('R3-15 an address has the name that the page gives it', async () => {
  stage = await stageView('Account', {
    ...viewStates.Account.default,
    profileName: '',
    prepare: (config) => {
      viewStates.Account.default.prepare?.(config)
      const account = config.accounts.getState().byNamespace.eip155
      if (account)
        config.accounts.setState({
          byNamespace: {
            eip155: { ...account, addressLabels: { [SAMPLE_ADDRESS.toUpperCase()]: '<b>Savings</b>' } },
          },
        })
    },
  })
  await expect.element(page.getByText('<b>Savings</b>')).toBeVisible()
})
