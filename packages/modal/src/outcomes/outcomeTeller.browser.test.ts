import { close, open, type TransactionOutcome } from '@latchkey/core'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { pretendEmail } from '../workbench/pretend/pretendConnectors.ts'
import { SAMPLE_TOKENS } from '../workbench/pretend/sampleTokens.ts'
import { signedIn } from '../workbench/pretend/signedIn.ts'
import { type Stage, stageView } from '../workbench/stageView.ts'
import { outcomeTeller } from './outcomeTeller.ts'

const HASH = `0x${'ab'.repeat(32)}`

let stage: Stage
let decide: (status: TransactionOutcome['status']) => void
let giveUp: () => void
let tell: ReturnType<typeof outcomeTeller>

beforeEach(() => page.viewport(1_280, 800))
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
  document.querySelector('input')?.remove()
})

/** Somebody is signed in, the modal is closed, and the network decides when the test says so. */
async function setUp(locale?: string) {
  stage = await stageView(
    'Account',
    {
      connectors: [pretendEmail({ identity: {} })],
      tokens: SAMPLE_TOKENS,
      history: [[]],
      prepare: (config) => signedIn(config),
    },
    locale === undefined ? {} : { locale },
  )
  const { config } = stage
  close(config)
  Object.assign(config.adapters.eip155 ?? {}, {
    waitForTransaction: () =>
      new Promise<TransactionOutcome>((resolve, reject) => {
        decide = (status) => resolve({ status, blockNumber: 1n })
        giveUp = () => reject(new Error('nobody knows'))
      }),
  })
  tell = outcomeTeller(config)
  return config
}

async function send(answer: Promise<unknown> = Promise.resolve(HASH)) {
  const own = stage.config.connectors.getState().connectors[0]
  if (!own) throw new Error('The stage has no wallet.')
  decide = undefined as never
  tell({ connector: own, namespace: 'eip155', method: 'eth_sendTransaction' }, answer)
  await expect.poll(() => decide).toBeTypeOf('function')
  return own
}
const layer = () =>
  document.querySelector('latchkey-toast')?.shadowRoot?.querySelector<HTMLElement>('.lk-outcomes')
const isShown = () => layer()?.matches(':popover-open') ?? false
const toast = () => page.getByRole('button', { name: /^Transaction/ })

describe('what was sent while the modal is closed', () => {
  it.each([
    ['success', 'Transaction confirmed', 'status'],
    ['reverted', 'Transaction failed', 'alert'],
  ] as const)('R2-60 is told over the page when the network says %s', async (status, words, role) => {
    await setUp()
    await send()
    expect(isShown()).toBe(false)
    decide(status)
    await expect.element(page.getByRole(role).filter({ hasText: words })).toBeVisible()
    expect(isShown()).toBe(true)
    await expect.element(toast()).toHaveAccessibleName(/Ethereum.*Show activity$/)
  })

  it('is said to be unknown where nobody knows', async () => {
    await setUp()
    await send()
    giveUp()
    await expect.element(page.getByText('Transaction not confirmed yet')).toBeVisible()
  })

  it('takes no focus, and opens the activity when it is pressed', async () => {
    const config = await setUp()
    const field = document.body.appendChild(document.createElement('input'))
    field.focus()
    await send()
    decide('success')
    await expect.element(toast()).toBeVisible()
    expect(document.activeElement).toBe(field)
    await toast().click()
    expect(config.modal.getState().open).toBe(true)
    await expect.element(page.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true')
    expect(isShown()).toBe(false)
  })

  it('goes when it is dismissed, and the next one comes in its place', async () => {
    await setUp()
    await send()
    decide('success')
    await expect.element(toast()).toBeVisible()
    await send(Promise.resolve(`${HASH}2`))
    decide('reverted')
    const dismiss = page.getByRole('button', { name: 'Dismiss' })
    await dismiss.click()
    await expect.element(page.getByText('Transaction failed')).toBeVisible()
    await dismiss.click()
    await expect.poll(isShown).toBe(false)
  })

  it('is told, and goes, in a browser without popovers', async () => {
    const { showPopover } = HTMLElement.prototype
    HTMLElement.prototype.showPopover = undefined as never
    onTestFinished(() => {
      HTMLElement.prototype.showPopover = showPopover
    })
    await setUp()
    await send()
    decide('success')
    await expect.element(toast()).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(() => layer()?.checkVisibility()).toBe(false)
  })

  it('is in the language and the direction of the visitor', async () => {
    await setUp('ar')
    await send()
    decide('success')
    await expect.element(page.getByText('تم تأكيد المعاملة')).toBeVisible()
    expect(layer()?.dir).toBe('rtl')
    expect(layer()?.getBoundingClientRect().left).toBe(16)
  })

  it('stays within a narrow window', async () => {
    await page.viewport(320, 600)
    await setUp('de')
    await send()
    giveUp()
    await expect.element(page.getByText('Transaktion noch nicht bestätigt')).toBeVisible()
    const box = layer()?.getBoundingClientRect()
    expect([box?.left, box?.right]).toEqual([16, 304])
    expect(layer()?.scrollWidth).toBe(layer()?.clientWidth)
  })
})

describe('nothing is told over the page', () => {
  /** What comes later is told, and nothing but it. */
  const toldAlone = async () => {
    await send(Promise.resolve(`${HASH}2`))
    decide('reverted')
    await expect.element(page.getByText('Transaction failed')).toBeVisible()
    expect(page.getByText('Transaction confirmed').elements()).toEqual([])
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(isShown).toBe(false)
  }

  it('while the modal is open', async () => {
    const config = await setUp()
    await send()
    open(config)
    decide('success')
    await expect.poll(() => config.runtime.outcomes?.size).toBe(0)
    close(config)
    await toldAlone()
  })

  it('R2-60 of what the receipt in the open modal has told', async () => {
    const config = await setUp()
    const { id } = await send()
    open(config)
    config.eventsOf(id).emit('receiptTold', {})
    close(config)
    decide('success')
    await toldAlone()
  })

  it('to whoever is another by then', async () => {
    const config = await setUp()
    await send()
    signedIn(config, { address: `0x${'22'.repeat(20)}` })
    decide('success')
    await toldAlone()
  })
})
