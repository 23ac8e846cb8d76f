import { describe, expect, it } from 'vitest'
import { isOwnPlace, resolveHostOrigin } from './hostOrigin.ts'

const WALLET = 'https://wallet.example'
const APP = 'https://app.example'
const configWith = (...patterns: string[]) => ({
  walletOrigin: WALLET,
  allowedOrigins: patterns.map((pattern) => ({ pattern, publicSuffix: 'example' })),
})

describe('the site that opened the wallet', () => {
  it('is the top of the chain keys, wallet, host', () => {
    expect(resolveHostOrigin(configWith(APP), [WALLET, APP])).toBe(APP)
    expect(resolveHostOrigin(configWith('https://*.app.example'), [WALLET, 'https://a.app.example'])).toBe(
      'https://a.app.example',
    )
  })

  it.each([
    ['nobody', []],
    ['the wallet alone, at the top', [WALLET]],
    ['another site in the place of the wallet', [APP, APP]],
    ['a host that is not allowed', [WALLET, 'https://evil.example']],
    ['a look-alike', [WALLET, 'https://app.example.evil']],
    ['an opaque origin', [WALLET, 'null']],
    ['one more frame above an allowed host', [WALLET, APP, 'https://evil.example']],
    ['one more frame below', ['https://evil.example', WALLET, APP]],
  ])('is refused with %s as ancestors', (_, ancestors) => {
    expect(resolveHostOrigin(configWith(APP), ancestors)).toBeNull()
  })

  it('is known without a list of ancestors only when a single exact site is allowed', () => {
    expect(resolveHostOrigin(configWith(APP), undefined)).toBe(APP)
    expect(resolveHostOrigin(configWith(APP, 'https://two.example'), undefined)).toBeNull()
    expect(resolveHostOrigin(configWith('https://*.app.example'), undefined)).toBeNull()
    expect(resolveHostOrigin(configWith(), undefined)).toBeNull()
  })

  it('is never the wallet itself in a document for sites', () => {
    expect(resolveHostOrigin(configWith(WALLET, APP), [WALLET, WALLET])).toBeNull()
    expect(resolveHostOrigin(configWith(WALLET), [WALLET])).toBeNull()
    expect(resolveHostOrigin(configWith(WALLET), undefined)).toBeNull()
  })
})

describe('the document of the account page', () => {
  const own = { ...configWith(APP), place: 'own' as const }

  it('has the wallet above it and nobody else', () => {
    expect(resolveHostOrigin(own, [WALLET])).toBe(WALLET)
    expect(resolveHostOrigin(own, undefined)).toBe(WALLET)
  })

  it.each([
    ['nobody', []],
    ['a site that the wallet serves', [APP]],
    ['the wallet inside of a site', [WALLET, APP]],
    ['the wallet inside of the wallet', [WALLET, WALLET]],
    ['a look-alike', ['https://wallet.example.evil']],
  ])('is refused with %s above', (_, ancestors) => expect(resolveHostOrigin(own, ancestors)).toBeNull())

  it('is told from every site', () => {
    expect(isOwnPlace({ hostOrigin: WALLET, config: own })).toBe(true)
    expect(isOwnPlace({ hostOrigin: APP, config: own })).toBe(false)
  })
})
