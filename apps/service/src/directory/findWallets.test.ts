import type { WalletListing } from '@latchkey/protocol/http'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findWallets, indexWallets } from './walletDirectory.ts'

const listing = (name: string, more: Partial<WalletListing> = {}, order = 1): WalletListing => ({
  id: name.toLowerCase().replaceAll(/[^a-z0-9]/g, '-'),
  name,
  chains: [],
  order,
  ...more,
})
const wallets = indexWallets([
  listing('MetaMask', { rdns: 'io.metamask', chains: ['eip155:1'] }),
  listing('Trust Wallet', { rdns: 'com.trustwallet.app' }),
  listing('Sol Mask', { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], badge_type: 'certified' }),
  listing('Mask', {}),
  listing('Unmasked', {}),
  listing('Café One', {}),
  listing('Hidden', { rdns: 'org.mask.hidden' }),
])
const ask = (query: Partial<Parameters<typeof findWallets>[1]> = {}) => {
  const { data, count } = findWallets(wallets, { page: 1, entries: 40, ...query })
  return { names: data.map(({ name }) => name), count }
}

describe('R7-31 search', () => {
  test('the name comes first, then how it begins, its words, any part, the rdns', () => {
    expect(ask({ search: 'mask' }).names).toEqual(['Mask', 'Sol Mask', 'MetaMask', 'Unmasked', 'Hidden'])
  })
  test.each([
    ['METAMASK', 'MetaMask'],
    ['meta mask', 'MetaMask'],
    ['trustwallet', 'Trust Wallet'],
    ['trust w', 'Trust Wallet'],
    ['cafe', 'Café One'],
    ['com.trustwallet', 'Trust Wallet'],
  ])('%j finds %s', (search, name) => {
    expect(ask({ search }).names[0]).toBe(name)
  })
  test.each(['nothing like it', '%', '.*', '('])('%j finds nothing', (search) => {
    expect(ask({ search })).toEqual({ names: [], count: 0 })
  })
})

describe('R7-31 filters', () => {
  test('include keeps these alone, exclude takes away', () => {
    expect(ask({ include: ['mask', 'hidden', 'no-such'] }).names).toEqual(['Mask', 'Hidden'])
    expect(ask({ include: ['mask', 'hidden'], exclude: ['mask'] }).names).toEqual(['Hidden'])
    expect(ask({ exclude: ['mask'] }).count).toBe(6)
  })
  test('chains compares namespaces and keeps wallets that state none', () => {
    expect(ask({ chains: ['eip155:8453'] }).names).toContain('MetaMask')
    expect(ask({ chains: ['eip155:8453'] }).names).not.toContain('Sol Mask')
    expect(ask({ chains: ['eip155:8453'] }).names).toContain('Trust Wallet')
    expect(ask({ chains: ['bip122:000000000019d6689c085ae165831e93'] }).names).not.toContain('MetaMask')
  })
  test('badge_type keeps wallets with the badge', () => {
    expect(ask({ badge_type: 'certified' }).names).toEqual(['Sol Mask'])
  })
})

test('R7-32 count is of all pages, and a page past the end is empty', () => {
  expect(ask({ page: 2, entries: 5 })).toEqual({ names: ['Café One', 'Hidden'], count: 7 })
  expect(ask({ page: 3, entries: 5 })).toEqual({ names: [], count: 7 })
})

const many = indexWallets(
  Array.from({ length: 600 }, (_, index) =>
    listing(`Wallet ${index.toString(36)}`, { rdns: `w${index}.example` }, index + 1),
  ),
)

test('R7-31 pages of any size hold every match once, in one order', () => {
  const search = fc.option(fc.string({ minLength: 1, maxLength: 4, unit: 'grapheme' }), { nil: undefined })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), search, (entries, text) => {
      const query = { entries, ...(text === undefined ? {} : { search: text }) }
      const { count } = findWallets(many, { ...query, page: 1 })
      const pages = Array.from({ length: Math.ceil(count / entries) }, (_, index) =>
        findWallets(many, { ...query, page: index + 1 }),
      )
      const ids = pages.flatMap(({ data }) => data.map(({ id }) => id))
      expect(ids).toHaveLength(count)
      expect(new Set(ids).size).toBe(count)
      expect(pages.every((page) => page.count === count)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('R7-31 a wallet is found by its own name and by its own rdns', () => {
  fc.assert(
    fc.property(fc.constantFrom(...many), ({ listing: { id, name, rdns } }) => {
      expect(findWallets(many, { page: 1, entries: 1, search: name }).data[0]?.id).toBe(id)
      const byRdns = findWallets(many, { page: 1, entries: 100, search: rdns ?? '' })
      expect(byRdns.data.map((wallet) => wallet.id)).toContain(id)
    }),
  )
})
