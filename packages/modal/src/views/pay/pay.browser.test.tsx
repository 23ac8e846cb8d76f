import { close } from '@latchkey/core'
import { pay, paymentOf } from '@latchkey/core/pay'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { withoutMotion } from '../../testing/withoutMotion.ts'
import { pretendEmail } from '../../workbench/pretend/pretendConnectors.ts'
import { FRIEND } from '../../workbench/pretend/pretendTransfers.ts'
import { SAMPLE_TOKENS } from '../../workbench/pretend/sampleTokens.ts'
import { signedIn } from '../../workbench/pretend/signedIn.ts'
import type { ViewState } from '../../workbench/pretend/ViewState.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'
import { viewStates } from '../../workbench/viewStates.ts'
import { findView, viewOf } from '../index.ts'

withoutMotion()

const HASH = `0x${'ab'.repeat(32)}`
let stage: Stage
beforeEach(() => page.viewport(1_280, 800))
afterEach(() => {
  stage?.modal.destroy()
  stage?.config.destroy()
})
const step = () => paymentOf(stage.config)?.getState().step
const press = (name: string | RegExp) => userEvent.click(page.getByRole('button', { name, exact: true }))
const state = (name: string): ViewState => viewStates.Pay[name] ?? {}
const request = { amount: '1.25', network: 'eip155:1', recipient: FRIEND }

/** A page with pay on and a wallet with screens of its own that answers so. */
async function stagePage(answer: () => Promise<unknown>): Promise<void> {
  stage = await stageView('Account', {
    tokens: SAMPLE_TOKENS,
    connectors: [(context) => ({ ...pretendEmail({ request: answer })(context), approvesInFrame: false })],
    prepare: (config) => {
      signedIn(config, { tokenBalance: SAMPLE_TOKENS })
      config.features.setState({ pay: true })
    },
  })
  close(stage.config)
}

it.each([
  ['default', /^Pay$/],
  ['switchFailed', 'Switch to Ethereum'],
  ['unread', 'Try again'],
  ['declined', 'Close'],
  ['paid', 'Done'],
])('offers the one thing to do next (%s)', async (name, label) => {
  stage = await stageView('Pay', state(name))
  await expect.element(page.getByRole('dialog').getByRole('button', { name: label }).last()).toBeVisible()
})

it.each([
  ['swap', /^We swap 0\.103 ETH for HUSD first/],
  ['switching', 'Approve the switch to Ethereum in your wallet.'],
  ['swapping', 'Approve the swap in your wallet. The payment comes next.'],
  ['confirming', 'Sent. The network is confirming it.'],
  ['paid', 'The network has confirmed your payment.'],
  ['declined', 'You declined. You paid nothing.'],
  ['notEnough', 'You do not have enough for this payment'],
  ['reverted', 'The network refused the payment'],
  ['late', 'Your payment is not confirmed yet'],
  ['swapFailed', 'The network did not confirm the swap'],
  ['moved', 'Your wallet is on another network or account'],
  ['nothing', 'There is nothing to pay'],
])('says where it stands (%s)', async (name, words) => {
  stage = await stageView('Pay', state(name))
  await expect.element(page.getByText(words).first()).toBeVisible()
})

it('a price that is being read leaves nothing to press', async () => {
  stage = await stageView('Pay', state('pricing'))
  await expect.element(page.getByRole('button', { name: 'Pay', exact: true })).toBeDisabled()
})

it('R2-32 is no view, and loads nothing, on a page where pay is off', async () => {
  const loaded = vi.spyOn(findView('Pay') ?? { render: () => null }, 'render')
  stage = await stageView('Pay', {
    tokens: SAMPLE_TOKENS,
    prepare: (config) => signedIn(config, { tokenBalance: SAMPLE_TOKENS }),
  })
  await expect.element(page.getByRole('heading', { name: 'Account' })).toBeVisible()
  expect(viewOf(stage.config, 'Pay').name).toBe('Account')
  expect(loaded).not.toHaveBeenCalled()
  stage.config.features.setState({ pay: true })
  expect(viewOf(stage.config, 'Pay').name).toBe('Pay')
  loaded.mockRestore()
})

it('asks the wallet for what it shows, and says that it waits for the network', async () => {
  const asked = vi.fn(async () => HASH)
  await stagePage(asked)
  void pay(stage.config, request).catch(() => undefined)
  await expect.element(page.getByText('1.25')).toBeVisible()
  await press('Pay')
  await expect.poll(step).toBe('confirming')
  expect(asked).toHaveBeenCalledTimes(1)
  await expect.element(page.getByText('Sent. The network is confirming it.').first()).toBeVisible()
})

it('what the visitor declines is told the page, and stays on the screen', async () => {
  await stagePage(() => Promise.reject(Object.assign(new Error('no'), { code: 4001 })))
  const paid = pay(stage.config, request).catch((error: { code: number }) => error.code)
  await press('Pay')
  expect(await paid).toBe(5288)
  await expect.element(page.getByText('You declined. You paid nothing.')).toBeVisible()
})

it('closing is a no', async () => {
  await stagePage(async () => HASH)
  const paid = pay(stage.config, request).catch((error: { code: number }) => error.code)
  await expect.element(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible()
  await press('Close')
  expect(await paid).toBe(5282)
})
