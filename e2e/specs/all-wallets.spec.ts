import type { HostPage } from '../support/HostPage.ts'
import { expect, test } from '../support/test.ts'

const search = ({ dialog }: HostPage) => dialog.getByRole('searchbox')
const tiles = ({ dialog }: HostPage) => dialog.getByRole('list').getByRole('button')

async function openAll(host: HostPage): Promise<void> {
  await host.goto()
  await host.button.click()
  await host.dialog.getByRole('button', { name: /^All wallets/ }).click()
}

test('R2-14 the directory is listed page by page, searched, and leads to a code', async ({ host, page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/getWallets')) asked.push(new URL(request.url()).search)
  })
  await openAll(host)
  await expect(tiles(host).first()).toBeVisible()
  expect(new Set(asked).size).toBe(asked.length)

  await search(host).fill('rainbow')
  await expect(host.dialog.getByText(/wallets? found/)).toBeAttached()
  await expect(host.dialog.getByRole('button', { name: /^Rainbow/ }).first()).toBeVisible()
  await host.dialog
    .getByRole('button', { name: /^Rainbow/ })
    .first()
    .click()
  await expect(host.dialog.getByRole('img', { name: /code/i })).toBeVisible()
  await host.dialog.getByRole('button', { name: 'Back' }).click()
  await expect(search(host)).toHaveValue('rainbow')

  await search(host).fill('no such wallet at all')
  await expect(host.dialog.getByText(/No wallet found for/)).toBeVisible()
})

test('a directory that does not answer is said, and the rest of the modal works', async ({ host, stack }) => {
  await host.goto()
  await host.button.click()
  await expect(host.dialog.getByRole('button', { name: /^All wallets/ })).toBeVisible()
  await stack.service.kill()
  try {
    await host.dialog.getByRole('button', { name: /^All wallets/ }).click()
    await search(host).fill('rain')
    await expect(host.dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
    await host.dialog.getByRole('button', { name: 'Back' }).click()
    await expect(host.dialog.getByRole('textbox', { name: /e-mail/i })).toBeVisible()
  } finally {
    await stack.service.restart()
  }
})
