import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  fromWireEdit,
  readContent,
  type ShownInWindow,
  toWireEdit,
  windowContract,
  writeContent,
} from './windowContract.ts'

const content: ShownInWindow = {
  id: 'request-1',
  hash: `0x${'a'.repeat(64)}`,
  revision: 1,
  phase: 'ready',
  failure: null,
  waiting: 0,
  site: {
    origin: 'https://app.example',
    scheme: 'https://',
    prefix: 'app.',
    registrable: 'example',
    port: '',
    punycode: false,
    insecure: false,
  },
  appName: null,
  view: {
    title: 'message.title',
    sentence: { key: 'message.say' },
    facts: [],
    warnings: [],
    stop: null,
    approve: 'approve.approve',
    raw: '0x',
  },
}

test('a request comes out as it went in, integers of any size included', () => {
  const anyText = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(fc.bigInt(), anyText, (amount, symbol) => {
      const sent = fc.sample(fc.constant({ kind: 'amount' as const, amount, decimals: 18, symbol }), 1)
      const facts = sent.map((value) => ({ label: 'row.value' as const, value }))
      const shown = { ...content, view: { ...content.view, facts } }
      expect(readContent(writeContent(shown))).toEqual(shown)
    }),
  )
})

test.each([
  ['no JSON', '{'],
  ['nothing', 'null'],
  ['a request without an id', JSON.stringify({ ...content, id: '' })],
  ['an unknown phase', JSON.stringify({ ...content, phase: 'approved' })],
  ['no site', JSON.stringify({ ...content, site: undefined })],
  ['a site with more than it has', JSON.stringify({ ...content, site: { ...content.site, verified: true } })],
  ['no view', JSON.stringify({ ...content, view: null })],
])('%s is not read', (_, text) => {
  expect(readContent(text)).toBeUndefined()
})

test('what the window tells is checked before it counts', () => {
  const { approve, edit, detour } = windowContract.methods
  expect(approve.params.safeParse({ id: 'a', hash: content.hash }).success).toBe(true)
  for (const params of [
    {},
    { id: 'a' },
    { id: 'a', hash: '0x' },
    { id: 'a', hash: content.hash, sign: true },
  ])
    expect(approve.params.safeParse(params).success).toBe(false)
  const cap = { kind: 'cap', call: 0, amount: 12n } as const
  expect(edit.params.safeParse({ id: 'a', edit: toWireEdit(cap) }).success).toBe(true)
  expect(fromWireEdit(toWireEdit(cap) as never)).toEqual(cap)
  for (const amount of ['-1', '01', '1.5', 12, `1${'0'.repeat(78)}`])
    expect(edit.params.safeParse({ id: 'a', edit: { ...cap, amount } }).success).toBe(false)
  expect(detour.params.safeParse({ id: 'a', way: 'send' }).success).toBe(false)
})
