import { httpRequest, signInAs, type TestPersonId } from '@latchkey/testing/node'
import type { Page } from '@playwright/test'
import type { RawReply } from './rawFrame.ts'
import type { Network } from './socials.ts'

/** Begins a sign-in at a network from a page with a raw frame, as whoever wrote that page could. */
export async function startFlow(page: Page, network: Network): Promise<string> {
  const reply = await ask(page, 'getSocialRedirectUri', { provider: network })
  return (reply.result as { uri: string }).uri
}

/** What the page ends up with once a person has signed in there: the address of the result. */
export async function resultOf(authorizationUri: string, person: TestPersonId): Promise<string> {
  const { url } = await signInAs(authorizationUri, person)
  const { body } = await httpRequest(url)
  const [, message = '{}'] = /data-message="([^"]*)"/.exec(body) ?? []
  const { resultUri } = JSON.parse(message.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
  return String(resultUri)
}

/** A call to the raw frame of a page. */
export const ask = (page: Page, method: string, params: unknown = {}): Promise<RawReply> =>
  page.evaluate(([name, given]) => window.raw.send('main', name as string, given), [method, params] as const)

/** The same, when only the refusal matters: its code. */
export const refusal = async (page: Page, method: string, params: unknown): Promise<number | undefined> =>
  (await ask(page, method, params)).error?.code
