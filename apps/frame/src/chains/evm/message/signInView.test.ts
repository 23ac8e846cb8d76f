import { describe, expect, test } from 'vitest'
import { fakeFrame, plainContext, testAddress, testConfig } from '../../../testing/fakeFrame.ts'
import { messageApproval } from './messageApproval.ts'

const frame = fakeFrame()
const chain = testConfig.chains[0] as (typeof testConfig.chains)[number]
const usual = {
  domain: new URL(frame.origin).host,
  address: testAddress,
  statement: 'Sign in.',
  uri: `${frame.origin}/in`,
  chainId: String(chain.id),
  nonce: 'abcdefgh12345678',
  issuedAt: new Date(frame.now()).toISOString(),
  more: '',
}
function open(change: Partial<typeof usual> = {}) {
  const part = { ...usual, ...change }
  const text = `${part.domain} wants you to sign in with your Ethereum account:\n${part.address}\n\n${part.statement}\n\nURI: ${part.uri}\nVersion: 1\nChain ID: ${part.chainId}\nNonce: ${part.nonce}\nIssued At: ${part.issuedAt}${part.more}`
  const request = { method: 'personal_sign', params: [text, testAddress], chain }
  return { text, view: messageApproval(frame, request, plainContext()).view }
}
const minutes = (count: number) => new Date(frame.now() + count * 60_000).toISOString()

test('a sign-in by the standard has no warning, and no text but its fields', () => {
  const { view } = open()
  expect(view).toMatchObject({ warnings: [], stop: null })
  expect(view.text).toBeUndefined()
})

test.each<[string, Partial<typeof usual>, string]>([
  ['the nonce of a UUID', { nonce: '3f2b1c9e-7d4a-4b1e-9a60-1c2d3e4f5a6b' }, 'warning warn.signInNonce'],
  ['an address in small letters', { address: testAddress.toLowerCase() }, 'info warn.signInChecksum'],
  ['accents', { statement: 'Señor Müller' }, 'info warn.signInCharacters'],
  ['another network', { chainId: '8453' }, 'warning warn.signInNetwork'],
  ['an older time', { issuedAt: minutes(-30) }, 'warning warn.signInTime'],
  ['a time to come', { issuedAt: minutes(30) }, 'warning warn.signInTime'],
  ['a name in place of a page', { uri: 'urn:example:login' }, 'warning warn.foreignUri'],
])('what is meant as a sign-in is shown whole, with its warning: %s', (_, change, warning) => {
  const { view, text } = open(change)
  expect(view.warnings.map(({ level, title }) => `${level} ${title.key}`)).toEqual([warning])
  expect(view).toMatchObject({ title: 'signIn.title', stop: null, text: { content: text } })
})

test.each<[string, Partial<typeof usual>]>([
  ['statement', { statement: `${'Sign in. '.repeat(34)}All that I have is yours.` }],
  ['resource', { more: `\nResources:\n- https://app.example/${'a'.repeat(290)}/all` }],
])('a %s that is too long for its row is shown whole, with all of the text', (_, change) => {
  const { view, text } = open(change)
  expect(view).toMatchObject({ warnings: [], text: { content: text } })
})

describe('what would deceive is refused, each with its own code and sentence', () => {
  test.each<[string, Partial<typeof usual>, number, RegExp]>([
    ['another site', { domain: 'bank.example' }, 2041, /for another site/],
    ['a page of another site', { uri: 'https://bank.example/in' }, 2042, /page of another site/],
    ['another account', { address: `0x${'11'.repeat(20)}` }, 2043, /another account/],
    ['over', { more: `\nExpiration Time: ${minutes(-1)}` }, 2013, /has expired/],
    ['not begun', { more: `\nNot Before: ${minutes(60)}` }, 2013, /not valid yet/],
    ['a wrong checksum', { address: testAddress.replace('f39F', 'F39f') }, 2013, /is none by ERC-4361/],
    ['two lines', { statement: 'one\ntwo' }, 2013, /is none by ERC-4361/],
  ])('%s', (_, change, code, sentence) => {
    expect(() => open(change)).toThrow(expect.objectContaining({ code }))
    expect(() => open(change)).toThrow(sentence)
  })
})
