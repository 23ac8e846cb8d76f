import { startStack } from '../../scripts/stack/startStack.ts'
import { browserLaunchOptions } from '@latchkey/testing/node'
import { chromium } from 'playwright'
const stack = await startStack({ root: '/work/main', onProgress: console.log })
const log = (...a: unknown[]) => console.log(...a)
let browser
try {
  browser = await chromium.launch({ ...(browserLaunchOptions() as object) })
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.addInitScript('globalThis.__name = (f) => f')
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && log('console', m.type(), m.text().slice(0, 300)))
  page.on('pageerror', (e) => log('pageerror', e.message))
  page.on('response', (r) => r.status() >= 400 && log('http', r.status(), r.url()))
  await page.goto(stack.origins.app)
  await page.locator('latchkey-button').click()
  await page.getByRole('textbox').first().fill('maria@example.com')
  await page.keyboard.press('Enter')
  const frame = page.frameLocator('iframe[src*="/frame"]')
  await frame.getByRole('heading').waitFor({ timeout: 20000 })
  await page.screenshot({ path: '/tmp/frame-shots/s1.png' })
  let code
  for (let i = 0; i < 100 && !code; i++) { code = stack.mail.messages()[0]?.text?.match(/\b\d{6}\b/)?.[0]; await new Promise(r => setTimeout(r, 100)) }
  log('code', code)
  await frame.getByRole('textbox').pressSequentially(code!)
  await frame.getByRole('heading').waitFor({ state: 'detached', timeout: 20000 })
  await page.waitForTimeout(800)
  await page.screenshot({ path: '/tmp/frame-shots/s2.png' })
  await page.keyboard.press('Escape')
  await page.waitForTimeout(500)
  const provider = (m: string, p?: unknown) => page.evaluate(([m, p]) => new Promise((res) => { const on = (e: any) => { if (e.detail.info.rdns.includes('latchkey')) e.detail.provider.request({ method: m, params: p }).then((r: unknown) => res({ ok: r }), (e: any) => res({ error: { code: e.code, message: e.message, data: e.data } })) }; window.addEventListener('eip6963:announceProvider', on, { once: true }); window.dispatchEvent(new Event('eip6963:requestProvider')) }), [m, p] as const)
  const accounts = await provider('eth_accounts') as { ok: string[] }
  log('accounts', accounts)
  const me = accounts.ok[0]!
  const run = async (name: string, method: string, params: unknown[], act?: (f: typeof frame) => Promise<void>) => {
    const result = provider(method, params)
    const t = Date.now()
    await act?.(frame)
    log(name, JSON.stringify(await result).slice(0, 200), Date.now() - t, 'ms')
  }
  const approve = (shot: string) => async (f: typeof frame) => {
    const b = f.locator('button[data-armed="true"]')
    await b.waitFor({ timeout: 15000 }).catch(async (e) => { await page.screenshot({ path: `/tmp/frame-shots/${shot}.png` }); throw e })
    await page.screenshot({ path: `/tmp/frame-shots/${shot}.png` })
    await b.click()
  }
  await run('sign', 'personal_sign', ['0x48656c6c6f', me], approve('s3'))
  const typed = { types: { EIP712Domain: [{ name: 'name', type: 'string' }, { name: 'chainId', type: 'uint256' }], Order: [{ name: 'item', type: 'string' }] }, primaryType: 'Order', domain: { name: 'Harbour', chainId: 31337 }, message: { item: 'Berth' } }
  await run('typed', 'eth_signTypedData_v4', [me, JSON.stringify(typed)], approve('s6'))
  await run('reject', 'personal_sign', ['0x48656c6c6f', me], async (f) => { await f.getByRole('button', { name: 'Reject' }).click({timeout:5000}); log('clicked'); await page.waitForTimeout(1500); await page.screenshot({ path: '/tmp/frame-shots/s7.png' }); log(await f.locator('body').innerText()); log(await page.locator('latchkey-modal').count()) ; })
  const typed2 = { types: { EIP712Domain: [{ name: 'name', type: 'string' }, { name: 'chainId', type: 'uint256' }], Order: [{ name: 'item', type: 'string' }] }, primaryType: 'Order', domain: { name: 'Harbour', chainId: 31337 }, message: { item: 'Berth' } }
  await run('typed', 'eth_signTypedData_v4', [me, JSON.stringify(typed)], approve('s6'))
  await run('reject', 'personal_sign', ['0x48656c6c6f', me], async (f) => { await f.getByRole('button', { name: 'Reject' }).click({timeout:5000}); log('clicked'); await page.waitForTimeout(1500); await page.screenshot({ path: '/tmp/frame-shots/s7.png' }); log(await f.locator('body').innerText()); log(await page.locator('latchkey-modal').count()) ; })
  await run('reject', 'personal_sign', ['0x48656c6c6f', me], async (f) => { await f.getByRole('button', { name: 'Reject' }).click({timeout:5000}); log('clicked'); await page.waitForTimeout(1500); await page.screenshot({ path: '/tmp/frame-shots/s7.png' }); log(await f.locator('body').innerText()); log(await page.locator('latchkey-modal').count()) ; })
  await run('revert', 'eth_sendTransaction', [{ from: me, data: '0x60006000fd' }], async (f) => { await f.getByRole('button', { name: 'Close' }).click(); })
  log('block number', await provider('eth_blockNumber'))
} catch (e) { log('FAILED', e) } finally { await browser?.close(); await stack.stop() }
process.exit(0)
