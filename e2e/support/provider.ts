import type { Page } from '@playwright/test'

export type RpcOutcome = {
  result?: unknown
  code?: number
  message?: string
  reason?: string
  /** All that the error carries. */
  data?: Record<string, unknown>
}
type Provider = { request(args: { method: string; params?: unknown }): Promise<unknown> }

declare global {
  interface Window {
    /** Requests that a test has started and not awaited yet. */
    asked: Promise<RpcOutcome>[]
  }
}

/** Starts requests at once through the provider that the page announces (EIP-6963), without waiting for them. */
export async function startRequests(
  page: Page,
  requests: readonly { method: string; params?: unknown }[],
): Promise<void> {
  await page.evaluate(async (list) => {
    const provider = await new Promise<Provider>((resolve) => {
      addEventListener('eip6963:announceProvider', ((event: CustomEvent) => {
        if (event.detail.info.rdns === 'dev.latchkey') resolve(event.detail.provider)
      }) as EventListener)
      dispatchEvent(new Event('eip6963:requestProvider'))
    })
    window.asked = list.map((request) =>
      provider.request(request).then(
        (result) => ({ result }),
        ({ code, message, data }) => ({ code, message, reason: data?.reason, data }),
      ),
    )
  }, requests)
}

/** ms. No request of a test takes longer; one that nobody answers would hold the whole run up. */
const ANSWER_TIMEOUT = 240_000

/** What the request at `index` came to. */
export async function outcome(page: Page, index = 0): Promise<RpcOutcome> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`Nobody has answered the request in ${ANSWER_TIMEOUT / 1_000} s.`)
    timer = setTimeout(() => reject(error), ANSWER_TIMEOUT)
  })
  const asked = page.evaluate((at) => window.asked[at] as Promise<RpcOutcome>, index)
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

/** One request through the page's provider. */
export async function rpc(page: Page, method: string, params: unknown): Promise<RpcOutcome> {
  await startRequests(page, [{ method, params }])
  return outcome(page)
}

export const toHex = (text: string): string => `0x${Buffer.from(text).toString('hex')}`
