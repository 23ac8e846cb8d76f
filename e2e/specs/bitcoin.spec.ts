import type { Stack } from '../../scripts/stack/startStack.ts'
import {
  finalise,
  giveCoins,
  heldBy,
  isSignedBy,
  psbtOf,
  resultOf,
  signInOnBitcoin,
} from '../support/bitcoin.ts'
import type { HostPage } from '../support/HostPage.ts'
import { expect, test } from '../support/test.ts'

/** Nobody else sends to it here. */
const FRIEND = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
/** The same, on another network. */
const OF_MAINNET = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const MESSAGE = 'Welcome to Harbour on Bitcoin.'

/** From the modal: what waits is replaced by one that pays more. */
async function speedUp(host: HostPage, { bitcoin }: Stack, txid: string): Promise<void> {
  await host.button.click()
  await host.dialog.getByRole('tab', { name: 'Activity' }).click()
  await host.dialog.getByRole('button', { name: 'Speed up' }).click()
  await host.approve('Speed up')
  await expect.poll(() => bitcoin.chain.find(txid)).toBeUndefined()
  // Who touches a receipt has time to read what becomes of it.
  await host.press(host.frame.getByRole('status').filter({ hasText: 'Waiting' }))
}

/** By the modal's own form: an amount that nobody passes on is refused, another one is sent. */
async function sendByForm({ dialog, approve, leaveReceipt }: HostPage, to: string): Promise<void> {
  const amount = dialog.getByRole('textbox', { name: /^Amount/ })
  const review = dialog.getByRole('button', { name: 'Review' })
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog.getByText('0.0006 BTC available')).toBeVisible()
  await amount.fill('0.00000293')
  await dialog.getByRole('textbox', { name: 'To' }).fill(OF_MAINNET)
  await review.click()
  await expect(dialog.getByText('That is not an address on this network.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'To' }).fill(`bitcoin:${to}`)
  await expect(dialog.getByRole('textbox', { name: 'To' })).toHaveValue(to)
  await review.click()
  await expect(dialog.getByText('This is too little to send')).toBeVisible()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await amount.fill('0.00025')
  await review.click()
  await expect(dialog.getByText(/^Fee, at most/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await approve()
  await leaveReceipt()
}

/** What came stands in the balance and in the activity, and the address to receive at is told. */
async function receiveCoins(host: HostPage, stack: Stack, payment: string): Promise<void> {
  giveCoins(stack, payment, 60_000n)
  await host.button.click()
  await expect(host.dialog.getByText(/^0\.0006\s*BTC/).first()).toBeVisible()
  await host.dialog.getByRole('tab', { name: 'Activity' }).click()
  await expect(host.dialog.getByText('Received')).toBeVisible()
  await expect(host.dialog.getByText('+0.0006')).toBeVisible()
  await host.dialog.getByRole('button', { name: 'Receive' }).click()
  await expect(host.dialog.getByRole('img', { name: 'QR code of your address' })).toBeVisible()
  await expect(host.dialog.getByText('Account for payments').filter({ visible: true }).first()).toBeVisible()
  await expect(host.dialog.getByText('Use this address on Bitcoin Regtest only.')).toBeVisible()
  await host.dialog.getByRole('button', { name: 'Close' }).click()
  await expect(host.dialog).toBeHidden()
}

/** The form's transfer arrives, and waits for a block in the activity. */
async function sendFromModal(host: HostPage, stack: Stack): Promise<void> {
  const before = heldBy(stack, FRIEND)
  await host.button.click()
  await sendByForm(host, FRIEND)
  await expect.poll(() => heldBy(stack, FRIEND) - before).toBe(25_000n)
  await host.dialog.getByRole('tab', { name: 'Activity' }).click()
  await expect(host.dialog.getByText('Waiting for a block')).toBeVisible()
  await expect(host.dialog.getByText('\u22120.00025')).toBeVisible()
  await host.dialog.getByRole('button', { name: 'Close' }).click()
  await expect(host.dialog).toBeHidden()
  stack.bitcoin.chain.mine()
}

test('the e-mail wallet signs a message, sends coins and signs a PSBT, and refuses what it never signs', async ({
  host,
  page,
  stack,
  email,
}) => {
  await signInOnBitcoin(host, stack, email)
  await host.action('Show addresses')
  const told = page.getByTestId('result').filter({ hasText: 'ordinal' })
  const [payment = '', ordinal = ''] = JSON.parse((await told.textContent()) ?? '[]').map(
    ({ address }: { address: string }) => address,
  )
  expect([payment.slice(0, 6), ordinal.slice(0, 6)]).toEqual(['bcrt1q', 'bcrt1p'])

  await host.action('Sign a message')
  await expect(host.frame.getByText(MESSAGE).first()).toBeVisible()
  await host.approve()
  const { signature = '' } = await resultOf(page, 'signature')
  expect(isSignedBy(payment, MESSAGE, signature)).toBe(true)
  expect(isSignedBy(payment, `${MESSAGE} `, signature)).toBe(false)
  await expect(host.dialog).toBeHidden()

  await receiveCoins(host, stack, payment)
  await sendFromModal(host, stack)

  const sent = heldBy(stack, FRIEND)
  await page.getByRole('textbox', { name: 'To' }).fill(FRIEND)
  await host.action('Send 10 000 satoshis')
  await expect(host.frame.getByText('0.0001 BTC').first()).toBeVisible()
  await expect(host.frame.getByText(/sat\/vB/).first()).toBeVisible()
  await host.approve()
  const { txid: first = '' } = await resultOf(page, 'txid')
  expect(heldBy(stack, FRIEND) - sent).toBe(10_000n)
  await host.leaveReceipt()
  await expect(host.dialog).toBeHidden()

  await speedUp(host, stack, first)
  expect(heldBy(stack, FRIEND) - sent).toBe(10_000n)
  stack.bitcoin.chain.mine()
  await expect(host.frame.getByText('Confirmed', { exact: true })).toBeVisible()
  await host.leaveReceipt()
  await host.dialog.getByRole('tab', { name: 'Activity' }).click()
  await expect(host.dialog.getByText('Sent').first()).toBeVisible()
  await expect(host.dialog.getByText('\u22120.0001')).toBeVisible()
  await host.dialog.getByRole('button', { name: 'Close' }).click()
  await expect(host.dialog).toBeHidden()

  // As many inputs as take more room than a signature of any other kind.
  for (let coin = 0; coin < 80; coin += 1) stack.bitcoin.chain.give(payment, 2_000n)
  stack.bitcoin.chain.mine()
  const psbt = psbtOf(stack, [payment], FRIEND, heldBy(stack, payment) - 9_000n)
  await page.getByRole('textbox', { name: 'PSBT' }).fill(psbt.toBase64())
  await host.action('Sign the PSBT')
  await expect(host.frame.getByText('The fee is not proven')).toBeVisible()
  await host.approve()
  const signed = await resultOf(page, 'psbt')
  stack.bitcoin.chain.broadcast(finalise(signed.psbt ?? ''))
  expect(heldBy(stack, payment)).toBe(0n)
  await expect(host.dialog).toBeHidden()

  giveCoins(stack, payment, 20_000n)
  giveCoins(stack, ordinal, 546n)
  await page
    .getByRole('textbox', { name: 'PSBT' })
    .fill(psbtOf(stack, [payment, ordinal], FRIEND, 20_000n).toBase64())
  await host.action('Sign the PSBT')
  await expect(host.result).toContainText('spends from another account of the same wallet')
  await expect(host.dialog).toBeHidden()
})
