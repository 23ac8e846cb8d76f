import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserLaunchOptions, type FrameStorage } from './browserLaunchOptions.ts'
import { findChromium } from './findChromium.ts'
import { disabledFeaturesIn, playwrightDisabledFeatures } from './playwrightDisabledFeatures.ts'

const PROBE = `<script>
  const attempt = (action) => Promise.resolve().then(action).then(() => 'works', (error) => error.name)
  const open = () => new Promise((resolve, reject) => {
    const request = indexedDB.open('probe')
    request.onsuccess = resolve
    request.onerror = () => reject(request.error)
  })
  Promise.all([attempt(() => localStorage.setItem('a', 'b')), attempt(open)])
    .then((result) => parent.postMessage(result, '*'))
</script>`

const server = createServer((request, response) => {
  const { port } = server.address() as AddressInfo
  response.setHeader('content-type', 'text/html')
  const host = `<script>onmessage = ({ data }) => { document.title = data.join() }</script>
    <iframe src="http://wallet.localhost:${port}/"></iframe>`
  response.end(request.headers.host?.startsWith('app.') ? host : PROBE)
})

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

async function storageInFrame(storage: FrameStorage): Promise<string> {
  const browser = await chromium.launch(browserLaunchOptions({ storage }))
  try {
    const page = await browser.newPage()
    await page.goto(`http://app.localhost:${(server.address() as AddressInfo).port}/`)
    await page.waitForFunction(() => document.title !== '')
    return await page.title()
  } finally {
    await browser.close()
    server.closeAllConnections()
  }
}

describe('browserLaunchOptions', () => {
  test('a cross-site frame has storage in partitioned mode', async () => {
    expect(await storageInFrame('partitioned')).toBe('works,works')
  })

  test('a cross-site frame has none in blocked mode', async () => {
    expect(await storageInFrame('blocked')).toBe('SecurityError,UnknownError')
  })

  test('replaces the default argument exactly and changes one feature alone', () => {
    const { args, ignoreDefaultArgs } = browserLaunchOptions()
    const [replaced] = ignoreDefaultArgs
    expect(replaced).toBe(`--disable-features=${playwrightDisabledFeatures().join(',')}`)
    expect(args).toContain(replaced?.replace(',ThirdPartyStoragePartitioning', ''))
    expect(browserLaunchOptions({ storage: 'blocked' }).ignoreDefaultArgs).toEqual([])
  })

  test.each(['partitioned', 'blocked'] as const)(
    '%s: the spare process is a feature like the others',
    (storage) => {
      const { args, ignoreDefaultArgs } = browserLaunchOptions({ storage, spareProcess: false })
      const disabled = args.filter((each) => each.startsWith('--disable-features='))
      expect(disabled).toHaveLength(1)
      expect(disabled[0]).toMatch(/,SpareRendererForSitePerProcess$/)
      expect(ignoreDefaultArgs).toEqual([`--disable-features=${playwrightDisabledFeatures().join(',')}`])
    },
  )
})

test('a browser that blocks or is seen is a whole one, since the headless shell can do neither', () => {
  expect(browserLaunchOptions({ storage: 'blocked' }).executablePath ?? '').not.toContain('headless-shell')
  expect(browserLaunchOptions({ headless: false }).executablePath ?? '').not.toContain('headless-shell')
})

describe('disabledFeaturesIn', () => {
  test('reads a list with comments, as an array or a function', () => {
    const list = '[\n // why "Not" this\n "One",\n "Two"\n]'
    expect(disabledFeaturesIn(`disabledFeatures = ${list}.filter(Boolean)`)).toEqual(['One', 'Two'])
    expect(disabledFeaturesIn(`const disabledFeatures = (assistantMode) => ${list}`)).toEqual(['One', 'Two'])
  })

  test('refuses a program without the list', () => {
    expect(() => disabledFeaturesIn('disabledFeatures = []')).toThrow('was not found')
  })
})

describe('findChromium', () => {
  test('takes CHROMIUM_PATH, and refuses one that does not exist', () => {
    expect(findChromium({ CHROMIUM_PATH: process.execPath })).toBe(process.execPath)
    expect(() => findChromium({ CHROMIUM_PATH: '/nowhere/chromium' })).toThrow('/nowhere/chromium')
  })
})
