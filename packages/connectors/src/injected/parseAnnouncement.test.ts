import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findLegacyWallets, isIcon, parseAnnouncement, plainName } from './InjectedWallet.ts'

const provider = { request() {}, on() {}, removeListener() {} }
const info = {
  uuid: '350670DB-19fa-4704-a166-e52e178b59d2',
  name: 'Example Wallet',
  icon: 'data:image/svg+xml,<svg></svg>',
  rdns: 'com.Example.wallet',
}

describe('an EIP-6963 announcement', () => {
  it('is read, with uuid and rdns in lower case', () => {
    expect(parseAnnouncement({ info, provider })).toEqual({
      uuid: info.uuid.toLowerCase(),
      name: 'Example Wallet',
      icon: info.icon,
      rdns: 'com.example.wallet',
      provider,
    })
  })
  it.each([
    ['no object', undefined],
    ['no info', { provider }],
    ['no provider', { info }],
    ['a provider that cannot be asked', { info, provider: { ...provider, request: 'x' } }],
    ['a provider without events', { info, provider: { request() {} } }],
    [
      'a uuid of another version',
      { info: { ...info, uuid: '350670db-19fa-1704-a166-e52e178b59d2' }, provider },
    ],
    ['an rdns of one label', { info: { ...info, rdns: 'wallet' }, provider }],
    ['an rdns with a path', { info: { ...info, rdns: 'com.example/x' }, provider }],
    ['an endless rdns', { info: { ...info, rdns: `com.${'a'.repeat(63)}.${'b'.repeat(63)}` }, provider }],
    ['no name', { info: { ...info, name: ' ' }, provider }],
    ['a name that is too long', { info: { ...info, name: 'a'.repeat(65) }, provider }],
    ['a name that turns the text around', { info: { ...info, name: 'Meta\u202eksaM' }, provider }],
    ['a name with an invisible letter', { info: { ...info, name: 'Meta\u200bMask' }, provider }],
    ['a name that is no text', { info: { ...info, name: { toString: (): string => 'x' } }, provider }],
  ])('with %s is refused', (_what, detail) => {
    expect(parseAnnouncement(detail)).toBeUndefined()
  })
  it.each([
    'https://example.com/icon.png',
    'javascript:alert(1)',
    'data:text/html,<script>',
    `data:image/png;base64,${'A'.repeat(100_000)}`,
    7,
  ])('with an icon that is none goes without: %.40s', (icon) => {
    expect(parseAnnouncement({ info: { ...info, icon }, provider })).not.toHaveProperty('icon')
  })
  it('whose getters throw is refused', () => {
    const throwing = Object.defineProperty({}, 'request', {
      get() {
        throw new Error('no')
      },
    })
    expect(parseAnnouncement({ info, provider: throwing })).toBeUndefined()
  })
  it('never throws, and what it lets through has its form', () => {
    fc.assert(
      fc.property(fc.anything(), fc.string(), fc.string(), (odd, name, icon) => {
        expect(parseAnnouncement(odd)).toBeUndefined()
        const read = parseAnnouncement({ info: { ...info, name, icon }, provider })
        if (read)
          expect([plainName(read.name), read.icon === undefined || isIcon(read.icon)]).toEqual([
            read.name,
            true,
          ])
      }),
    )
  })
})

describe('window.ethereum', () => {
  const wallet = (flags: object = {}) => ({ request() {}, ...flags })
  it.each([
    [{ isMetaMask: true }, 'MetaMask'],
    [{ isMetaMask: true, isRabby: true }, 'Rabby'],
    [{ isMetaMask: true, isBraveWallet: true }, 'Brave Wallet'],
    [{ isCoinbaseWallet: true }, 'Coinbase Wallet'],
    [{ isMetaMask: true, isPhantom: true }, 'Phantom'],
    [{ isTrust: true }, 'Trust Wallet'],
    [{ isOkxWallet: true, isMetaMask: true }, 'OKX Wallet'],
    [{ isMetaMask: 'yes' }, 'Browser wallet'],
    [{}, 'Browser wallet'],
  ])('%j is %s', (flags, name) => {
    expect(findLegacyWallets({ ethereum: wallet(flags) })).toMatchObject([{ name }])
  })
  it('has a list of several, each once', () => {
    const one = wallet({ isMetaMask: true })
    const ethereum = Object.assign(wallet(), { providers: [one, one, wallet({ isTrust: true }), null, {}] })
    expect(findLegacyWallets({ ethereum }).map(({ name }) => name)).toEqual(['MetaMask', 'Trust Wallet'])
  })
  it('may throw or be absent', () => {
    const throwing = {
      get ethereum() {
        throw new Error('no')
      },
    }
    for (const page of [{}, { ethereum: null }, { ethereum: {} }, throwing])
      expect(findLegacyWallets(page)).toEqual([])
  })
})
