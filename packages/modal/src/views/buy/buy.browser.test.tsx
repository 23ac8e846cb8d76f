import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { withoutMotion } from '../../testing/withoutMotion.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'
import { viewStates } from '../../workbench/viewStates.ts'

withoutMotion()

let stage: Stage
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})

it('has a place for a quote before it comes: nothing moves under a finger', async () => {
  const heightOf = async (state: string) => {
    stage = await stageView('Buy', viewStates.Buy[state] ?? viewStates.Buy.default)
    await expect.element(page.getByRole('button', { name: 'You get Ether' })).toBeVisible()
    return () => stage.modal.element.shadowRoot?.querySelector('form')?.clientHeight
  }
  const waiting = (await heightOf('quoteLoading'))()
  expect(waiting).toBeGreaterThan(0)
  stage.modal.destroy()
  stage.config.destroy()
  const height = await heightOf('default')
  expect(height()).toBe(waiting)
  await expect.element(page.getByText('0.0394').first()).toBeVisible()
  expect(height()).toBe(waiting)
})

it.each([
  ['nothingSold', 'There is nothing to buy on this network'],
  ['restricted', 'Not available where you are'],
])('a page that opens the list of coins reads what stands in the way: %s', async (state, words) => {
  const states = viewStates.OnRampTokenSelect
  stage = await stageView('OnRampTokenSelect', states[state] ?? states.default)
  await expect.element(page.getByText(words)).toBeVisible()
})

it.each([
  ['5', 'Enter an amount from $10.00 to $25,000.00.'],
  ['100.555', 'Enter an amount such as 50 or 49.90.'],
])('says of %s what is wrong with it', async (amount, words) => {
  stage = await stageView('Buy', viewStates.Buy.default)
  const field = page.getByRole('textbox')
  await expect.element(page.getByText('0.0394').first()).toBeVisible()
  await userEvent.fill(field, amount)
  await expect.element(page.getByText(words)).toBeVisible()
})

it('an amount that was refused is not waited for anew when it is chosen once more', async () => {
  stage = await stageView('Buy', viewStates.Buy.refused ?? viewStates.Buy.default)
  const refusal = page.getByText('does not sell that').first()
  await expect.element(refusal).toBeVisible()
  await page.getByRole('button', { pressed: true }).click()
  await expect.element(refusal).toBeVisible()
  expect(stage.modal.element.shadowRoot?.querySelector('[aria-busy="true"]')).toBeNull()
})
