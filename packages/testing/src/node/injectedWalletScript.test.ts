import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { devAccounts } from '../injected/devAccounts.ts'
import { browserLaunchOptions } from './browserLaunchOptions.ts'
import { bundleMockInjectedWallet, mockWalletOn } from './injectedWalletScript.ts'
import { receiptOf } from './sendTransaction.ts'
import { type Anvil, startAnvil } from './startAnvil.ts'

/** A dapp without any library: it collects announcements and asks the first wallet. */
const DAPP = `<script>
  const found = []
  addEventListener('eip6963:announceProvider', ({ detail }) => found.push(detail))
  dispatchEvent(new Event('eip6963:requestProvider'))
  const ask = (method, params) => found[0].provider.request({ method, params })
    .then((result) => ({ result }), ({ code }) => ({ code }))
</script><iframe srcdoc="<p>frame</p>"></iframe>`
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').setHeader('access-control-allow-origin', '*')
  response.end(DAPP)
})
const [account, other] = devAccounts

let anvil: Anvil
let browser: Browser
let script: Awaited<ReturnType<typeof bundleMockInjectedWallet>>
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  anvil = await startAnvil({ contracts: false })
  browser = await chromium.launch(browserLaunchOptions())
  script = await bundleMockInjectedWallet()
})
afterAll(async () => {
  await browser?.close()
  await anvil?.stop()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
afterEach(async () => {
  for (const context of browser.contexts()) await context.close()
})

async function open(...options: Parameters<typeof script>[0][]): Promise<Page> {
  const page = await browser.newPage()
  for (const each of options) await page.addInitScript(script(each))
  await page.goto(`http://app.localhost:${(server.address() as AddressInfo).port}/`)
  return page
}
const ask = (page: Page, method: string, params?: unknown[]) =>
  page.evaluate(`ask(${JSON.stringify(method)}, ${JSON.stringify(params)})`) as Promise<{
    result?: unknown
    code?: number
  }>

describe('a script for a page', () => {
  test('announces the wallets before the page asks, and leaves frames alone', async () => {
    const page = await open({ rdns: 'a.b.one' }, { rdns: 'a.b.two', legacy: true })
    expect(await page.evaluate('found.map(({ info }) => info.rdns)')).toEqual(['a.b.one', 'a.b.two'])
    expect(await page.evaluate('found[1].provider === window.ethereum')).toBe(true)
    const [, frame] = page.frames()
    expect(await frame?.evaluate('typeof window.__latchkeyMockWallets')).toBe('undefined')
  })

  test('is steered from the test, and keeps its access over a reload', async () => {
    const page = await open({})
    const wallet = mockWalletOn(page)
    await wallet.rejectNext('eth_requestAccounts')
    expect(await ask(page, 'eth_requestAccounts')).toEqual({ code: 4001 })
    expect(await ask(page, 'eth_requestAccounts')).toEqual({ result: [account.address] })
    expect((await wallet.readCalls()).map(({ state }) => state)).toEqual(['refused', 'answered'])
    await page.reload()
    expect(await ask(page, 'eth_accounts')).toEqual({ result: [account.address] })
    await wallet.revoke()
    expect(await ask(page, 'eth_accounts')).toEqual({ result: [] })
  })

  test('signs a transaction in the page and sends it raw', async () => {
    const page = await open({ rpcUrl: anvil.url, connected: true })
    const before = BigInt(String(await anvil.call('eth_getBalance', [other.address, 'latest'])))
    const transfer = { from: account.address, to: other.address, value: '0x7' }
    const { result } = await ask(page, 'eth_sendTransaction', [transfer])
    expect(result).toMatch(/^0x[0-9a-f]{64}$/)
    const receipt = await receiptOf(anvil.call, result)
    expect(receipt).toMatchObject({ status: '0x1', from: account.address.toLowerCase() })
    expect(await ask(page, 'eth_getTransactionReceipt', [result])).toEqual({ result: receipt })
    const after = BigInt(String(await anvil.call('eth_getBalance', [other.address, 'latest'])))
    expect(after - before).toBe(7n)
  })

  test('says which wallet or control there is not', async () => {
    const page = await open({})
    await expect(mockWalletOn(page, 'a.b.none').revoke()).rejects.toThrow(
      'No mock wallet with the rdns a.b.none',
    )
    const wallet = mockWalletOn(page) as unknown as Record<string, () => Promise<unknown>>
    await expect(wallet.explode?.()).rejects.toThrow('no control explode')
  })
})
