import { expect, test } from 'vitest'
import { renderCodeMail } from './renderCodeMail.ts'

const mail = {
  code: '004213',
  lifetime: 300_000,
  walletName: 'Latchkey',
  walletOrigin: 'https://wallet.example.com',
  hostOrigin: 'https://shop.example.com',
  projectName: '<b>Best & "Shop"</b>',
  locale: undefined as string | undefined,
  now: Date.UTC(2026, 10, 21, 9, 30),
}

test('says who asks, when, and where alone to type the code', () => {
  const { subject, text, html } = renderCodeMail(mail)
  expect(subject).not.toContain('004213')
  for (const body of [text, html]) {
    expect(body).toContain('004213')
    expect(body).toContain('https://shop.example.com')
    expect(body).toContain('wallet.example.com')
    expect(body).toContain('not verified')
    expect(body).toContain('UTC')
  }
})

test('has no link and escapes what others wrote', () => {
  const { html } = renderCodeMail(mail)
  expect(html).not.toMatch(/<a\b|href=|<img|<script|<b>/i)
  expect(html).toContain('&lt;b&gt;Best &amp; &quot;Shop&quot;&lt;/b&gt;')
})

test.each([
  ['de-AT', 'de'],
  ['de', 'de'],
  ['fr', 'en'],
  ['constructor', 'en'],
  [undefined, 'en'],
])('locale %s gives %s', (locale, language) => {
  expect(renderCodeMail({ ...mail, locale }).language).toBe(language)
})
