import { push } from '@latchkey/core'
import { swapFormOf } from '@latchkey/core/swap'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { withoutMotion } from '../../testing/withoutMotion.ts'
import { failing, pretendEmail } from '../../workbench/pretend/pretendConnectors.ts'
import { SAMPLE_TOKENS } from '../../workbench/pretend/sampleTokens.ts'
import { signedIn } from '../../workbench/pretend/signedIn.ts'
import type { ViewState } from '../../workbench/pretend/ViewState.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'
import { viewStates } from '../../workbench/viewStates.ts'
import { shortRate } from './PriceLine.tsx'
import { readSlippage } from './Slippage.tsx'

withoutMotion()

const HASH = `0x${'ab'.repeat(32)}`
let stage: Stage
beforeEach(() => page.viewport(1_280, 800))
afterEach(() => {
  stage?.modal.destroy()
  stage?.config.destroy()
})
const view = () => stage.config.router.getState().stack.at(-1)?.name
const form = () => swapFormOf(stage.config).getState()
const amount = () => page.getByRole('textbox', { name: /^Amount/ })
const press = (name: string | RegExp) => userEvent.click(page.getByRole('button', { name }))
const swap = (state: string): ViewState => viewStates.Swap[state] ?? {}
const preview = (state: string): ViewState => viewStates.SwapPreview[state] ?? {}
/** A wallet with screens of its own that answers so. */
const wallet = (request: (args: { method: string }) => Promise<unknown>): Pick<ViewState, 'connectors'> => ({
  connectors: [(context) => ({ ...pretendEmail({ request })(context), approvesInFrame: false })],
})

