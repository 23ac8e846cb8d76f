import fc from 'fast-check'
import { getAddress } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { readPaymentLink } from './paymentLink.ts'

const TO = '0x52908400098527886E0F7030069857D2E4169EE7'
const TOKEN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const address = fc.stringMatching(/^[0-9a-f]{40}$/).map((digits) => getAddress(`0x${digits}`))

describe('readPaymentLink', () => {
  it.each([
    [`ethereum:${TO}`, { to: TO }],
    [`ETHEREUM:pay-${TO}`, { to: TO }],
    [`ethereum:${TO}@8453`, { to: TO, caipNetworkId: 'eip155:8453' }],
    [`ethereum:${TO}?value=2.014e18`, { to: TO, amount: 2_014_000_000_000_000_000n }],
    [`ethereum:${TO}?value=1&gas=21000`, { to: TO, amount: 1n }],
    [
      `ethereum:${TOKEN}@1/transfer?address=${TO}&uint256=1e6`,
      { to: TO, token: TOKEN, caipNetworkId: 'eip155:1', amount: 1_000_000n },
    ],
    [`ethereum:${TOKEN}/transfer?address=${TO.toLowerCase()}`, { to: TO, token: TOKEN }],
  ])('reads %s', (text, link) => expect(readPaymentLink(text)).toEqual(link))

  it.each([
    '',
    TO,
    'ethereum:',
    'ethereum:ada.eth',
    `bitcoin:${TO}`,
    `ethereum:${TOKEN.replace('A', 'a')}`,
    `ethereum:${TO}@0`,
    `ethereum:${TO}@01`,
    `ethereum:${TO}?value=1.5`,
    `ethereum:${TO}?value=-1`,
    `ethereum:${TO}?value=1e999`,
    `ethereum:${TO}?value=0x10`,
    `ethereum:${TO}?value=1&value=2`,
    `ethereum:${TOKEN}/approve?address=${TO}&uint256=1`,
    `ethereum:${TOKEN}/transfer?uint256=1`,
    `ethereum:${TOKEN}/transfer?address=0x12&uint256=1`,
  ])('refuses %s', (text) => expect(readPaymentLink(text)).toBeUndefined())

  it('reads every amount exactly, and never throws', () => {
    fc.assert(
      fc.property(address, fc.bigInt({ min: 0n, max: 2n ** 200n }), (to, amount) => {
        expect(readPaymentLink(`ethereum:${to}?value=${amount}`)).toEqual({ to, amount })
      }),
    )
    fc.assert(fc.property(fc.string(), (text) => void readPaymentLink(`ethereum:${TO}${text}`)))
  })
})
