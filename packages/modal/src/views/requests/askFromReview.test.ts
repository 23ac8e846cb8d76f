import { connect, open, push, request } from '@latchkey/core'
import { ADDRESS, connectFake, showsApproval, showsNothing, testConfig } from '@latchkey/core/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askFromReview } from './askFromReview.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A review above its form, in a modal over the page or in one that is a part of it. */
async function review(embedded: boolean, approvesInFrame: boolean) {
  const { config, wallet } = testConfig({ embedded })
  Object.assign(wallet.connector, { approvesInFrame })
  await connectFake(wallet, connect(config, { connectorId: 'fake' }))
  if (!embedded) open(config)
  for (const name of ['WalletSend', 'WalletSendPreview']) push(config, { name })
  const args = { method: 'personal_sign', params: ['0x00', ADDRESS] }
  const asking = askFromReview(config, { view: 'WalletSendPreview', form: 'WalletSend', sent: 'Sent' }, () =>
    request(config, args),
  )
  const names = () => config.router.getState().stack.map(({ name }) => name)
  return { config, wallet, asking, names }
}

describe.each([
  ['over the page', false],
  ['in the page', true],
])('a review %s', (_, embedded) => {
  it('R2-50 R4-57 R4-58 is left for its form once a wallet with screens of its own declines', async () => {
    const { wallet, asking, names } = await review(embedded, false)
    wallet.take('request').reject({ code: 4001 })
    await asking
    expect(names().at(-1)).toBe('WalletSend')
    expect(names()).not.toContain('WalletSendPreview')
  })
  it('R4-58 R4-66 lies below the approval, and is left for its form once that is declined', async () => {
    const { config, wallet, asking, names } = await review(embedded, true)
    showsApproval(config)
    expect(names().slice(-3)).toEqual(['WalletSend', 'WalletSendPreview', 'ApproveTransaction'])
    wallet.take('request').reject({ code: 4001 })
    showsNothing(config)
    await asking
    expect(names().at(-1)).toBe('WalletSend')
  })
})
