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
