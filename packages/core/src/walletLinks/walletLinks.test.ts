import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  browseLinkOf,
  deepLinkOf,
  deepLinksOf,
  keepsPairing,
  type Platform,
  readPlatform,
  walletLinksOf,
} from './deepLinkOf.ts'

const uri = `wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}&expiryTimestamp=1`
const once = encodeURIComponent(uri)
const twice = encodeURIComponent(once)
const on = (platform: Partial<Platform> = {}): Platform => ({
  os: 'ios',
  isTelegram: false,
  isIosSafari: false,
  inIframe: false,
  ...platform,
})
const mobile = (mobile_link: string, platform: Partial<Platform> = {}) =>
  deepLinkOf({ listing: { mobile_link }, uri, platform: on(platform) })

describe('deepLinkOf', () => {
  it.each([
    ['metamask://', `metamask://wc?uri=${once}`],
    ['metamask:', `metamask://wc?uri=${once}`],
    ['rainbow://app', `rainbow://app/wc?uri=${once}`],
    ['https://metamask.app.link', `https://metamask.app.link/wc?uri=${once}`],
    ['https://link.example/ul/', `https://link.example/ul/wc?uri=${once}`],
  ])('%s', (link, href) => {
    expect(mobile(link)).toEqual({ href, target: '_self' })
  })
  it('a frame is left as a whole', () => {
    expect(mobile('metamask://', { inIframe: true })?.target).toBe('_top')
  })
  it.each([
    ['ios', once],
    ['android', twice],
  ] as const)('R4-13 Telegram on %s opens a window', (os, encoded) => {
    expect(mobile('https://a.example', { os, isTelegram: true })).toEqual({
      href: `https://a.example/wc?uri=${encoded}`,
      target: '_blank',
    })
  })
  it('R4-14 iOS Safari goes there in the same window, and keeps its pairing for the next tap', () => {
    expect(mobile('metamask://', { isIosSafari: true })?.target).toBe('_self')
    expect(
      [on({ isIosSafari: true }), on({ isTelegram: true }), on(), on({ os: 'android' })].map(keepsPairing),
    ).toEqual([true, true, false, false])
  })
  it('the computer has links of its own, and a web page opens beside this one', () => {
    const listing = { desktop_link: 'ledgerlive://', webapp_link: 'https://app.safe.example' }
    const platform = on({ os: 'desktop' })
    expect(deepLinkOf({ listing, uri, platform, via: 'desktop' })?.href).toBe(`ledgerlive://wc?uri=${once}`)
    expect(deepLinkOf({ listing, uri, platform, via: 'web' })?.target).toBe('_blank')
    expect(deepLinkOf({ listing, uri, platform })).toBeUndefined()
  })
  it.each([
    'javascript:alert(1)',
    'JavaScript://x',
    'data:text/html,x',
    'http://wallet.example',
    'https://user:pass@wallet.example',
    'https://wallet.example/?next=',
    'https://wallet.example/#x',
    'file:///etc/passwd',
    'intent://x',
    'ms-settings:',
    'blob:https://x',
    'metamask://a b',
    '//wallet.example',
    '',
    `metamask://${'a'.repeat(600)}`,
  ])('refuses %s', (link) => {
    expect(mobile(link)).toBeUndefined()
  })
  it.each(['https://evil.example', 'wc:x', `${uri}\n`, 'javascript:alert(1)'])(
    'refuses %j as a uri',
    (bad) => {
      expect(
        deepLinkOf({ listing: { mobile_link: 'metamask://' }, uri: bad, platform: on() }),
      ).toBeUndefined()
    },
  )
  it('whatever a listing says, the link runs nothing', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom('javascript', 'data', 'http')),
        (link) => {
          const scheme = mobile(link)?.href.split(':')[0]
          expect(['javascript', 'data', 'http', 'file', 'blob']).not.toContain(scheme)
        },
      ),
    )
  })
})

