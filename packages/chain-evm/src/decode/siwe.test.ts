import { describe, expect, test } from 'vitest'
import { doubtsOfSiwe, parseSiwe, refusalOfSiwe, soundsLikeSiwe } from './message.ts'
import type { SiweContext } from './model.ts'

const address = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

type Parts = Partial<Record<'domain' | 'address' | 'statement' | 'tail', string>>

/** A message with one part replaced. */
function message({
  domain = 'shop.example',
  address: who = address,
  statement = 'Welcome back.',
  tail,
}: Parts = {}) {
  const fields =
    tail ??
    'URI: https://shop.example/login\nVersion: 1\nChain ID: 1\nNonce: a1b2c3d4\nIssued At: 2026-01-15T12:00:00Z'
  const middle = statement === '' ? '\n' : `${statement}\n\n`
  return `${domain} wants you to sign in with your Ethereum account:\n${who}\n\n${middle}${fields}`
}
const fields = (change: Record<string, string | null>) =>
  Object.entries({
    URI: 'https://shop.example/login',
    Version: '1',
    'Chain ID': '1',
    Nonce: 'a1b2c3d4',
    'Issued At': '2026-01-15T12:00:00Z',
    ...change,
  })
    .flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
    .join('\n')

describe('ERC-4361 grammar', () => {
  test('reads every field', () => {
    const all = `${fields({
      'Expiration Time': '2026-01-15T13:00:00.123Z',
      'Not Before': '2026-01-15T11:00:00+01:00',
      'Request ID': 'abc:1',
    })}\nResources:\n- https://shop.example/terms\n- ipfs://bafy/claim.json`
    expect(parseSiwe(message({ tail: all }))).toEqual({
      scheme: null,
      domain: 'shop.example',
      address,
      statement: 'Welcome back.',
      uri: 'https://shop.example/login',
      version: '1',
      chainId: 1,
      nonce: 'a1b2c3d4',
      issuedAt: '2026-01-15T12:00:00Z',
      expirationTime: '2026-01-15T13:00:00.123Z',
      notBefore: '2026-01-15T11:00:00+01:00',
      requestId: 'abc:1',
      resources: ['https://shop.example/terms', 'ipfs://bafy/claim.json'],
      deviations: [],
    })
  })

  test.each([
    ['no statement', message({ statement: '' })],
    ['scheme', message({ domain: 'https://shop.example' })],
    ['port', message({ domain: '127.0.0.1:8080' })],
    ['userinfo', message({ domain: 'user@127.0.0.1:8080' })],
    ['IPv6', message({ domain: '[2001:db8::1]:8080' })],
    ['statement with a link', message({ statement: "I accept: https://shop.example/tos?a=b#c (it's fine)" })],
    ['empty resources', `${message()}\nResources:`],
    ['URN', message({ tail: fields({ URI: 'urn:isbn:0451450523' }) })],
    ['empty request id', message({ tail: fields({ 'Request ID': '' }) })],
  ])('takes: %s', (_, text) => expect(parseSiwe(text)).not.toBeNull())

  test.each([
    ['empty', ''],
    ['no domain', message({ domain: '' })],
    ['domain with a space', message({ domain: 'shop example' })],
    ['domain with a path', message({ domain: 'shop.example/x' })],
    ['bad IPv6', message({ domain: '[1:2:3:4:5:6:7:8:9]' })],
    ['no address', message({ address: '' })],
    ['address with a wrong checksum', message({ address: address.replace('C02', 'c02') })],
    ['short address', message({ address: address.slice(0, -1) })],
    ['two-line statement', message({ statement: 'one\ntwo' })],
    ['statement with a character that nobody sees', message({ statement: 'Wel\u200bcome' })],
    ['statement that runs backwards', message({ statement: 'Wel\u202ecome' })],
    ['statement with a line separator', message({ statement: 'one\u2028two' })],
    ['statement with a control character', message({ statement: 'one\u0007two' })],
    ['statement with half a character', message({ statement: 'one\ud800two' })],
    ['extra blank line', message().replace('\n\nURI', '\n\n\nURI')],
    ['no URI', message({ tail: fields({ URI: null }) })],
    ['URI without scheme', message({ tail: fields({ URI: '//shop.example' }) })],
    ['URI with a space', message({ tail: fields({ URI: 'https://shop.example/a b' }) })],
    ['URI with a bad IPv6 host', message({ tail: fields({ URI: 'x://[::0.0.0.256]/p' }) })],
    ['version 2', message({ tail: fields({ Version: '2' }) })],
    ['no version', message({ tail: fields({ Version: null }) })],
    ['no chain id', message({ tail: fields({ 'Chain ID': null }) })],
    ['chain id in hex', message({ tail: fields({ 'Chain ID': '0x1' }) })],
    ['nonce with a space', message({ tail: fields({ Nonce: 'a1b2 c3d4' }) })],
    ['nonce outside of ASCII', message({ tail: fields({ Nonce: 'a1b2ç3d4' }) })],
    ['empty nonce', message({ tail: fields({ Nonce: '' }) })],
    ['nonce without end', message({ tail: fields({ Nonce: 'a'.repeat(129).concat('-') }) })],
    ['domain outside of ASCII', message({ domain: 'shöp.example' })],
    ['no nonce', message({ tail: fields({ Nonce: null }) })],
    ['no time', message({ tail: fields({ 'Issued At': null }) })],
    ['date in words', message({ tail: fields({ 'Issued At': 'Thu Jan 15 2026 12:00:00 GMT' }) })],
    ['a day that does not exist', message({ tail: fields({ 'Issued At': '2026-06-31T12:00:00Z' }) })],
    ['an hour that does not exist', message({ tail: fields({ 'Issued At': '2026-06-30T25:00:00Z' }) })],
    ['time without a zone', message({ tail: fields({ 'Issued At': '2026-01-15T12:00:00' }) })],
    ['out of order', message({ tail: `Version: 1\n${fields({ Version: null })}` })],
    ['resource in line', `${message()}\nResources:\n- https://a.example - https://b.example`],
    ['resource that is no URI', `${message()}\nResources:\n- not a uri`],
    ['trailing line feed', `${message()}\n`],
    ['trailing text', `${message()}\nTransfer: everything`],
    ['CRLF', message().replaceAll('\n', '\r\n')],
  ])('refuses: %s', (_, text) => expect(parseSiwe(text)).toBeNull())

  const uuid = message({ tail: fields({ Nonce: '3f2b1c9e-7d4a-4b1e-9a60-1c2d3e4f5a6b' }) })
  test.each<[string, string, readonly string[]]>([
    ['nonce of a UUID', uuid, ['nonce']],
    ['nonce of 7', message({ tail: fields({ Nonce: 'a1b2c3d' }) }), ['nonce']],
    ['address in small letters', message({ address: address.toLowerCase() }), ['checksum']],
    ['address in capitals', message({ address: `0x${address.slice(2).toUpperCase()}` }), ['checksum']],
    ['accents', message({ statement: 'Grüße, señor' }), ['characters']],
    ['emoji', message({ statement: 'Hi \u{1F468}\u200D\u{1F469}' }), ['characters']],
    ['a request id with accents', message({ tail: fields({ 'Request ID': 'Café' }) }), ['characters']],
    ['a request id with a space', message({ tail: fields({ 'Request ID': 'order 7' }) }), ['characters']],
    ['quotation marks', message({ statement: 'The "shop"' }), ['characters']],
    [
      'all of them',
      message({ address: address.toLowerCase(), statement: 'é', tail: fields({ Nonce: '1-2' }) }),
      ['nonce', 'checksum', 'characters'],
    ],
  ])('takes what is meant so, and says where it leaves the standard: %s', (_, text, deviations) =>
    expect(parseSiwe(text)?.deviations).toEqual(deviations),
  )

  test('comes to an end with any long text', () => {
    for (const part of ['a', ':', '%', 'é', ' ', '\n- x:', 'a@', '1-'])
      for (const text of [part.repeat(8_000), `${message({ statement: part.repeat(8_000) })}!`])
        expect(parseSiwe(text)).toBeNull()
  })

  test('notices text that claims to be a sign-in, however it is spelt', () => {
    expect(soundsLikeSiwe('SHOP.example WANTS YOU  to sign in with your Solana account: x')).toBe(true)
    expect(soundsLikeSiwe('shop wants you to sign in with your smart contract wallet account')).toBe(true)
    expect(soundsLikeSiwe('I want to sign in.')).toBe(false)
  })
})

