import type { Page } from 'playwright'
import type { BenchContext } from './BenchContext.ts'
import { asNewVisitor } from './benchPage.ts'
import { type Row, valueRow } from './Row.ts'
import { signIn, signMessage } from './visitorPath.ts'

const hostOf = (address: string) => new URL(address).host

/** Addresses that the page asks for, those of its frames and workers included. */
function watchRequests(page: Page): string[] {
  const asked: string[] = []
  page.context().on('request', (request) => {
    if (/^(?:https?|wss?):/.test(request.url())) asked.push(request.url())
  })
  return asked
}

/** Whom a whole visit contacts. */
export async function requestRows({ browser, stack }: BenchContext): Promise<Row[]> {
  const { app, wallet, keys, api } = stack.origins
  return asNewVisitor(browser, async (page) => {
    const asked = watchRequests(page)
    await page.goto(app, { waitUntil: 'load' })
    await signIn(page, stack, 'bench-requests@example.com')
    await signMessage(page)
    const own = new Set([app, wallet, keys, api].map(hostOf))
    const foreign = asked.filter((address) => !own.has(hostOf(address)))
    const hosts = [...new Set(asked.map(hostOf))].map((host) => host.split('.')[0])
    return [
      { name: 'requests of a whole visit', ours: `${asked.length} to ${hosts.sort().join(', ')}` },
      valueRow('requests to foreign hosts, whole visit', foreign.length, '', 0),
    ]
  })
}
