import { EmailTakenError, InternalServiceError, SocialGoneError } from '@latchkey/protocol/http'
import { expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { PageFrame } from '../screens/AccountApp.tsx'
import { NOW, sampleConfig } from '../testing/sampleAccount.ts'
import { MailPage } from './MailPage.tsx'
import '@latchkey/ui/tokens.css'
import '@latchkey/ui/styles.css'
import '../account.css'

const wallet = { name: 'Latchkey', host: 'wallet.example' }
const request = {
  number: '42',
  hostOrigin: 'https://app.example',
  projectName: 'Demo',
  browser: 'Chrome on Linux',
  place: '203.0.113.0/24',
  requestedAt: NOW,
  expiresAt: NOW + 6e5,
}
const answering = (answers: Record<string, unknown>) => async (url: string | URL | Request) => {
  const path = new URL(String(url)).pathname
  return Object.hasOwn(answers, path)
    ? Response.json(answers[path])
    : Response.json({ error: { code: SocialGoneError.code, message: 'gone' } }, { status: 410 })
}
const mail = (kind: 'device' | 'link', fetch: typeof window.fetch) => (
  <PageFrame wallet={wallet}>
    <MailPage kind={kind} token={'t'.repeat(43)} config={sampleConfig} fetch={fetch} />
  </PageFrame>
)

test('opening one changes nothing; the answer is given by hand', async () => {
  const asked: string[] = []
  const fetch = answering({ '/auth/v1/device/read': request, '/auth/v1/device/answer': {} })
  await render(
    mail('device', async (url) => {
      asked.push(new URL(String(url)).pathname)
      return fetch(url)
    }),
  )
  await expect.element(browser.getByText('42')).toBeVisible()
  expect(asked).toEqual(['/auth/v1/device/read'])
  await userEvent.click(browser.getByRole('button', { name: 'No, refuse' }))
  await expect.element(browser.getByRole('status')).toHaveTextContent(/Refused/)
})

test('an answer that did not arrive can be given again', async () => {
  let down = true
  const fetch = answering({ '/auth/v1/device/read': request, '/auth/v1/device/answer': {} })
  await render(
    mail('device', async (url) => {
      if (down && String(url).endsWith('/answer')) throw new TypeError('Failed to fetch')
      return fetch(url)
    }),
  )
  await userEvent.click(browser.getByRole('button', { name: 'Yes, it is me' }))
  await expect.element(browser.getByRole('alert')).toHaveTextContent(/cannot reach/)
  down = false
  await userEvent.click(browser.getByRole('button', { name: 'Yes, it is me' }))
  await expect.element(browser.getByText('Done. Go back to the other screen.')).toBeVisible()
})

test.each([
  ['unreachable', () => Promise.reject(new TypeError('Failed to fetch')), /cannot reach/],
  [
    'broken',
    async () => Response.json({ error: { code: InternalServiceError.code, message: 'x' } }, { status: 500 }),
    /Something went wrong on our side/,
  ],
] as const)('one that cannot be read is as good as before: the service is %s', async (_, fail, text) => {
  let isDown = true
  const fetch = answering({ '/auth/v1/mail-link/read': { kind: 'not-me', at: NOW, facts: {} } })
  await render(mail('link', async (url) => (isDown ? fail() : fetch(url))))
  await expect.element(browser.getByRole('alert')).toHaveTextContent(text)
  isDown = false
  await userEvent.click(browser.getByRole('button', { name: 'Try again' }))
  await expect.element(browser.getByRole('button', { name: 'Freeze my account' })).toBeVisible()
})

test('an old one says so', async () => {
  await render(mail('link', answering({})))
  await expect.element(browser.getByRole('alert')).toHaveTextContent(/expired or was used/)
})

test('the account is frozen by one deliberate click', async () => {
  const fetch = answering({
    '/auth/v1/mail-link/read': { kind: 'not-me', at: NOW, facts: { browser: 'Chrome on Linux' } },
    '/auth/v1/mail-link/use': {},
  })
  await render(mail('link', fetch))
  await userEvent.click(browser.getByRole('button', { name: 'Freeze my account' }))
  await expect.element(browser.getByText('Your account is frozen.')).toBeVisible()
})

test('a freeze that could not put the earlier address back says both', async () => {
  const { code, defaultMessage: message } = EmailTakenError
  const fetch = answering({ '/auth/v1/mail-link/read': { kind: 'revert-email', at: NOW, facts: {} } })
  await render(
    mail('link', async (url) =>
      String(url).endsWith('/use')
        ? Response.json({ error: { code, message } }, { status: 409 })
        : fetch(url),
    ),
  )
  await userEvent.click(browser.getByRole('button', { name: 'Put it back' }))
  const told = browser.getByRole('alert')
  await expect.element(told).toHaveTextContent(/Your account is frozen/)
  await expect.element(told).toHaveTextContent(/belongs to another account/)
})
