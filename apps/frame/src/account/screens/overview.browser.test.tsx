import { expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fakePage } from '../testing/fakePage.ts'
import { NOW, sampleAccount } from '../testing/sampleAccount.ts'
import { AccountApp, OwnPageFrame } from './AccountApp.tsx'
import '@latchkey/ui/tokens.css'
import '@latchkey/ui/screens.css'
import '../account.css'

const wallet = { name: 'Latchkey', host: 'wallet.example' }
const show = (page: ReturnType<typeof fakePage>) =>
  render(
    <div className="lk-root">
      <OwnPageFrame page={page} wallet={wallet}>
        <AccountApp page={page} sheet={document.createElement('div')} join={null} />
      </OwnPageFrame>
    </div>,
  )
const strip = () => document.querySelector('.fr-strip')
const chosen = () => strip()?.querySelector('.fr-own-mark rect')?.getAttribute('fill')

test('begins with who it is and with how much', async () => {
  await show(fakePage())
  await expect.element(browser.getByRole('heading', { level: 1, name: /Ada Lovelace/ })).toBeVisible()
  await expect.element(browser.getByText('$1,234.56')).toBeVisible()
})

test('what nobody knows is not called nothing', async () => {
  const page = { ...fakePage(), readBalance: () => Promise.reject(new Error('down')) }
  await show(page)
  await expect.element(browser.getByText('not known right now')).toBeInTheDocument()
  expect(document.querySelector('.ac-worth')?.textContent).not.toMatch(/\d/)
})

test('a changed log is said', async () => {
  await show(fakePage({}, { getActivity: () => ({ events: [], next: null, intact: false }) }))
  await expect.element(browser.getByRole('alert')).toHaveTextContent(/without your knowledge/)
})

test('says what needs attention, and leads there; nothing is said where there is nothing', async () => {
  const page = fakePage({ picture: 'boat-teal' })
  await show(page)
  await userEvent.click(browser.getByRole('button', { name: 'Test', exact: true }))
  await expect.element(browser.getByRole('heading', { name: 'How your key is kept' })).toHaveFocus()
  page.store.setState({
    account: { ...sampleAccount, methods: sampleAccount.methods.map((one) => ({ ...one, provenAt: NOW })) },
  })
  await expect.element(browser.getByText('Nothing needs your attention.')).toBeVisible()
})

test('the navigation leads to each part that is there, by keyboard too', async () => {
  await show(fakePage())
  const nav = browser.getByRole('navigation', { name: 'Parts of this page' })
  await expect.poll(() => nav.getByRole('button').elements().length).toBe(8)
  ;(nav.getByRole('button', { name: 'Devices' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(browser.getByRole('heading', { name: 'Devices', exact: true })).toHaveFocus()
  expect(location.hash).toBe('')
})

test('a picture is chosen, stands in the strip, and can be taken away', async () => {
  const page = fakePage()
  await show(page)
  expect(strip()?.querySelector('.fr-strip-glyph')).not.toBeNull()
  await userEvent.click(browser.getByRole('button', { name: 'Choose a picture' }))
  await expect.poll(() => page.store.getState().picture).toMatch(/^[a-z]+-[a-z]+$/)
  await userEvent.click(browser.getByRole('radio', { name: 'Boat' }))
  await userEvent.click(browser.getByRole('radio', { name: 'Teal' }))
  expect(page.store.getState().picture).toBe('boat-teal')
  await expect.poll(chosen).toBe('#14707a')
  await userEvent.click(browser.getByRole('button', { name: 'Remove the picture' }))
  expect(page.store.getState().picture).toBe('')
  await expect.poll(() => strip()?.querySelector('.fr-strip-glyph')).not.toBeNull()
})

test('a way to sign in bears the person’s name, and its network below', async () => {
  await show(fakePage())
  const item = browser.getByRole('listitem').filter({ hasText: 'Ada Lovelace' })
  await expect.element(item).toHaveTextContent(/Ada Lovelace.*Google/)
})
