import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { browserLaunchOptions } from '@latchkey/testing/node'
import { type Browser, chromium, type Frame, type Page } from 'playwright'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** Three sites: the page of a site, the wallet in it, and the keys app hidden in that. */
const pages = {
  app: (port: number, delegates: boolean) => `<script>
      globalThis.told = []
      onmessage = ({ data }) => (data === 'ready' ? (globalThis.isReady = true) : told.push(data))
    </script><iframe id="wallet" width="400" height="300"
    src="http://wallet.localhost:${port}/" ${delegates ? allow(port) : ''}></iframe>`,
  wallet: (port: number) => `<button id="use">Use</button><button id="create">Create</button>
    <iframe id="keys" hidden src="http://keys.localhost:${port}/" ${allow(port)}></iframe>
    <script>
      const keys = document.getElementById('keys')
      for (const id of ['use', 'create']) document.getElementById(id).onclick = () => keys.contentWindow.postMessage(id, '*')
    </script>`,
  keys: () => `<button id="make">Create here</button><script type="module">
      import { browserPasskeys } from '/passkeys.js'
      const passkeys = browserPasskeys()
      const mark = async (key) => key && Array.from(new Uint8Array(await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv: new Uint8Array(12) },
        await crypto.subtle.deriveKey({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new Uint8Array() }, key,
          { name: 'AES-GCM', length: 256 }, false, ['encrypt']), new Uint8Array(4)))).join()
      const use = () => passkeys.use({ challenge: 'AAAA', rpId: 'keys.localhost' })
      const create = () => passkeys.create({ challenge: 'AAAA', rpId: 'keys.localhost', userHandle: 'AAAA', userName: 'ada', excludeCredentials: [] })
      const tell = (run) => run().then(
        async ({ prf, seals, assertion }) => ({ prf: await mark(prf), seals, client: assertion && JSON.parse(atob(assertion.response.clientDataJSON.replaceAll('-', '+').replaceAll('_', '/'))), focus: document.hasFocus() }),
        (error) => ({ code: error.code }))
      const record = (run) => tell(run).then((one) => top.postMessage(one, '*'))
      onmessage = ({ data }) => record(data === 'use' ? use : create)
      document.getElementById('make').onclick = () => record(create)
      top.postMessage('ready', '*')
    </script>`,
}
const allow = (port: number) => {
  const origins = `http://keys.localhost:${port} http://wallet.localhost:${port}`
  return `allow="publickey-credentials-get ${origins}; publickey-credentials-create ${origins}"`
}

let server: Server
let browser: Browser
let port: number

async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL('./browserPasskeys.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry, formats: ['es'], fileName: 'passkeys' } },
  })
  const [output] = [built].flat()
  const chunk = output && 'output' in output ? output.output[0] : undefined
  return chunk?.code ?? ''
}

beforeAll(async () => {
  const code = await bundle()
  server = createServer(({ headers, url = '/' }, response) => {
    const site = (headers.host ?? '').split('.')[0] as keyof typeof pages
    if (url === '/passkeys.js') return response.setHeader('Content-Type', 'text/javascript').end(code)
    response
      .setHeader('Content-Type', 'text/html')
      .end(`<!doctype html>${pages[site]?.(port, url !== '/bare') ?? ''}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  browser = await chromium.launch(browserLaunchOptions())
})
afterAll(async () => {
  await browser?.close()
  server?.close()
})

type Opened = { page: Page; wallet: Frame; keys: Frame }

async function open(path = '/'): Promise<Opened> {
  const page = await (await browser.newContext()).newPage()
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      hasPrf: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(`http://app.localhost:${port}${path}`)
  const frame = async (site: string) => {
    const find = () => page.frames().find((one) => one.url().startsWith(`http://${site}.`))
    await expect.poll(() => find()?.url(), { message: `the frame of ${site}` }).toBeDefined()
    const found = find()
    if (!found) throw new Error(`No frame of ${site}`)
    return found
  }
  // The script of the keys frame is there: what it is asked before is lost.
  await page.waitForFunction(() => 'isReady' in globalThis)
  return { page, wallet: await frame('wallet'), keys: await frame('keys') }
}

type Told = {
  prf?: string | null
  seals?: boolean
  code?: number
  client?: Record<string, unknown>
  focus?: boolean
}
/** What the keys frame has told the page. To ask the frame itself would count as a person's gesture in it. */
const told = async (page: Page, count: number): Promise<Told[]> => {
  await page.waitForFunction((wanted) => (globalThis as { told?: unknown[] }).told?.length === wanted, count)
  return page.evaluate(() => (globalThis as unknown as { told: Told[] }).told)
}

/** The keys frame is made visible, as on the account page, because a passkey is made by a click inside of it. */
async function makePasskey({ page, wallet, keys }: Opened): Promise<void> {
  const hide = (hidden: boolean) =>
    wallet.evaluate((value) => document.getElementById('keys')?.toggleAttribute('hidden', value), hidden)
  await hide(false)
  await keys.click('#make')
  await told(page, 1)
  await hide(true)
}

describe('a passkey in the keys frame, hidden in the wallet, in the page of another site', () => {
  test('is used by a click in the wallet: the PRF output is that of its creation', async () => {
    const opened = await open()
    await makePasskey(opened)
    await opened.wallet.click('#use')
    const [made, used] = await told(opened.page, 2)
    expect(made).toMatchObject({ seals: true })
    expect(used?.prf).toBeTruthy()
    expect(used?.prf).toBe(made?.prf)
    expect(used?.focus).toBe(false)
    expect(used?.client).toMatchObject({
      type: 'webauthn.get',
      origin: `http://keys.localhost:${port}`,
      crossOrigin: true,
      topOrigin: `http://app.localhost:${port}`,
    })
  })

  test('is not made by a click elsewhere: the keys frame itself must be clicked', async () => {
    const { page, wallet } = await open()
    await wallet.click('#create')
    expect(await told(page, 1)).toEqual([{ code: 3109 }])
  })

  test('is not offered where the page does not delegate it', async () => {
    const { page, wallet } = await open('/bare')
    await wallet.click('#use')
    expect(await told(page, 1)).toEqual([{ code: 3108 }])
  })
})
