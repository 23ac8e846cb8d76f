import type { MockInjectedWalletPageOptions, MockWalletControls } from '../injected/MockInjectedWallet.ts'

/** Keys of one wallet on a page, for `page.evaluate`. */
export type MockWalletRemote = {
  [Name in keyof MockWalletControls]: (
    ...args: Parameters<MockWalletControls[Name]>
  ) => Promise<ReturnType<MockWalletControls[Name]>>
}

/** What is needed of a Playwright page or frame. */
export type PageLike = {
  evaluate<Result, Argument>(work: (argument: Argument) => Result, argument: Argument): Promise<Result>
}

/**
 * Bundles the mock wallet once and makes scripts of it: each text is self-contained and belongs in Playwright's
 * `page.addInitScript`, so that the wallet is there before the page's own code, after each reload too.
 *
 * @throws Error when the wallet cannot be bundled
 * @example
 * const script = await bundleMockInjectedWallet()
 * await page.addInitScript(script({ name: 'Aurora', rdns: 'com.example.aurora' }))
 */
export async function bundleMockInjectedWallet(): Promise<
  (options?: MockInjectedWalletPageOptions) => string
> {
  const { bundlePageEntry } = await import('./bundlePageEntry.ts')
  const code = await bundlePageEntry()
  return (options = {}) => {
    // An extension's content script; frames of other sites inside the page are left alone.
    const install = `globalThis.__latchkeyAddMockWallet(${JSON.stringify(options)})`
    return `if (window === window.top) {\n${code}\n${install}\n}`
  }
}

/**
 * One script for `page.addInitScript`. Whoever needs several bundles once, with `bundleMockInjectedWallet`.
 *
 * @throws Error when the wallet cannot be bundled
 * @example
 * await page.addInitScript(await mockInjectedWalletScript({ legacy: true, flags: { isMetaMask: true } }))
 */
export async function mockInjectedWalletScript(options: MockInjectedWalletPageOptions = {}): Promise<string> {
  return (await bundleMockInjectedWallet())(options)
}

/**
 * The controls of a wallet that a script has put on a page.
 *
 * @example
 * await mockWalletOn(page, 'com.example.aurora').rejectNext('personal_sign')
 */
export function mockWalletOn(page: PageLike, rdns = 'dev.latchkey.mock'): MockWalletRemote {
  return new Proxy({} as MockWalletRemote, {
    get: (_target, name) =>
      typeof name === 'string' && name !== 'then' ? call(page, rdns, name) : undefined,
  })
}

const call =
  (page: PageLike, rdns: string, name: string) =>
  (...args: unknown[]): Promise<unknown> =>
    page.evaluate(callInPage, [rdns, name, args] as const)

/** Runs in the page: it may use nothing of this file. */
function callInPage([rdns, name, args]: readonly [string, string, readonly unknown[]]): unknown {
  type Wallets = Record<string, Record<string, (...args: unknown[]) => unknown>>
  const wallet = (globalThis as { __latchkeyMockWallets?: Wallets }).__latchkeyMockWallets?.[rdns]
  if (!wallet) throw new Error(`No mock wallet with the rdns ${rdns} is on this page.`)
  const control = wallet[name]
  if (!control) throw new Error(`A mock wallet has no control ${name}.`)
  return control(...args)
}
