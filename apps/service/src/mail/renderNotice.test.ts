import { expect, test } from 'vitest'
import { type Notice, renderDeviceMail, renderNotice } from './mails.ts'

const evil = '<img src=x onerror=alert(1)>'
const link = 'https://wallet.example.com/link#AAAA'
const where = { browser: 'Firefox on Linux', place: '203.0.113.0/24' }
const now = Date.UTC(2026, 10, 21, 9, 30)

const notices: Notice[] = [
  { kind: 'new-device', hostOrigin: evil, link, days: 7, ...where },
  { kind: 'email-changed', newHint: evil, link, days: 7, ...where },
  { kind: 'email-added' },
  { kind: 'identity-added', network: evil, link },
  { kind: 'identity-removed', network: evil, link },
  { kind: 'device-removed', link, ...where },
  { kind: 'recovery-changed', what: 'protected', link },
  { kind: 'exported', what: 'phrase', link, ...where },
  { kind: 'frozen', link },
  { kind: 'unfrozen', link },
]

test.each(notices.map((notice) => [notice.kind, notice] as const))(
  '%s is told in both languages, with its link as text too, and nothing of others as markup',
  (_, notice) => {
    const [en, de] = ['en', 'de-DE'].map((locale) =>
      renderNotice(notice, { walletName: 'Latch & <key>', locale, now }),
    )
    expect(en?.subject).not.toBe(de?.subject)
    expect([en?.language, de?.language]).toEqual(['en', 'de'])
    expect(de?.text).not.toMatch(/\b(?:du|dich|dir|dein\w*|bist|hast|kannst)\b/i)
    if ('browser' in notice) expect(de?.text).toContain('Firefox auf Linux')
    for (const mail of [en, de]) {
      expect(mail?.html).not.toMatch(/<img|<script|<key>/i)
      expect(mail?.html).not.toMatch(/<[^>]*\ssrc=|url\(/i)
      expect(mail?.text).toContain('UTC')
      if (!('link' in notice)) continue
      expect(mail?.text.split('\n')).toContain(link)
      expect(mail?.html.split(link)).toHaveLength(3)
    }
  },
)

const question = {
  link: 'https://wallet.example.com/device#AAAA',
  lifetime: 600_000,
  walletName: 'Latchkey',
  hostOrigin: 'https://shop.example.com',
  projectName: 'Shop',
  ...where,
  locale: undefined,
  now,
}

test('the question about a device names site, browser, network, time and how long it stands', () => {
  const { text, html, subject } = renderDeviceMail(question)
  expect(subject).toContain('Latchkey')
  for (const body of [text, html])
    for (const part of ['https://shop.example.com', where.browser, where.place, '10 minutes', 'Nov 21, 2026'])
      expect(body).toContain(part)
})

test('the question names the browser in its own language', () => {
  expect(renderDeviceMail({ ...question, locale: 'de' }).text).toContain('Firefox auf Linux')
})

test('a mail is laid out alike in both directions: nothing in it names a side', () => {
  for (const notice of notices) {
    const { html } = renderNotice(notice, { walletName: 'Latchkey', locale: 'ar', now })
    expect(html).toContain('dir="rtl"')
    const boxes = [...html.matchAll(/(?:padding|margin):([^;"]+)/g)].map(([, value = '']) => value.split(' '))
    expect(boxes.length).toBeGreaterThan(0)
    for (const [, right, , left] of boxes) expect(left ?? right).toBe(right)
    expect(html).not.toMatch(/(?:padding|margin|border|text-align|float)[-:\s]*(?:left|right)/)
  }
})
