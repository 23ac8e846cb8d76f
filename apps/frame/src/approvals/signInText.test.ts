import { describe, expect, test } from 'vitest'
import { readSignIn, requireOwnSignIn, type SignInText } from './signInText.ts'

const account = 'GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW'
const accounts = { label: 'Solana', address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ }
const asking = { origin: 'https://shop.example', now: () => Date.parse('2026-01-15T12:00:00Z') }
const text = ({ domain = 'shop.example', address = account, fields = '' } = {}) =>
  `${domain} wants you to sign in with your Solana account:\n${address}\n\n${fields}`
const read = (given: string) => readSignIn(given, accounts) as SignInText
const ask = (given: Parameters<typeof text>[0]) => () => requireOwnSignIn(read(text(given)), asking, account)
const expires = (time: string) => ({ fields: `Expiration Time: ${time}` })

describe('a sign-in of another kind of network', () => {
  test('of the site that asks and of the account that signs is taken', () => {
    expect(
      ask({ fields: 'URI: https://shop.example/login\nExpiration Time: 2026-01-15T12:00:01Z' }),
    ).not.toThrow()
    expect(ask({ fields: 'Version: 1' })).not.toThrow()
  })

  test.each<[string, Parameters<typeof text>[0], string]>([
    ['for another site', { domain: 'bank.example' }, 'signInDomain'],
    ['for another port', { domain: 'shop.example:8443' }, 'signInDomain'],
    ['of another account', { address: '1'.repeat(32) }, 'signInAddress'],
    ['to a page elsewhere', { fields: 'URI: https://bank.example/login' }, 'signInUri'],
    ['to a page without encryption', { fields: 'URI: http://shop.example/login' }, 'signInUri'],
    ['to no page at all', { fields: 'URI: login' }, 'signInUri'],
    ['that is over', expires('2026-01-15T11:59:59Z'), 'signInExpired'],
    ['that is over at this moment', expires('2026-01-15T12:00:00Z'), 'signInExpired'],
    ['whose end nobody can read', expires('tomorrow'), 'signInExpired'],
  ])('%s is refused', (_, given, reason) => {
    expect(ask(given)).toThrow(expect.objectContaining({ data: { reason } }))
  })
})
