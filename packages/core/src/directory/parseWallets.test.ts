import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { walletsReply } from './fetchWallets.ts'

const GOOD = { id: 'me.rain', name: 'Rain', chains: ['eip155:1'], order: 1 }
const parseWallets = (answer: unknown) => walletsReply().safeParse(answer).data
const parse = (...data: unknown[]) => parseWallets({ data, count: data.length })

describe('walletsReply', () => {
  it('R3-61 keeps every field of a listing', () => {
    const whole = {
      id: 'me.rain',
      name: 'Rain',
      image_id: 'a1',
      mobile_link: 'rain://',
      desktop_link: 'rain-desktop://',
      webapp_link: 'https://rain.example.org/app',
      rdns: 'me.rain',
      chains: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
      homepage: 'https://rain.example.org/',
      badge_type: 'certified',
    }
    expect(parse({ ...whole, order: 7 })?.wallets).toEqual([whole])
  })

  it.each([
    ['markup in the name', { name: '<img src=x onerror=alert(1)>' }],
    ['a name that reorders text', { name: 'Rain\u202egpj' }],
    ['a name that hides text', { name: 'Ra\u200bin' }],
    ['a name without end', { name: 'R'.repeat(65) }],
    ['no name', { name: '' }],
    ['a link that runs code', { mobile_link: 'javascript:alert(1)' }],
    ['a universal link of a scheme', { link_mode: 'rain://' }],
    ['a link to a file', { desktop_link: 'file:///etc/passwd' }],
    ['a page without encryption', { webapp_link: 'http://rain.example.org' }],
    ['a homepage with a password', { homepage: 'https://a:b@rain.example.org' }],
    ['an id that would be two', { id: 'a,b' }],
    ['a picture of another place', { image_id: '../../secret' }],
    ['a network of no form', { chains: ['eip155'] }],
  ])('leaves out %s, and keeps the others', (_, bad) => {
    const answer = parse({ ...GOOD, id: 'bad', ...bad }, GOOD)
    expect(answer?.wallets.map(({ id }) => id)).toEqual(['me.rain'])
    expect(answer).toMatchObject({ count: 2, received: 2 })
  })

  it('lists a wallet once, the first time', () => {
    expect(parse(GOOD, { ...GOOD, name: 'Other' })?.wallets).toEqual([
      { id: 'me.rain', name: 'Rain', chains: ['eip155:1'] },
    ])
  })

  it('takes anything', () => {
    fc.assert(
      fc.property(fc.anything(), fc.array(fc.anything()), (whole, data) => {
        parseWallets(whole)
        expect(parseWallets({ data, count: data.length })?.wallets.length ?? 0).toBeLessThanOrEqual(
          data.length,
        )
      }),
    )
  })
})
