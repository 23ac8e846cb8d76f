import fc from 'fast-check'
import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import type { SiwxFields } from './fields.ts'
import { formatSiwxMessage } from './formatSiwxMessage.ts'
import { layOut } from './layOut.ts'
import { parseSiwxMessage } from './parseSiwxMessage.ts'

const fields: SiwxFields = {
  chainId: 'eip155:1',
  accountAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  nonce: 'abcdefgh12345678',
  domain: 'shop.example:8443',
  uri: 'https://shop.example:8443/login',
  version: '1',
  statement: 'I accept the terms: https://shop.example/terms',
  issuedAt: '2026-03-01T10:00:00.000Z',
  expirationTime: '2026-03-08T10:00:00Z',
  notBefore: '2026-03-01T10:00:00+02:00',
  requestId: 'order-7',
  resources: ['ipfs://bafybeib', 'https://shop.example/claim.json?a=1#b'],
}
const minimal = {
  chainId: 'eip155:8453',
  accountAddress: fields.accountAddress,
  nonce: 'abcdefgh',
  domain: 'shop.example',
  uri: 'https://shop.example',
  version: '1',
  issuedAt: '2026-03-01T10:00:00Z',
} satisfies SiwxFields
const text = layOut(fields)

describe('formatSiwxMessage', () => {
  it('R3-66 R3-67 R3-68 lays every field out in the order of ERC-4361', () => {
    expect(formatSiwxMessage(fields)).toBe(
      [
        'shop.example:8443 wants you to sign in with your Ethereum account:',
        '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        '',
        'I accept the terms: https://shop.example/terms',
        '',
        'URI: https://shop.example:8443/login',
        'Version: 1',
        'Chain ID: 1',
        'Nonce: abcdefgh12345678',
        'Issued At: 2026-03-01T10:00:00.000Z',
        'Expiration Time: 2026-03-08T10:00:00Z',
        'Not Before: 2026-03-01T10:00:00+02:00',
        'Request ID: order-7',
        'Resources:',
        '- ipfs://bafybeib',
        '- https://shop.example/claim.json?a=1#b',
      ].join('\n'),
    )
  })
  it('leaves two empty lines without a statement', () => {
    expect(formatSiwxMessage(minimal)).toBe(
      'shop.example wants you to sign in with your Ethereum account:\n0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266\n\n\n' +
        'URI: https://shop.example\nVersion: 1\nChain ID: 8453\nNonce: abcdefgh\nIssued At: 2026-03-01T10:00:00Z',
    )
  })
  it.each([
    [
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
      'your Solana account',
      'Chain ID: 5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    ],
    [
      'bip122:000000000019d6689c085ae165831e93',
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      'your Bitcoin account',
      'Chain ID: 000000000019d6689c085ae165831e93',
    ],
  ] as const)('writes accounts of %s as CAIP-122 does', (chainId, accountAddress, label, line) => {
    const written = formatSiwxMessage({ ...minimal, chainId, accountAddress })
    expect(written).toContain(label)
    expect(written).toContain(line)
    expect(parseSiwxMessage(written)).toEqual({ ...minimal, chainId, accountAddress })
  })
  it.each<[string, Record<string, unknown>, string?]>([
    ['a line break in the statement', { statement: 'one\ntwo' }],
    ['fields smuggled in by the statement', { statement: 'Hi\n\nURI: https://evil.example' }],
    ['an empty statement', { statement: '' }],
    ['letters that are not ASCII', { statement: 'Ünsinn' }],
    ['a carriage return', { statement: 'Hi\r' }],
    ['a control character', { statement: 'Hi\u0000' }],
    ['a direction override', { statement: 'Hi\u202e' }],
    ['a short nonce', { nonce: '1234567' }],
    ['a nonce with a dash', { nonce: 'abcd-efgh' }],
    ['another version', { version: '2' }],
    ['no time', { issuedAt: undefined }],
    ['a day that is none', { issuedAt: '2026-02-30T10:00:00Z' }],
    ['a time in words', { expirationTime: 'tomorrow' }],
    ['a URI without a scheme', { uri: '_not_a_uri_' }],
    ['a resource with a line break', { resources: ['https://a.example\n- https://b.example'] }],
    ['a resource with a space', { resources: ['https://a.example b'] }],
    ['a request id with a line break', { requestId: 'a\nResources:' }],
    ['a domain with a space', { domain: 'a b' }],
    ['a domain with a path', { domain: 'shop.example/evil' }],
    ['an empty domain', { domain: '' }],
    ['brackets without an address in them', { domain: '[::zz]' }],
    ['a name in place of an address', { accountAddress: 'mia.eth' }],
    ['a network with a leading zero', { chainId: 'eip155:01' }],
    ['a namespace that nobody knows', { chainId: 'cosmos:hub' }],
    ['an address in small letters', { accountAddress: fields.accountAddress.toLowerCase() }],
    ['an address with another checksum', { accountAddress: fields.accountAddress.replace('F', 'f') }],
    [
      'a Solana address of too few bytes',
      { accountAddress: '2'.repeat(32), chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
      'accountAddress',
    ],
    ['an end before the beginning', { expirationTime: '2026-03-01T09:59:59Z', notBefore: undefined }],
    ['an end before the validity', { notBefore: '2026-03-09T10:00:00Z' }, 'expirationTime'],
    ['a member that ERC-4361 does not have', { colour: 'blue' }],
    ['more than can be read', { resources: Array(9_000).fill('x:/a') }],
    [
      'fields that are too long together',
      { requestId: 'a'.repeat(5_000), statement: 'b'.repeat(5_000) },
      'message',
    ],
  ])('refuses %s, and says which field it is', (_, change, field = Object.keys(change)[0]) => {
    const changed = { ...fields, ...change } as SiwxFields
    const refusal = expect.objectContaining({ code: 8300, data: { field } })
    expect(() => formatSiwxMessage(changed)).toThrow(refusal)
  })
})

describe('parseSiwxMessage', () => {
  it.each([
    ['all fields', fields],
    ['the fewest', minimal],
    ['a scheme', { ...minimal, scheme: 'https' }],
    ['an IPv4 domain', { ...minimal, domain: '127.0.0.1:8080' }],
    ['an IPv6 domain', { ...minimal, domain: '[::1]:8080' }],
    ['user information', { ...minimal, domain: 'test@127.0.0.1' }],
    ['an empty list of resources', { ...minimal, resources: [] }],
    ['an empty request id', { ...minimal, requestId: '' }],
  ] as [string, SiwxFields][])('reads %s', (_, expected) => {
    expect(parseSiwxMessage(layOut(expected))).toEqual(expected)
  })
  const lines = text.split('\n')
  const without = (start: string) => lines.filter((line) => !line.startsWith(start)).join('\n')
  const swapped = (a: number, b: number) =>
    lines.map((line, index) => (index === a ? lines[b] : index === b ? lines[a] : line)).join('\n')
  it.each([
    ['without URI', without('URI')],
    ['without version', without('Version')],
    ['without network', without('Chain ID')],
    ['without nonce', without('Nonce')],
    ['without time', without('Issued At')],
    ['URI and version swapped', swapped(5, 6)],
    ['version and network swapped', swapped(6, 7)],
    ['nonce and time swapped', swapped(8, 9)],
    ['expiry and not-before swapped', swapped(10, 11)],
    ['a trailing line break', `${text}\n`],
    ['a leading space', ` ${text}`],
    ['Windows line ends', text.replaceAll('\n', '\r\n')],
    ['one more empty line', text.replace('\n\n', '\n\n\n')],
    ['one empty line less', text.replace('\n\nURI', '\nURI')],
    ['a field twice', text.replace('Version: 1', 'Version: 1\nVersion: 1')],
    ['a look-alike label: Cyrillic С', text.replace('Chain ID', '\u0421hain ID')],
    ['a look-alike label: full width', text.replace('URI:', '\uff35RI:')],
    ['a look-alike colon', text.replace('Nonce:', 'Nonce\uff1a')],
    ['a label in small letters', text.replace('Nonce:', 'nonce:')],
    ['two spaces after a label', text.replace('Nonce: ', 'Nonce:  ')],
    ['a no-break space', text.replace('Version: 1', 'Version:\u00a01')],
    ['a line separator', text.replace('\nVersion', '\u2028Version')],
    ['another sentence', text.replace('wants you', 'asks you')],
    ['a zero-width space in the domain', text.replace('shop', 'sh\u200bop')],
    ['resources in one line', text.replace('\n- https', ' - https')],
    ['a date with a space', text.replace('2026-03-01T10', '2026-03-01 10')],
    ['nothing', ''],
  ])('refuses a text %s', (_, hostile) => {
    expect(parseSiwxMessage(hostile)).toBeUndefined()
  })
  it('comes to an end with any long text', () => {
    const long = [
      `${'a'.repeat(8_000)}@`,
      `${layOut({ ...minimal, uri: `https://${'a:'.repeat(3_500)}` })}!`,
      layOut({ ...minimal, statement: ' '.repeat(7_900) }).slice(0, -1),
      `${layOut({ ...minimal, resources: Array(400).fill('x:/a') })}\n- `,
      'a'.repeat(1_000_000),
    ]
    for (const hostile of long) expect(parseSiwxMessage(hostile)).toBeUndefined()
  })
})

const characters = (alphabet: string, min: number, max: number) =>
  fc.array(fc.constantFrom(...alphabet), { minLength: min, maxLength: max }).map((list) => list.join(''))
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const time = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const uri = fc.webUrl({ withQueryParameters: true, withFragments: true })
const anyFields = fc
  .record(
    {
      chainId: fc.integer({ min: 1, max: 2 ** 40 }).map((id): `eip155:${string}` => `eip155:${id}`),
      accountAddress: characters('0123456789abcdef', 40, 40).map((digits) => getAddress(`0x${digits}`)),
      nonce: characters(LETTERS, 8, 64),
      domain: fc.domain(),
      uri,
      version: fc.constant('1'),
      issuedAt: time,
      statement: characters(`${LETTERS} -._~:/?#[]@!$&'()*+,;=`, 1, 60),
      expirationTime: fc.constant('2100-01-02T00:00:00Z'),
      notBefore: time,
      requestId: characters(`${LETTERS}-._~!$&'()*+,;=:@`, 0, 20),
      resources: fc.array(uri, { maxLength: 4 }),
    },
    { requiredKeys: ['chainId', 'accountAddress', 'nonce', 'domain', 'uri', 'version', 'issuedAt'] },
  )
  .map((record) => record as SiwxFields)

describe('properties', () => {
  it('what is formatted reads back as the same fields', () => {
    fc.assert(
      fc.property(anyFields, (made) => {
        const { length } = layOut(made)
        fc.pre(length < 8_000)
        expect(parseSiwxMessage(formatSiwxMessage(made))).toEqual(made)
      }),
    )
  })
  it('whatever is read lays out as the same text, however it was changed', () => {
    const change = fc.tuple(fc.nat(), fc.nat(12), fc.oneof(fc.string({ unit: 'binary' }), fc.constant('\n')))
    fc.assert(
      fc.property(anyFields, change, (made, [at, length, put]) => {
        const before = layOut(made)
        const start = at % before.length
        const changed = before.slice(0, start) + put + before.slice(start + length)
        const read = parseSiwxMessage(changed)
        if (read) expect(layOut(read)).toBe(changed)
      }),
      { numRuns: 500 },
    )
  })
  it('no statement changes another field', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (statement) => {
        const read = parseSiwxMessage(layOut({ ...minimal, statement }))
        if (read) expect(read).toEqual({ ...minimal, statement })
      }),
      { numRuns: 500 },
    )
  })
})
