import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type * as z from 'zod/mini'
import type { Receipt } from '../approvals/ApprovalView.ts'
import { siteIdentity } from '../site/siteIdentity.ts'
import { view } from '../testing/approvalRunner.ts'
import { testConfig } from '../testing/fakeFrame.ts'
import { approvalViews } from '../workbench/approvalStates.ts'
import { readContent, type shownContent } from './readContent.ts'
import { type ShownInWindow, writeContent } from './windowContract.ts'

const config = {
  ...testConfig,
  allowedOrigins: [{ pattern: 'https://*.example.co.uk', publicSuffix: 'co.uk' }],
  chains: testConfig.chains.map((chain) => ({ ...chain, explorerUrl: 'https://explorer.example/' })),
}

const content: ShownInWindow = {
  id: 'request-1',
  hash: `0x${'a'.repeat(64)}`,
  revision: 1,
  phase: 'ready',
  failure: null,
  waiting: 0,
  site: siteIdentity('https://app.example.co.uk', config.allowedOrigins),
  appName: null,
  view,
}
const { site } = content
const receipt: Receipt = { status: 'final', facts: [], link: null, isStale: false }
const read = (changed: object) => readContent(JSON.stringify({ ...content, ...changed }), config)

test('a request comes out as it went in, integers of any size included', () => {
  const anyText = fc.string({ unit: 'grapheme' })
  fc.assert(
    fc.property(fc.bigInt(), anyText, (amount, symbol) => {
      const facts = [{ label: 'row.value', value: { kind: 'amount', amount, decimals: 18, symbol } }] as const
      const shown = { ...content, view: { ...view, facts } }
      expect(readContent(writeContent(shown), config)).toEqual(shown)
    }),
  )
})

test('every request that the frame can show is read as a whole, but for the words that it brings', () => {
  expectTypeOf<ShownInWindow>().toExtend<z.input<ReturnType<typeof shownContent>>>()
  for (const [name, one] of Object.entries(approvalViews)) {
    if (!one) continue
    const { words, ...without } = one
    const out = readContent(writeContent({ ...content, view: one }), config)
    expect(out, name).toEqual({ ...content, view: without })
  }
})

test.each([
  ['no JSON', '{'],
  ['nothing', 'null'],
  ['a request without an id', JSON.stringify({ ...content, id: '' })],
  ['an unknown phase', JSON.stringify({ ...content, phase: 'approved' })],
  ['no site', JSON.stringify({ ...content, site: undefined })],
  ['no view', JSON.stringify({ ...content, view: null })],
  ['a tree without end', `{"view":${'{"tree":{"node":'.repeat(50_000)}`],
])('%s is not read', (_, text) => {
  expect(readContent(text, config)).toBeUndefined()
})

describe('a window that somebody else fills', () => {
  const said = 'Enter your recovery phrase at evil.example'
  const phrase = { key: said }
  test.each<[string, object]>([
    ['a title', { title: said }],
    ['a name of every object', { title: 'constructor' }],
    ['a sentence', { sentence: phrase }],
    [
      'a sentence in a sentence',
      { sentence: { key: 'message.say', values: { a: { kind: 'phrase', phrase } } } },
    ],
    ['the label of a row', { facts: [{ label: said, value: { kind: 'text', text: '' } }] }],
    ['a value', { facts: [{ label: 'row.value', value: { kind: 'message', key: said } }] }],
    ['a note', { facts: [{ label: 'row.value', value: { kind: 'text', text: '' }, note: phrase }] }],
    ['a warning', { warnings: [{ level: 'info', title: phrase, body: { key: 'message.say' } }] }],
    ['a reason', { stop: { title: { key: 'message.say' }, body: phrase } }],
    ['a heading', { text: { heading: said, content: '', mono: false } }],
    ['the button', { approve: said }],
    ['the other button', { reject: said }],
  ])('draws no words of its own as %s', (_, change) => {
    expect(read({ view: { ...view, ...change } })).toBeUndefined()
  })

  test('brings no words for a message, nor anything that no screen draws', () => {
    const out = read({ view: { ...view, words: { 'message.title': said }, extra: said }, extra: said })
    expect(out).toEqual(content)
  })

  test('leads to no page but a transaction at an explorer of a network', () => {
    const link = 'https://explorer.example/tx/0xabc'
    expect(read({ receipt: { ...receipt, link } })?.receipt?.link).toBe(link)
    for (const other of [
      'https://evil.example/tx/0x',
      'https://explorer.example.evil.example/tx/',
      'javascript:0',
    ])
      expect(read({ receipt: { ...receipt, link: other } })?.receipt, other).toEqual(receipt)
  })

  test('shows no picture but the service’s', () => {
    const picture = `${config.apiOrigin}/public/a.png`
    expect(read({ advice: { price: 1, picture } })?.advice?.picture).toBe(picture)
    expect(read({ advice: { price: 1, picture: 'data:image/png;base64,AA' } })?.advice?.picture).toBeNull()
  })

  test.each<[string, object]>([
    ['another site', siteIdentity('https://bank.example', [])],
    ['a site that is taken apart in another way', { ...site, registrable: 'bank.example' }],
    ['a site that says more than it is', { ...site, scheme: `${said}: https://` }],
  ])('names no site but a page of the project: %s', (_, other) => {
    expect(read({ site: other })).toBeUndefined()
  })
})