describe('the form', () => {
  it('R2-24 tells what one gets, at which price, and leads to the review', async () => {
    stage = await stageView('Swap', swap('filled'))
    await expect.element(page.getByText('1,221.500')).toBeVisible()
    await expect.element(page.getByText('1 ETH = 2,443 HUSD')).toBeVisible()
    await press('Review')
    await expect.poll(view).toBe('SwapPreview')
    expect(form().agreed).toMatchObject({ toAmount: 1_221_500_000n, provider: 'uniswap' })
  })
  it.each(['Swap', 'SwapPreview'])(
    'R6-29 %s offers nothing where the operator has turned swapping off',
    async (name) => {
      stage = await stageView('Swap', swap('restricted'))
      push(stage.config, { name })
      await expect.element(page.getByText('Not available where you are')).toBeVisible()
      expect(page.getByRole('button', { name: /Review|^Swap$/ }).elements()).toEqual([])
    },
  )
  it('says of a balance that nobody tells that it is unknown, and stops nobody by it', async () => {
    stage = await stageView('Swap', {
      ...swap('filled'),
      tokens: 'fails',
      balance: () => failing(7001),
      prepare: (config) => {
        swap('filled').prepare?.(config)
        signedIn(config)
      },
    })
    await expect.element(page.getByText('— ETH available')).toBeVisible()
    await expect.element(page.getByText('You have — HUSD')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Review' })).toBeEnabled()
    expect(page.getByText(/^You have 0|^0.* available|Not enough/).elements()).toEqual([])
    expect(page.getByRole('button', { name: 'Send as much as you can' }).elements()).toEqual([])
  })
  it('says so of each token where the coin alone could be read', async () => {
    stage = await stageView('Swap', {
      ...swap('filled'),
      tokens: 'fails',
      balance: async () => '1.5',
      prepare: (config) => {
        swap('filled').prepare?.(config)
        signedIn(config)
      },
    })
    await expect.element(page.getByText('1.500 ETH available')).toBeVisible()
    await expect.element(page.getByText('You have — HUSD')).toBeVisible()
  })
  it('takes what the page asks for by symbols, and nothing else of it', async () => {
    stage = await stageView('Swap', {
      ...swap('default'),
      params: { fromToken: 'husd', toToken: 'ETH', amount: '12.5' },
    })
    await expect
      .poll(form)
      .toMatchObject({ fromId: SAMPLE_TOKENS[1]?.address, toId: 'native', amount: '12.5' })
    stage.modal.destroy()
    stage = await stageView('Swap', {
      ...swap('default'),
      params: { fromToken: '<b>', toToken: {}, amount: '-1' },
    })
    await expect.element(amount()).toBeVisible()
    expect(form()).toMatchObject({ fromId: undefined, toId: undefined, amount: '' })
  })
  it.each([
    ['default', 'Choose a token', true],
    ['tooMuch', 'Not enough ETH', false],
    ['noRoute', 'Nobody offers this swap right now', false],
  ])('its button says what is missing (%s)', async (state, label, isOn) => {
    stage = await stageView('Swap', swap(state))
    const button = page.getByRole('button', { name: label, exact: true })
    await expect.element(button).toBeVisible()
    if (!isOn) await expect.element(button).toBeDisabled()
  })
  it('its sides change places', async () => {
    stage = await stageView('Swap', swap('filled'))
    await press('Swap the other way round')
    expect(form()).toMatchObject({ fromId: SAMPLE_TOKENS[1]?.address, toId: 'native', amount: '' })
  })
  it('of Max leaves the fee of the native coin', async () => {
    stage = await stageView('Swap', swap('filled'))
    await press('Send as much as you can')
    // Twice 300 000 units at 1.2 gwei, and what a transfer takes.
    await expect.poll(() => form().amount).toBe('1.51116367')
  })
  it('a price that cannot be read is said, and read again on request', async () => {
    stage = await stageView('Swap', swap('failed'))
    await expect.element(page.getByText('We could not read the price')).toBeVisible()
    await press('Try again')
    await expect.element(page.getByText('1 ETH = 2,443 HUSD')).toBeVisible()
  })
  it('R8-4 a network without swaps is the whole view', async () => {
    stage = await stageView('Swap', swap('unsupported'))
    await expect.element(page.getByText('You cannot swap on this network')).toBeVisible()
    expect(amount().elements()).toEqual([])
  })
  it('a high slippage is a warning in words', async () => {
    stage = await stageView('Swap', swap('slippage'))
    await expect.element(page.getByText(/You would accept 6% less than shown/)).toBeVisible()
    await userEvent.click(page.getByText('0.5%', { exact: true }))
    expect(form().slippage).toBe(50)
    await userEvent.fill(page.getByRole('textbox', { name: 'Custom, in percent' }), '60')
    await expect.element(page.getByText('Enter a percentage between 0.01 and 50.')).toBeVisible()
    expect(form().slippage).toBe(50)
  })
})

describe('the choice of a token', () => {
  it('changes places with the other side where it stands there', async () => {
    stage = await stageView('SwapSelectToken', {
      ...(viewStates.SwapSelectToken.default ?? {}),
      prepare: swap('filled').prepare ?? (() => undefined),
    })
    await press(/^Ether/)
    await expect.poll(view).toBe('Swap')
    expect(form()).toMatchObject({ toId: 'native', fromId: SAMPLE_TOKENS[1]?.address, amount: '' })
  })
})

describe('the review', () => {
  it('shows nothing below its button while there is more above it', async () => {
    await page.viewport(388, 640)
    stage = await stageView('SwapPreview', preview('default'))
    const button = page.getByRole('button', { name: 'Swap', exact: true })
    await expect.element(button).toBeVisible()
    const { left, width, bottom } = button.element().getBoundingClientRect()
    const root = button.element().getRootNode() as ShadowRoot
    expect(root.elementFromPoint(left + width / 2, bottom + 10)?.className).toBe('lk-foot')
  })
  it.each([320, 388])('breaks no amount in two at %i px', async (width) => {
    await page.viewport(width, 700)
    stage = await stageView('SwapPreview', preview('default'))
    const got = page.getByText('1,221.500').first()
    await expect.element(got).toBeVisible()
    const range = document.createRange()
    range.selectNodeContents(
      [...got.element().childNodes].find((node) => node.textContent?.includes('1,221')) as Node,
    )
    expect([...new Set([...range.getClientRects()].map(({ top }) => top))]).toHaveLength(1)
  })
  it.each([
    ['default', 'At least (1% less)'],
    ['default', 'Uniswap'],
    ['impact', 'This amount moves the price'],
    ['slippage', 'You may get much less'],
    ['approval', /^Your wallet asks twice/],
  ])('says what comes (%s)', async (state, words) => {
    stage = await stageView('SwapPreview', preview(state))
    await expect.element(page.getByText(words)).toBeVisible()
  })
  it('of a grave price has another button', async () => {
    stage = await stageView('SwapPreview', preview('impact'))
    await expect.element(page.getByRole('button', { name: 'Swap anyway' })).toBeVisible()
  })
  it('a worse price has to be accepted before anything is asked of the wallet', async () => {
    stage = await stageView('SwapPreview', preview('worse'))
    await expect
      .element(page.getByText(/^You get 1,181.500 HUSD now instead of 1,221.500 HUSD/))
      .toBeVisible()
    expect(page.getByRole('button', { name: 'Swap', exact: true }).elements()).toEqual([])
    await press('Accept the new price')
    expect(form().agreed?.toAmount).toBe(1_181_500_000n)
    await expect.element(page.getByRole('button', { name: 'Swap', exact: true })).toBeVisible()
  })
  it('R2-49 R4-59 leads home when the wallet has sent, with the swap on its way', async () => {
    stage = await stageView('SwapPreview', { ...preview('default'), ...wallet(async () => HASH) })
    await press(/^Swap$/)
    await expect.poll(view).toBe('Account')
    await expect.element(page.getByText('Swapping 0.5 ETH')).toBeVisible()
    await expect.element(page.getByText('For HUSD')).toBeVisible()
  })
  it('R4-58 what the person declines leads to the form, which says so', async () => {
    const no = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
    stage = await stageView('SwapPreview', { ...preview('default'), ...wallet(no) })
    await press(/^Swap$/)
    await expect.poll(view).toBe('Swap')
    await expect.element(page.getByText('You declined. Nothing was swapped.')).toBeVisible()
  })
})

describe('the account', () => {
  it('R2-27 offers a swap where swaps are on, and loads nothing of it elsewhere', async () => {
    stage = await stageView('Account', { ...(viewStates.Account.default ?? {}), ...swap('default') })
    await expect.element(page.getByRole('button', { name: 'Swap', exact: true })).toBeVisible()
    stage.config.features.setState({ swaps: false })
    await expect.poll(() => page.getByRole('button', { name: 'Swap', exact: true }).elements()).toEqual([])
  })
})

it('a rate is cut to what says something', () => {
  expect(['2492.503118', '0.000401203999', '1', '12345678.9', '0.5'].map(shortRate)).toEqual([
    ...['2492.50', '0.000401203', '1', '12345678.9', '0.5'],
  ])
})
it('percentages are in the form of the language, the one that is typed too', async () => {
  stage = await stageView('Swap', swap('slippage'), { locale: 'de' })
  const own = page.getByRole('textbox').nth(1)
  await userEvent.fill(own, '0,75')
  await expect.element(own).toHaveValue('0,75')
  expect(form().slippage).toBe(75)
  stage.modal.destroy()
  stage = await stageView('SwapPreview', preview('default'), { locale: 'de' })
  const facts = () => stage.modal.element.shadowRoot?.querySelector('.lk-facts')?.textContent
  await expect.poll(facts).toMatch(/Uniswap 0,3\s% Gebühr, enthalten/)
})

it('slippage is a percentage above nothing and up to 50', () => {
  expect(['0.5', '1', '50', '0.01', '0', '50.01', '1.234', '-1', 'a', ''].map(readSlippage)).toEqual([
    ...[50, 100, 5_000, 1],
    ...Array(6).fill(undefined),
  ])
})
