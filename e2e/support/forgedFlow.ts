import type { TestPersonId } from '@latchkey/testing/node'
import type { Page } from '@playwright/test'
import type { RawReply } from './rawFrame.ts'
import { continueAs, type Network } from './socials.ts'

/** Begins a sign-in at a network from a page with a raw frame, as whoever wrote that page could. */
export async function startFlow(page: Page, network: Network): Promise<string> {
  const reply = await ask(page, 'getSocialRedirectUri', { provider: network })
  return (reply.result as { uri: string }).uri
}

/**
 * What a page hears once a person has signed in there, in a window that this page opened: the address of the end. The
 * result itself goes to the wallet's frame.
 */
export async function endOf(page: Page, authorizationUri: string, person: TestPersonId): Promise<string> {
  const popup = page.waitForEvent('popup')
  const heard = page.evaluate(
    (uri) =>
      new Promise<string>((resolve) => {
        addEventListener('message', ({ data }) => {
          if (data?.type === 'latchkey.social') resolve(data.resultUri)
        })
        open(uri, '_blank')
      }),
    authorizationUri,
  )
  await continueAs(await popup, person)
  return heard
}

/** A call to the raw frame of a page. */
export const ask = (page: Page, method: string, params: unknown = {}): Promise<RawReply> =>
  page.evaluate(([name, given]) => window.raw.send('main', name as string, given), [method, params] as const)

/** The same, when only the refusal matters: its code. */
export const refusal = async (page: Page, method: string, params: unknown): Promise<number | undefined> =>
  (await ask(page, method, params)).error?.code
