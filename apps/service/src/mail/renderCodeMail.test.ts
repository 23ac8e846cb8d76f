import { expect, test } from 'vitest'
import { type CodePurpose, renderCodeMail } from './mails.ts'

const mail = {
  purpose: 'login' as CodePurpose,
  code: '004213',
  lifetime: 300_000,
  walletName: 'Latchkey',
  walletOrigin: 'https://wallet.example.com',
  hostOrigin: 'https://shop.example.com',
  projectName: '<b>Best & "Shop"</b>',
  browser: 'Firefox on Linux',
  place: '203.0.113.0/24',
  locale: undefined as string | undefined,
  now: Date.UTC(2026, 10, 21, 9, 30),
}

test('says who asks, when, from where, and where alone to type the code', () => {
  const { subject, text, html } = renderCodeMail(mail)
  expect(subject).not.toContain('004213')
  for (const body of [text, html]) {
    expect(body).toContain('004213')
    expect(body).toContain('https://shop.example.com')
    expect(body).toContain('wallet.example.com')
    expect(body).toContain('not verified')
    expect(body).toContain('Firefox on Linux')
    expect(body).toContain('203.0.113.0/24')
    expect(body).toContain('UTC')
  }
})

test.each(['login', 'account', 'email-old', 'email-new'] as const)(
  'a code for %s has no link and escapes what others wrote, in both languages',
  (purpose) => {
    const subjects = ['en', 'de'].map((locale) => {
      const { html, subject, text } = renderCodeMail({ ...mail, purpose, locale })
      expect(html).not.toMatch(/<a\b|href=|<img|<script|<b>/i)
      expect(text).not.toMatch(/https?:\/\/\S+#/)
      expect(html).toContain('&lt;b&gt;Best &amp; &quot;Shop&quot;&lt;/b&gt;')
      return subject
    })
    expect(new Set(subjects).size).toBe(2)
  },
)

test('the browser is named in the language of the mail', () => {
  const said = (browser: string) => renderCodeMail({ ...mail, browser, locale: 'de' }).text
  expect(said('Firefox on Linux')).toContain('Firefox auf Linux')
  expect(said('Unknown browser')).toContain('Unbekannter Browser')
})

test('each purpose is told apart', () => {
  const headings = (['login', 'account', 'email-old', 'email-new'] as const).map(
    (purpose) => renderCodeMail({ ...mail, purpose }).subject,
  )
  expect(new Set(headings).size).toBe(4)
})

test.each([
  ['de-AT', 'de'],
  ['de', 'de'],
  ['pt-PT', 'pt-BR'],
  ['mt', 'en'],
  ['constructor', 'en'],
  [undefined, 'en'],
])('locale %s gives %s', (locale, language) => {
  expect(renderCodeMail({ ...mail, locale }).language).toBe(language)
})
