import './panel.css'
import './panelParts.css'
import axe from 'axe-core'
import { afterEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createOneUseKey } from '../hpke/hpkeOpen.ts'
import { createPanelStage } from './createPanelStage.ts'
import { wordsOf } from './locales/say.ts'
import { type OpenPanelParams, scriptOf } from './panelHandlers.ts'
import { fakePanelContext } from './testing/fakePanelContext.ts'

const SECRET = `0x${'ab'.repeat(32)}`
const PHRASE = `${'abandon '.repeat(23)}art`
const CODE = '0000-1111-2222-3333-4444-5555-666X'
const never = new AbortController().signal
const details = {
  hostOrigin: 'https://a-rather-long-name-of-a-shop.with-many-labels.example',
  projectName: 'Shop <b>of things</b>',
  browser: 'Firefox on Linux',
  place: '203.0.113.0/24',
  number: '07',
  deviceId: 'd',
  expiresAt: 1,
}
const started = { challengeId: 'c', challenge: 'AA', rpId: 'keys.localhost', userHandle: 'AA', userName: 'a' }

const fake = () =>
  fakePanelContext({
    replies: {
      '/auth/v1/joins/:joinId': () => details,
      '/account/v1/passkeys/start': () => ({ ...started, excludeCredentials: [], expiresAt: 1 }),
    },
    vault: {
      reveal: async ({ what }) => (what === 'key' ? SECRET : PHRASE),
      makeKit: async () => ({ kit: { accounts: [] }, code: CODE }) as never,
    },
  })

/** What a person does to get from step to step: types the word, then presses the last button. */
const steps: Record<string, [OpenPanelParams['panel'], ...string[]]> = {
  'export: warning': ['exportPhrase'],
  'export: the phrase': ['exportPhrase', 'word', 'show'],
  'export: the key': ['exportKey', 'word', 'show'],
  'kit: intro': ['downloadKit'],
  'kit: code': ['downloadKit', 'next'],
  'kit: typed back': ['downloadKit', 'next', 'next', 'next'],
  'code: intro': ['createCode'],
  'code: shown': ['createCode', 'next'],
  'code: checked': ['createCode', 'next', 'next', 'next'],
  'code: entered': ['proveCode', 'next'],
  'passkey: new': ['createPasskey'],
  'passkey: tried': ['provePasskey'],
  join: ['approveJoin'],
}
const looks = [
  { themeMode: 'dark', locale: 'en', width: 320 },
  { themeMode: 'light', locale: 'de', width: 320 },
  { themeMode: 'light', locale: 'ar-XB', width: 360 },
  { themeMode: 'dark', locale: 'de', width: 600 },
] as const

let close = () => {}
afterEach(() => close())

async function settle(): Promise<void> {
  await expect.poll(() => document.querySelector('.kp-busy')).toBeNull()
  await expect.poll(() => document.querySelector('.kp-title')).not.toBeNull()
}

async function walk(root: HTMLElement, moves: readonly string[], word: string): Promise<void> {
  for (const move of moves) {
    await settle()
    const input = root.querySelector('input')
    if (move === 'word' && input) {
      input.value = word
      input.dispatchEvent(new Event('input'))
    }
    const last = root.querySelector<HTMLButtonElement>('.kp-actions button:last-child')
    if (move === 'show') last?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    else last?.click()
  }
  await settle()
}

describe.each(looks)('$themeMode, $locale, $width px', ({ themeMode, locale, width }) => {
  test.each(Object.entries(steps))('%s', async (name, [panel, ...moves]) => {
    await page.viewport(width, 900)
    const root = document.createElement('div')
    document.body.append(root)
    const stage = createPanelStage({
      root,
      host: 'keys.localhost:8787',
      isSeen: () => true,
      isGenuine: () => true,
    })
    close = () => {
      stage.close()
      root.remove()
    }
    const join = `${'j'.repeat(22)}.${(await createOneUseKey()).publicKey}`
    const params = { panel, themeMode, locale, join }
    void stage.run(params, never, scriptOf(fake().context, params, never)).catch(() => undefined)
    await walk(root, moves, (await wordsOf(locale))('export.word'))
    const html = document.documentElement
    expect(html.scrollWidth).toBeLessThanOrEqual(width)
    expect(html.dir).toBe(locale === 'ar-XB' ? 'rtl' : 'ltr')
    for (const part of root.querySelectorAll('button, input')) {
      expect(part.getBoundingClientRect().height, part.outerHTML).toBeGreaterThanOrEqual(44)
    }
    const { violations } = await axe.run(root, { rules: { region: { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${name} ${id}: ${nodes[0]?.html}`)).toEqual([])
  })
})
