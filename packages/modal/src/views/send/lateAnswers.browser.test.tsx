import { transferFormOf } from '@latchkey/core/transfer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { withoutMotion } from '../../testing/withoutMotion.ts'
import { SAMPLE_TOKENS } from '../../workbench/pretend/sampleTokens.ts'
import { signedIn } from '../../workbench/pretend/signedIn.ts'
import { type Stage, stageView } from '../../workbench/stageView.ts'
import { viewStates } from '../../workbench/viewStates.ts'

withoutMotion()

const OTHER = `0x${'22'.repeat(20)}` as const
let stage: Stage
beforeEach(() => page.viewport(1_280, 800))
afterEach(() => {
  stage.modal.destroy()
  stage.config.destroy()
})
const form = () => transferFormOf(stage.config).getState()
const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

describe('the most that can be sent, when the fee comes late', () => {
  let answer: () => Promise<unknown>
  const pressMax = async () => {
    let tell: (fee: bigint) => void = () => undefined
    const fee = new Promise<bigint>((resolve) => (tell = resolve))
    stage = await stageView('WalletSend', {
      ...viewStates.WalletSend.default,
      transfers: { estimateFee: () => fee },
    })
    await userEvent.click(page.getByRole('button', { name: 'Send as much as you can' }))
    answer = () => {
      tell(10n ** 15n)
      return painted()
    }
  }

  it('is filled in where nothing else was written', async () => {
    await pressMax()
    await answer()
    expect(form()).toMatchObject({ amount: '1.51134567', unit: 'token' })
  })

  it('does not take the place of an amount that was written meanwhile', async () => {
    await pressMax()
    await userEvent.fill(page.getByRole('textbox', { name: /^Amount/ }), '0.1')
    await answer()
    expect(form().amount).toBe('0.1')
  })

  it('is no amount of another token', async () => {
    await pressMax()
    await userEvent.click(page.getByRole('button', { name: 'Token: Ether. Choose another one' }))
    await userEvent.click(page.getByRole('button', { name: /^Harbour Dollar/ }))
    await expect.element(page.getByText('250.500 HUSD available')).toBeVisible()
    await answer()
    expect(form().amount).toBe('')
  })

  it('is no amount of another account', async () => {
    await pressMax()
    signedIn(stage.config, {
      address: OTHER,
      caipAddress: `eip155:1:${OTHER}`,
      tokenBalance: SAMPLE_TOKENS,
    })
    await answer()
    expect(form().amount).toBe('')
  })
})
