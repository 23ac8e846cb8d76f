import { join } from 'node:path'
import { browserLaunchOptions, freePort } from '@latchkey/testing/node'
import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StaticServer } from '../stack/staticServer.ts'
import { startDocsHost } from './docsHost.ts'

/** Milliseconds; the site is built here where it has changed. */
const BUILD_TIMEOUT = 300_000
let host: StaticServer | undefined
let browser: Browser | undefined
let address = ''

beforeAll(async () => {
  const docs = await freePort()
  address = `http://docs.localhost:${docs}`
  host = await startDocsHost({
    root: join(import.meta.dirname, '..', '..'),
    ports: { docs },
    origins: { docs: address },
  })
  browser = await chromium.launch(browserLaunchOptions())
}, BUILD_TIMEOUT)
afterAll(async () => {
  await browser?.close()
  await host?.stop()
})

/** A page, and what it was complained of: scripts and styles that the policy forbids, requests to anybody else. */
async function openDocs(path: string): Promise<{ page: Page; complaints: string[] }> {
  const complaints: string[] = []
  const page = await (browser as Browser).newPage({ colorScheme: 'light' })
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('request', (request) => {
    if (!request.url().startsWith(address)) complaints.push(request.url())
  })
  await page.goto(address + path)
  return { page, complaints }
}

test('a search for a code finds its error, under a strict policy and asking nobody else', async () => {
  const { page, complaints } = await openDocs('/')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('searchbox').fill('4011')
  await page.getByRole('option', { name: 'OriginNotAllowedError' }).click()
  await page.waitForURL('**/errors#e4011')
  await page.getByText('This site is not on the list of sites that may use this wallet.').waitFor()
  expect(complaints).toEqual([])
})

test('a quick start shows the file that is run, and the reader may have it dark', async () => {
  const { page, complaints } = await openDocs('/start/react')
  await page.getByText("import { LatchkeyProvider, useAccount, useLatchkey } from 'latchkey/react'").waitFor()
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await background()).toBe('rgb(255, 255, 255)')
  await page.getByRole('switch', { name: 'dark theme' }).first().click()
  await expect.poll(background).toBe('rgb(18, 19, 19)')
  expect(complaints).toEqual([])
})

test('what is not there is refused', async () => {
  expect((await fetch(address.replace('docs.localhost', '127.0.0.1'))).status).toBe(421)
  const { page } = await openDocs('/start/nothing')
  await page.getByText('Nothing is here.').waitFor()
})