describe('who, where and when', () => {
  const context: SiweContext = {
    origin: 'https://shop.example',
    address,
    chainId: 1,
    now: Date.parse('2026-01-15T12:05:00Z'),
  }
  const refusal = (text: string, change: Partial<SiweContext> = {}) => {
    const parsed = parseSiwe(text)
    if (!parsed) throw new Error('does not parse')
    return refusalOfSiwe(parsed, { ...context, ...change })
  }

  test('passes for the origin that asks', () => {
    expect(refusal(message())).toBeNull()
    expect(refusal(message({ domain: 'https://shop.example' }))).toBeNull()
    expect(refusal(message({ domain: 'shop.example:443' }))).toBeNull()
    const local = message({ domain: 'localhost:5173', tail: fields({ URI: 'http://localhost:5173/a' }) })
    expect(refusal(local, { origin: 'http://localhost:5173' })).toBeNull()
  })

  test.each([
    ['another host', message({ domain: 'bank.example' }), 'signInDomain'],
    ['a host above', message({ domain: 'example' }), 'signInDomain'],
    ['a host below', message({ domain: 'a.shop.example' }), 'signInDomain'],
    ['another port', message({ domain: 'shop.example:8443' }), 'signInDomain'],
    ['another scheme', message({ domain: 'http://shop.example' }), 'signInDomain'],
    ['userinfo', message({ domain: 'shop.example@bank.example' }), 'signInDomain'],
    ['own userinfo', message({ domain: 'x@shop.example' }), 'signInDomain'],
    ['a page elsewhere', message({ tail: fields({ URI: 'https://bank.example/login' }) }), 'signInUri'],
    ['a page without encryption', message({ tail: fields({ URI: 'http://shop.example/' }) }), 'signInUri'],
    ['expired', message({ tail: fields({ 'Expiration Time': '2026-01-15T12:04:59Z' }) }), 'signInExpired'],
    [
      'over at this moment',
      message({ tail: fields({ 'Expiration Time': '2026-01-15T12:05:00Z' }) }),
      'signInExpired',
    ],
    ['not yet', message({ tail: fields({ 'Not Before': '2026-01-15T13:00:00Z' }) }), 'signInNotYet'],
  ])('refuses: %s', (_, text, reason) => expect(refusal(text)).toBe(reason))

  test.each<[string, string, readonly string[]]>([
    ['nothing', message(), []],
    ['another network', message({ tail: fields({ 'Chain ID': '10' }) }), ['network']],
    ['an older time', message({ tail: fields({ 'Issued At': '2026-01-15T11:54:00Z' }) }), ['time']],
    ['a time to come', message({ tail: fields({ 'Issued At': '2026-01-15T12:16:00Z' }) }), ['time']],
    ['a name in place of a page', message({ tail: fields({ URI: 'urn:isbn:0451450523' }) }), ['uri']],
    ['a small address', message({ address: address.toLowerCase() }), ['checksum']],
  ])('shows with a doubt: %s', (_, text, doubts) => {
    expect(refusal(text)).toBeNull()
    const parsed = parseSiwe(text)
    expect(parsed && doubtsOfSiwe(parsed, context)).toEqual(doubts)
  })

  test('refuses another account', () => {
    expect(refusal(message(), { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' })).toBe(
      'signInAddress',
    )
  })
})
