import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWalletLink } from '../schema/links.ts'
import { imageId, rdns, walletListing, walletName, writeWalletsQuery } from './directory.ts'

test.each([
  'metamask://',
  'rainbow:',
  'okex://main',
  'https://metamask.app.link',
  'https://go.example.com/a?b=c#d',
])('R3-61 the link %s may be opened', (link) => {
  expect(isWalletLink(link)).toBe(true)
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'javascript://%0aalert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'data://x',
  'file:///etc/passwd',
  'http://wallet.example',
  'blob:https://wallet.example/x',
  'intent://scan#Intent',
  'ms-settings:',
  'vscode://file',
  'https://user:pw@wallet.example',
  'https://localhost',
  'https://127.0.0.1/wc',
  'https://[::1]/',
  'https://wallet.example\\@evil.example',
  'https://wallet.example/ x',
  'wallet://a b',
  'wallet://"onload=',
  '//wallet.example',
  'wallet',
  '',
  `wallet://${'a'.repeat(600)}`,
])('R3-61 the link %j is refused', (link) => {
  expect(isWalletLink(link)).toBe(false)
})

test('R3-61 whatever is taken as a link stays https or a scheme that is not the browser’s', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `wallet:${text}`),
      ),
      (text) => {
        if (!isWalletLink(text)) return
        const { protocol } = new URL(text)
        expect(protocol).not.toMatch(/^(?:http|javascript|data|file|blob):$/)
      },
    ),
  )
})

test.each(['MetaMask', '1inch Wallet', 'Crypto.com | DeFi', '钱包'])('%j is a name', (name) => {
  expect(walletName().safeParse(name).success).toBe(true)
})
test.each(['', ' ', ' A', 'A ', '<b>A</b>', 'A\u202eB', 'A\u200bB', 'A\nB', 'x'.repeat(65)])(
  '%j is no name',
  (name) => {
    expect(walletName().safeParse(name).success).toBe(false)
  },
)
test.each(['../x', 'a/b', 'a.b', '', '.', 'a%2fb', 'x'.repeat(65)])('%j is no image id', (id) => {
  expect(imageId().safeParse(id).success).toBe(false)
})
test.each(['metamask', 'io..metamask', '.io', 'io.meta mask'])('%j is no rdns', (text) => {
  expect(rdns().safeParse(text).success).toBe(false)
})

test('R3-61 a listing has the fields of the standard answer and no other', () => {
  const wallet = { id: 'io.metamask', name: 'MetaMask', chains: ['eip155:1'], order: 1 }
  expect(walletListing().safeParse(wallet).success).toBe(true)
  const links = { mobile_link: 'metamask://', link_mode: 'https://metamask.app.link' }
  expect(walletListing().safeParse({ ...wallet, ...links }).success).toBe(true)
  for (const change of [
    { html: '' },
    { chains: undefined },
    { webapp_link: 'metamask://' },
    { link_mode: 'metamask://' },
    { order: 0 },
  ])
    expect(walletListing().safeParse({ ...wallet, ...change }).success).toBe(false)
})

test('R7-31 a query is written with commas and without what is not asked', () => {
  expect(
    writeWalletsQuery({
      page: 2,
      entries: 40,
      include: ['a', 'b'],
      search: undefined,
      badge_type: 'certified',
    }),
  ).toEqual({ page: '2', entries: '40', include: 'a,b', badge_type: 'certified' })
})
