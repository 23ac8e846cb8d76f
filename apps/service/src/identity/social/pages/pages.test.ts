import { createHash } from 'node:crypto'
import { socialMessage } from '@latchkey/protocol/http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOST, WALLET } from '../../../testing/createTestService.ts'
import { createSocialService, dataOf } from '../../../testing/socialStage.ts'

let social: Awaited<ReturnType<typeof createSocialService>>
beforeAll(async () => {
  social = await createSocialService(
    { google: { clientId: 'client', clientSecret: 'secret' } },
    { config: { walletName: 'Key & <Chain>' } },
  )
})
afterAll(() => social.service.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  social.service.app.request(`${WALLET}${path}`, { headers })
const declined = async (changes: Record<string, unknown> = {}) => {
  const { flowId } = await social.start(await social.device(), 'google', changes)
  return get(`/social/callback/google?state=${flowId}&error=access_denied`)
}

test('no page loads anything, can be embedded, is stored, or cuts the window off from its opener', async () => {
  for (const answer of [await get('/social'), await declined(), await get('/social/callback/google')]) {
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /)
    expect(policy).not.toMatch(/unsafe|'self'|https?:/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    const html = await answer.text()
    expect(html).not.toMatch(/(?:src|href|action)=|url\(/)
    expect(html).toContain('Key &amp; &lt;Chain&gt;')
  }
})

const hashOf = (text: string | undefined) =>
  `'sha256-${createHash('sha256')
    .update(text ?? '')
    .digest('base64')}'`

test('the policy lets the page have its own style, and the one that ends a sign-in its own script', async () => {
  const waiting = await get('/social')
  expect(waiting.headers.get('content-security-policy')).not.toContain('script-src')
  const end = await declined()
  const policy = end.headers.get('content-security-policy')
  const html = await end.text()
  expect(policy).toContain(`style-src ${hashOf(/<style>([\s\S]*)<\/style>/.exec(html)?.[1])};`)
  expect(policy).toContain(`script-src ${hashOf(/<script>([\s\S]*)<\/script>/.exec(html)?.[1])};`)
})

test.each([
  ['/social?provider=google', {}, 'en', 'Opening Google…'],
  ['/social?provider=google&locale=de-AT', {}, 'de', 'Google wird geöffnet …'],
  ['/social', { 'accept-language': 'mt, de;q=0.8, en;q=0.7' }, 'de', 'Die Anmeldeseite wird geöffnet …'],
  ['/social?provider=<script>&locale="><b>', {}, 'en', 'Opening the sign-in page…'],
])('%s waits in the language that was asked for', async (path, headers, language, heading) => {
  const html = await (await get(path, headers as Record<string, string>)).text()
  expect(html).toContain(`<html lang="${language}" dir="ltr">`)
  expect(html).toContain(`>${heading}</h1>`)
  expect(html).not.toContain('<b>')
})

test('a language that is written from the right is laid out from the right', async () => {
  const html = await (await get('/social?locale=he')).text()
  expect(html).toContain('<html lang="he" dir="rtl">')
})

test('the message of the page goes to the site that asked, in the language of the login', async () => {
  const html = await (await declined({ locale: 'de' })).text()
  expect(html).toContain('Sie haben die Anmeldung bei Google abgebrochen')
  expect(dataOf(html, 'target')).toBe(HOST)
  const { resultUri } = socialMessage().parse(JSON.parse(dataOf(html, 'message') ?? ''))
  expect(resultUri).toMatch(new RegExp(`^${WALLET}/social/done\\?flow=[\\w-]{22}&error=4121$`))
})
