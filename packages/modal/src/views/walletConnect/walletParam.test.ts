import fc from 'fast-check'
import { expect, it } from 'vitest'
import { walletParam } from './AppPanels.tsx'

it('takes the texts that it knows, and nothing else', () => {
  const wallet = {
    id: 'a',
    name: 'A',
    mobile_link: 'a://',
    link_mode: 'https://go.a',
    homepage: 7,
    extra: 'x',
    image_url: 'https://a',
  }
  expect(walletParam({ wallet })).toEqual({
    id: 'a',
    name: 'A',
    mobile_link: 'a://',
    link_mode: 'https://go.a',
    image_url: 'https://a',
  })
})

it.each([
  undefined,
  null,
  'x',
  {},
  { wallet: null },
  { wallet: {} },
  { wallet: { id: 'a' } },
  { wallet: [] },
])('refuses %j', (value) => expect(walletParam(value)).toBeUndefined())

it('shortens a name, refuses an endless text, and takes nothing of a prototype', () => {
  expect(walletParam({ wallet: { id: 'a', name: 'n'.repeat(500) } })?.name).toHaveLength(64)
  expect(walletParam({ wallet: { id: 'a', name: 'n'.repeat(5_000) } })).toBeUndefined()
  expect(walletParam({ wallet: Object.create({ id: 'a', name: 'A' }) })).toBeUndefined()
})

it('throws at nothing', () => {
  fc.assert(fc.property(fc.anything(), (value) => void walletParam({ wallet: value })))
})
