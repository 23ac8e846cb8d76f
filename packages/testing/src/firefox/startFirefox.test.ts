import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DrivenPage } from '../driven/DrivenPage.ts'
import { findFirefox } from './findFirefox.ts'
import { type Firefox, startFirefox } from './startFirefox.ts'

test('findFirefox refuses a path that leads nowhere', () => {
  expect(() => findFirefox({ FIREFOX_PATH: '/nowhere/firefox' })).toThrow('does not exist')
})

test('startFirefox says why a program is not Firefox', async () => {
  await expect(startFirefox({ executablePath: '/bin/false', timeout: 5_000 })).rejects.toThrow(
    'did not start',
  )
})

const PAGES: Record<string, (port: number) => string> = {
  'app.localhost': (port) => `<div id="host"></div><iframe src="http://wallet.localhost:${port}/"></iframe>
<script>host.attachShadow({ mode: 'open' }).innerHTML = '<button aria-label="Open the wallet">Open</button>'
host.shadowRoot.querySelector('button').onclick = (event) => { document.title = 'opened ' + event.isTrusted }</script>`,
  'wallet.localhost': (port) => `<iframe src="http://keys.localhost:${port}/" height="90"></iframe>`,
  'keys.localhost': () => `<label>Code <input></label><button hidden>Send</button><button>Send it</button>
<p id="out"></p><script>document.querySelector('button:not([hidden])').onclick = () => {
out.textContent = 'got ' + document.querySelector('input').value; localStorage.seen = 'yes' }</script>`,
}

describe.skipIf(findFirefox() === undefined)('a real Firefox', () => {
  let firefox: Firefox
  let page: DrivenPage
  let server: Server
  let port = 0

  beforeAll(async () => {
    server = createServer((request, response) => {
      const name = request.headers.host?.split(':')[0] ?? ''
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(
        `<!doctype html><meta name="viewport" content="width=device-width">${PAGES[name]?.(port) ?? ''}`,
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    port = typeof address === 'object' && address ? address.port : 0
    firefox = await startFirefox()
    page = await firefox.newPage()
  })
  afterAll(async () => {
    await firefox?.stop()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  })

  test('clicks in a shadow root, as a person would', async () => {
    expect(firefox.version).toMatch(/^firefox \d/)
    await page.goto(`http://app.localhost:${port}/`)
    await page.click({ css: 'button', text: 'open the wallet' })
    await page.waitUntil("document.title === 'opened true'")
    expect(await page.attributeOf('button', 'aria-label')).toBe('Open the wallet')
    expect(await page.attributeOf('button', 'data-none')).toBeNull()
  })

  test('types and clicks in a frame of another site inside a frame of another', async () => {
    const keys = page.frame(`http://keys.localhost:${port}`)
    await keys.type({ css: 'input', text: 'Code' }, 'AB12')
    await keys.click({ css: 'button', text: 'send' })
    await keys.waitFor({ css: '#out', text: 'got AB12' })
    expect(await keys.evaluate('localStorage.seen')).toBe('yes')
    await page.reload()
    expect(await keys.evaluate('localStorage.seen')).toBe('yes')
  })

  test('pages share no storage', async () => {
    const other = await firefox.newPage()
    await other.goto(`http://app.localhost:${port}/`)
    expect(
      await other.frame(`http://keys.localhost:${port}`).evaluate('localStorage.seen ?? null'),
    ).toBeNull()
    await other.close()
  })

  test('reports what is missing and what throws', async () => {
    await expect(page.waitFor('#nowhere', { timeout: 100 })).rejects.toThrow('#nowhere')
    await expect(page.evaluate("Promise.reject(new Error('no'))")).rejects.toThrow('no')
    await page.evaluate("console.error('a complaint')")
    await expect.poll(() => firefox.errors()).toContain('a complaint')
  })
})
