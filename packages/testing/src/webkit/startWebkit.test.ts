import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DrivenPage, nextDrawn } from '../driven/DrivenPage.ts'
import { poll } from '../node/poll.ts'
import { findWebkit, startWebkit, type Webkit } from './startWebkit.ts'

test('findWebkit refuses a path that leads nowhere', () => {
  expect(() => findWebkit({ WEBKIT_DRIVER_PATH: '/nowhere/driver' })).toThrow('does not exist')
})

test('startWebkit says why a program is not WebKit', async () => {
  await expect(startWebkit({ executablePath: '/bin/false', timeout: 5_000 })).rejects.toThrow('did not start')
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

async function servePages(): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    const [name = '', port] = request.headers.host?.split(':') ?? []
    response.setHeader('content-type', 'text/html; charset=utf-8')
    const page = PAGES[name]?.(Number(port)) ?? ''
    response.end(`<!doctype html><meta name="viewport" content="width=device-width">${page}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { server, port: typeof address === 'object' && address ? address.port : 0 }
}

describe.skipIf(findWebkit() === undefined)('a real WebKit', () => {
  let webkit: Webkit
  let page: DrivenPage
  let server: Server
  let port = 0

  beforeAll(async () => {
    ;({ server, port } = await servePages())
    webkit = await startWebkit()
    page = await webkit.newPage()
  })
  afterAll(async () => {
    await webkit?.stop()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  test('clicks in a shadow root, as a person would', async () => {
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

  test('the next frame is waited for in a document that the page has hidden', async () => {
    await page.evaluate(`void (document.querySelector('iframe').style.display = 'none')`)
    const wallet = page.frame(`http://wallet.localhost:${port}`)
    expect(await wallet.evaluate(`(${nextDrawn})().then(() => 'settled')`)).toBe('settled')
    await page.evaluate(`void (document.querySelector('iframe').style.display = '')`)
  })

  test('an expression that does not settle before its document goes is named', async () => {
    const wallet = page.frame(`http://wallet.localhost:${port}`)
    await page.evaluate(`void setTimeout(() => document.querySelector('iframe').remove(), 500)`)
    const never = 'new Promise(() => undefined)'
    await expect(wallet.evaluate(never)).rejects.toThrow(never)
    await page.reload()
  })

  test('pages share no storage', async () => {
    await page.close()
    page = await webkit.newPage()
    await page.goto(`http://app.localhost:${port}/`)
    expect(await page.frame(`http://keys.localhost:${port}`).evaluate('localStorage.seen ?? null')).toBeNull()
  })

  test('finds the window that a click has opened, and drives it', async () => {
    await page.evaluate(`(document.body.innerHTML = '<a target=_blank href="/second">Second</a>', null)`)
    await page.click('a')
    const opened = `http://app.localhost:${port}/second`
    const window = await poll(
      async () => {
        const found = await page.popup(opened)
        if (!found) throw new Error('it is not open')
        return found
      },
      { name: 'the window', timeout: 10_000 },
    )
    await window.click({ css: 'button', text: 'open the wallet' })
    await window.waitUntil("document.title === 'opened true'")
    await window.close()
    expect([await window.isOpen(), await page.isOpen()]).toEqual([false, true])
  })

  test('reports what is missing and what throws', async () => {
    await expect(page.waitFor('#nowhere', { timeout: 100 })).rejects.toThrow('#nowhere')
    await expect(page.evaluate("Promise.reject(new Error('no'))")).rejects.toThrow('no')
  })
})
