import { transferFormOf } from '@latchkey/core/transfer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { withoutMotion } from '../../testing/withoutMotion.ts'
import { failing } from '../../workbench/pretend/pretendConnectors.ts'
import { FRIEND, MISTYPED } from '../../workbench/pretend/pretendTransfers.ts'
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

describe('a payment link that is read late', () => {
  const LINK = `ethereum:${FRIEND}?value=1e17`
  const to = () => page.getByRole('textbox', { name: 'To' })
  let read: () => Promise<unknown>
  const writeLink = async () => {
    stage = await stageView('WalletSend', viewStates.WalletSend.default)
    const { eip155 } = stage.config.adapters
    const transfers = eip155?.transfers
    let go = () => {}
    const gate = new Promise<void>((resolve) => (go = resolve))
    // Its code is on the way, as on a slow line.
    if (eip155 && transfers) eip155.transfers = () => gate.then(transfers)
    await userEvent.fill(to(), LINK)
    read = () => {
      go()
      return painted()
    }
  }

  it('fills the form in', async () => {
    await writeLink()
    await read()
    expect(form()).toMatchObject({ recipient: FRIEND, amount: '0.1' })
  })

  it('does not take the place of whoever was written meanwhile', async () => {
    await writeLink()
    await userEvent.fill(to(), OTHER)
    await read()
    expect(form()).toMatchObject({ recipient: OTHER, amount: '' })
  })

  it('is none of an account that has come meanwhile', async () => {
    await writeLink()
    signedIn(stage.config, { address: OTHER, caipAddress: `eip155:1:${OTHER}`, tokenBalance: SAMPLE_TOKENS })
    await read()
    expect(form()).toMatchObject({ recipient: '', amount: '' })
  })
})

describe('a payment link, while nobody has told what the account has', () => {
  const LINK = `ethereum:${FRIEND}?value=1e17`
  const write = () => userEvent.fill(page.getByRole('textbox', { name: 'To' }), LINK)
  const missing = () =>
    page.getByText('You do not have the token that this payment link asks for.').elements()

  it('waits for that', async () => {
    let tell: (balance: string) => void = () => undefined
    const balance = new Promise<string>((resolve) => (tell = resolve))
    stage = await stageView('WalletSend', {
      tokens: 'fails',
      balance: () => balance,
      prepare: (config) => signedIn(config),
    })
    await write()
    await painted()
    expect(missing()).toEqual([])
    tell('2')
    await expect.poll(form).toMatchObject({ recipient: FRIEND, amount: '0.1', tokenId: 'native' })
  })

  it('says so where nobody does', async () => {
    stage = await stageView('WalletSend', {
      tokens: 'fails',
      balance: () => failing(7001),
      prepare: (config) => signedIn(config),
    })
    await write()
    await expect.element(page.getByText('We could not load your balance')).toBeVisible()
    expect(missing()).toEqual([])
  })
})

it.each([
  ['nobody.eth', 'We found no address for this name.'],
  ['offline.eth', 'Error resolving name. Try again, or use the address.'],
  [MISTYPED, 'This address has a typing error. Copy it again.'],
  ['nobody', 'That is not an address on this network.'],
])('the review says of %s what came of looking it up', async (recipient, words) => {
  stage = await stageView('WalletSendPreview', {
    ...viewStates.WalletSendPreview.default,
    prepare: (config) => {
      signedIn(config, { tokenBalance: SAMPLE_TOKENS })
      transferFormOf(config).setState({ tokenId: 'native', amount: '0.5', recipient })
    },
  })
  await expect.element(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
})
