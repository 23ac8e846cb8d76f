import { walletListing } from '@latchkey/protocol/http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanWallets } from './cleanWallets.ts'
import type { RawWallet } from './RawWallet.ts'

const clean = (...raws: RawWallet[]) => cleanWallets(raws).map(({ listing }) => listing)
const raw = (id: string, more: Partial<RawWallet> = {}): RawWallet => ({ id, name: id, ...more })

test('R3-61 the first safe link is taken; unsafe ones are left out', () => {
  const [wallet] = clean(
    raw('a', {
      mobile: ['javascript:alert(1)', 'https://a.example/wc'],
      desktop: ['file:///bin/sh', 7],
      webapp: 'http://a.example',
      homepage: 'https://a.example',
    }),
  )
  expect(wallet).toEqual({
    id: 'a',
    name: 'a',
    mobile_link: 'https://a.example/wc',
    homepage: 'https://a.example',
    chains: [],
    order: 1,
  })
})

test.each<[string, unknown[], object]>([
  [
    'a scheme and a universal link',
    ['ab://', 'https://go.a.example'],
    { mobile_link: 'ab://', link_mode: 'https://go.a.example' },
  ],
  [
    'the same the other way round',
    ['https://go.a.example', 'ab://'],
    { mobile_link: 'ab://', link_mode: 'https://go.a.example' },
  ],
  ['a scheme alone', ['ab://', null], { mobile_link: 'ab://' }],
  ['a universal link alone', [null, 'https://go.a.example'], { mobile_link: 'https://go.a.example' }],
  ['the home page as a universal link', ['ab://', 'https://a.example/'], { mobile_link: 'ab://' }],
  ['a shop', ['ab://', 'https://apps.apple.com/app/a'], { mobile_link: 'ab://' }],
  ['a download page', ['ab://', 'https://a.example/download'], { mobile_link: 'ab://' }],
  ['a link with a query', ['ab://', 'https://go.a.example/wc?uri='], { mobile_link: 'ab://' }],
  ['an address without encryption', ['ab://', 'http://go.a.example'], { mobile_link: 'ab://' }],
])('R4-13 R4-14 the ways into an app: %s', (_, mobile, links) => {
  const [wallet] = clean(raw('a', { mobile, homepage: 'https://a.example' }))
  expect(wallet).toEqual({ ...wallet, ...links })
  expect(Object.keys(wallet ?? {}).filter((key) => key === 'mobile_link' || key === 'link_mode')).toEqual(
    Object.keys(links),
  )
})

test('names become plain text; wallets without a usable one are dropped', () => {
  const names = ['  Two\u200b  words\n', 'Right\u202eleft', '<img src=x>', '', 'x'.repeat(65), 7]
  expect(clean(...names.map((name, index) => raw(`w${index}`, { name }))).map(({ name }) => name)).toEqual([
    'Right left',
    'Two words',
  ])
})

test('the same id, and the same name with the same home page, is kept once', () => {
  const homepage = 'https://a.example'
  const kept = clean(
    raw('a', { homepage }),
    raw('a', { name: 'Other' }),
    raw('b', { name: 'A', homepage }),
    raw('c', { name: 'A', homepage: 'https://c.example' }),
  )
  expect(kept.map(({ id }) => id)).toEqual(['a', 'c'])
})

test('the curated wallets come first, the rest by name', () => {
  const kept = clean(
    raw('z', { name: 'Zeta' }),
    raw('m', { name: 'alpha' }),
    raw('r', { name: 'Rainbow', rdns: 'me.rainbow' }),
    raw('x', { name: 'MetaMask', rdns: 'io.metamask' }),
  )
  expect(kept.map(({ name, order }) => `${order} ${name}`)).toEqual([
    '1 MetaMask',
    '2 Rainbow',
    '3 alpha',
    '4 Zeta',
  ])
})

test('R3-61 a borrowed name does not take the place of the rdns that owns it', () => {
  const [first, second] = clean(
    raw('evil', { name: 'MetaMask', rdns: 'com.evil' }),
    raw('r', { rdns: 'me.rainbow' }),
  )
  expect([first?.id, second?.id, second?.chains]).toEqual(['r', 'evil', []])
})

test('networks that a source states win over known ones; malformed ones are left out', () => {
  const [stated] = clean(raw('a', { rdns: 'app.phantom', chains: ['eip155:10', 'Ethereum', 5, 'eip155:10'] }))
  expect(stated?.chains).toEqual(['eip155:10'])
  const [known] = clean(raw('a', { rdns: 'me.rainbow' }))
  expect(known?.chains).toEqual(['eip155:1'])
})

test('R3-61 whatever comes in, what goes out is a list that the service takes', () => {
  const anything = fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom('javascript:1', 'a://', null, 3))
  const wallet = fc.record(
    {
      id: fc.oneof(fc.string(), fc.stringMatching(/^[a-z]{1,3}$/)),
      name: fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant(null)),
      rdns: anything,
      homepage: anything,
      webapp: anything,
      mobile: fc.array(anything, { maxLength: 3 }),
      desktop: fc.array(anything, { maxLength: 3 }),
      chains: fc.array(anything, { maxLength: 3 }),
      badge: anything,
    },
    { requiredKeys: ['id', 'name'] },
  )
  fc.assert(
    fc.property(fc.array(wallet), (raws) => {
      const listings = clean(...raws)
      expect(listings.every((listing) => walletListing().safeParse(listing).success)).toBe(true)
      expect(new Set(listings.map(({ id }) => id)).size).toBe(listings.length)
      expect(listings.map(({ order }) => order)).toEqual(listings.map((_, index) => index + 1))
    }),
  )
})