describe('deepLinksOf', () => {
  const listing = { mobile_link: 'rain://', link_mode: 'https://go.rain.example' }
  const native = `rain://wc?uri=${once}`
  const universal = `https://go.rain.example/wc?uri=${once}`
  const hrefs = (parameters: Partial<Parameters<typeof deepLinksOf>[0]> = {}) =>
    deepLinksOf({ listing, uri, platform: on(), ...parameters }).map(({ href }) => href)
  it('R4-13 R4-14 the universal link comes first, unless the page prefers the scheme', () => {
    expect(hrefs()).toEqual([universal, native])
    expect(hrefs({ preferUniversal: false })).toEqual([native, universal])
    expect(deepLinkOf({ listing, uri, platform: on() })?.href).toBe(universal)
    expect(deepLinkOf({ listing, uri, platform: on(), preferUniversal: false })?.href).toBe(native)
  })
  it('R4-13 Telegram opens each of them in a window', () => {
    const platform = on({ os: 'android', isTelegram: true })
    expect(deepLinksOf({ listing, uri, platform })).toEqual([
      { href: `https://go.rain.example/wc?uri=${twice}`, target: '_blank' },
      { href: `rain://wc?uri=${twice}`, target: '_blank' },
    ])
  })
  it('a way that must not be opened, or is there twice, is no way', () => {
    expect(hrefs({ listing: { ...listing, link_mode: 'javascript:alert(1)' } })).toEqual([native])
    expect(hrefs({ listing: { ...listing, mobile_link: 'data:text/html,x' } })).toEqual([universal])
    expect(hrefs({ listing: { ...listing, mobile_link: 'https://go.rain.example/' } })).toEqual([universal])
    expect(hrefs({ listing: {} })).toEqual([])
    expect(hrefs({ uri: 'wc:x' })).toEqual([])
  })
})

describe('walletLinksOf', () => {
  const ways = { native: 'rainbow://', universal: 'https://rnbwapp.com' }
  it('has the preferred one first, and no link that must not be opened', () => {
    expect(walletLinksOf(ways, on()).map(({ href }) => href)).toEqual(['https://rnbwapp.com/', 'rainbow://'])
    expect(walletLinksOf(ways, on(), false)[0]?.href).toBe('rainbow://')
    expect(walletLinksOf({ native: 'javascript://x', universal: 'http://x.example' }, on())).toEqual([])
  })
})

describe('browseLinkOf', () => {
  const pageUrl = 'https://app.example/a?b=c'
  const page = 'https%3A%2F%2Fapp.example%2Fa%3Fb%3Dc'
  const origin = 'https%3A%2F%2Fapp.example'
  it.each([
    ['app.phantom', 'eip155', `https://phantom.app/ul/browse/${page}?ref=${origin}`],
    ['app.phantom', 'solana', `https://phantom.app/ul/browse/${page}?ref=${origin}`],
    ['com.solflare', 'solana', `https://solflare.com/ul/v1/browse/${page}?ref=${origin}`],
    ['com.coinbase.wallet', 'eip155', `cbwallet://miniapp?url=${page}`],
    ['com.coinbase.wallet', 'solana', `https://go.cb-w.com/dapp?cb_url=${page}`],
  ] as const)('%s on %s', (rdns, namespace, href) => {
    expect(browseLinkOf({ listing: { rdns }, namespace, pageUrl, platform: on() })?.href).toBe(href)
  })
  it.each([
    ['com.solflare', 'eip155', pageUrl, {}],
    ['com.unknown', 'eip155', pageUrl, {}],
    ['constructor', 'eip155', pageUrl, {}],
    ['app.phantom', 'eip155', pageUrl, { os: 'desktop' }],
    ['app.phantom', 'eip155', 'file:///x', {}],
    ['app.phantom', 'eip155', 'nonsense', {}],
  ] as const)('nothing for %s on %s of %s %j', (rdns, namespace, url, platform) => {
    expect(
      browseLinkOf({ listing: { rdns }, namespace, pageUrl: url, platform: on(platform) }),
    ).toBeUndefined()
  })
})

describe('readPlatform', () => {
  const iPhone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
  const page = (userAgent: string, more: object = {}, maxTouchPoints = 0) => {
    const made = { navigator: { userAgent, maxTouchPoints }, ...more } as Record<string, unknown>
    return Object.assign(made, { self: made, top: 'top' in more ? more.top : made }) as unknown as Window
  }
  it.each([
    [iPhone, {}, 0, { os: 'ios', isIosSafari: true }],
    [iPhone.replace('Version/18.0', 'CriOS/130.0'), {}, 0, { os: 'ios', isIosSafari: false }],
    ['Mozilla/5.0 (Macintosh) Version/18 Safari/605', {}, 5, { os: 'ios', isIosSafari: true }],
    ['Mozilla/5.0 (Macintosh) Version/18 Safari/605', {}, 0, { os: 'desktop', isIosSafari: false }],
    ['Mozilla/5.0 (Linux; Android 15)', { TelegramWebview: {} }, 0, { os: 'android', isTelegram: true }],
    ['Mozilla/5.0 (X11; Linux)', { top: {} }, 0, { os: 'desktop', inIframe: true }],
  ])('%s', (userAgent, more, touch, expected) => {
    expect(readPlatform(page(userAgent, more, touch))).toMatchObject(expected)
  })
})
