import { RequestBlockedError } from '@latchkey/protocol/frame'
import { describe, expect, test } from 'vitest'
import type { ApprovalView } from '../../../approvals/ApprovalView.ts'
import { hasHidden, visibleText } from '../../../site/visibleText.ts'
import { fakeChain, fakeFrame, plainContext, testAddress, testConfig } from '../../../testing/fakeFrame.ts'
import { friend, mail, permit, permit2Witness } from '../../../workbench/sampleRequests.ts'
import { typedDataApproval } from '../typedData/typedDataApproval.ts'
import { messageApproval } from './messageApproval.ts'

const chain = testConfig.chains[0] as (typeof testConfig.chains)[number]
const signal = new AbortController().signal
const context = plainContext()
const warnings = ({ warnings: list }: ApprovalView) => list.map(({ level, title }) => `${level} ${title.key}`)
const message = (text: string) =>
  messageApproval(fakeFrame(), { method: 'personal_sign', params: [text, testAddress], chain }, context)
const typed = async (document: object, answer: (method: string) => unknown = () => '0x60') => {
  const frame = fakeFrame({ chain: fakeChain(({ method }) => answer(method)) })
  const request = { method: 'eth_signTypedData_v4', params: [testAddress, document], chain }
  return typedDataApproval(frame, request, context)
}

describe('characters that nobody sees', () => {
  test.each([
    ['pay\u202E001', 'pay[U+202E]001'],
    ['a\u200Bb\uFEFF', 'a[U+200B]b[U+FEFF]'],
    ['\u2066x\u2069\u{E0041}', '[U+2066]x[U+2069][U+E0041]'],
    ['bell\u0007 and \rback', 'bell[U+0007] and [U+000D]back'],
    ['a\u200Db', 'a[U+200D]b'],
  ])('%j', (text, shown) => {
    expect(visibleText(text)).toBe(shown)
    expect(hasHidden(text)).toBe(true)
  })

  test.each([
    ['lines', 'one\ntwo\r\nthree\tfour'],
    ['emoji', '\u2764\uFE0F \u{1F468}\u200D\u{1F469}\u200D\u{1F467} \u{1F3F3}\uFE0F\u200D\u{1F308}'],
    ['letters that need joiners', '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645'],
    ['other scripts', 'Grüße, 你好, שלום'],
  ])('%s stand as they are', (_, text) => expect(visibleText(text)).toBe(text))

  test('are warned of in a message, whose bytes stay what they are', () => {
    const { view } = message('Pay \u202E001 to me.')
    expect(warnings(view)).toEqual(['warning warn.hidden'])
    expect(view.text?.content).toBe('Pay \u202E001 to me.')
    expect(warnings(message('Pay 100 to me.').view)).toEqual([])
  })

  test('are warned of in typed data: in a leaf, in a name, in a witness', async () => {
    const leaf = { ...mail, message: { ...mail.message, contents: 'Hello\u200B' } }
    const name = { ...mail, domain: { ...mail.domain, name: 'Ether\u202E Mail' } }
    for (const document of [leaf, name, permit2Witness])
      expect(warnings((await typed(document)).view)).not.toContain('warning warn.typed.body')
    expect(warnings((await typed(leaf)).view)).toEqual(['warning warn.typed', 'warning warn.hidden'])
    expect(warnings((await typed(name)).view)).toEqual(['warning warn.typed', 'warning warn.hidden'])
    expect(warnings((await typed(mail)).view)).toEqual(['warning warn.typed'])
  })
})

test('32 characters are refused, with the reason and a way out', () => {
  const ask = () => message('This text has 32 characters.1234')
  expect(ask).toThrow(RequestBlockedError)
  expect(ask).toThrow(/exactly 32 bytes.*Add a character/)
  expect(message('This text has 33 characters.12345').view.stop).toBeNull()
})

test('32 bytes that the project allows are a danger of their own, shown as bytes', () => {
  const frame = fakeFrame({ config: { ...testConfig, hashMessages: true } })
  const hash = `0x${'5eed'.repeat(16)}`
  const open = (text: string) =>
    messageApproval(frame, { method: 'personal_sign', params: [text, testAddress], chain }, context).view
  for (const text of [hash, 'This text has 32 characters.1234']) {
    const view = open(text)
    expect(warnings(view)).toEqual(['danger warn.hash'])
    expect(view.warnings[0]?.risk?.key).toBe('risk.hash')
    expect(view).toMatchObject({ sentence: { key: 'message.hash' }, text: { mono: true } })
    expect(view.text?.content).toMatch(/^0x[0-9a-f]{64}$/)
  }
  expect(warnings(open('This text has 33 characters.12345'))).toEqual([])
})

test('a message for another account is refused', () => {
  const request = { method: 'personal_sign', params: ['Hello there.', friend], chain }
  const refusal = expect.objectContaining({ data: { reason: 'wrongAccount' } })
  expect(() => messageApproval(fakeFrame(), request, context)).toThrow(refusal)
})

describe('permits', () => {
  test('of whose spender or contract nothing is known stop, or are a danger', async () => {
    const approval = await typed(permit('5'), (method) => {
      if (method === 'eth_getCode') throw new Error('busy')
      return '0x'
    })
    const prepared = await approval.prepare(signal)
    expect(prepared.view.stop).toMatchObject({ title: { key: 'stop.network' }, retry: true })
    expect(prepared.refusal).toBeDefined()
  })

  test('for a contract that is not there cannot be approved', async () => {
    const tokenOf = (code: string) => (call: { method: string; params: unknown }) => {
      const [address] = call.params as [string]
      const isToken = call.method === 'eth_getCode' && !address.startsWith('0x3c44')
      return isToken ? code : '0x60'
    }
    const request = { method: 'eth_signTypedData_v4', params: [testAddress, permit('5')], chain }
    const prepare = async (code: string) => {
      const frame = fakeFrame({ chain: fakeChain(tokenOf(code)) })
      return (await typedDataApproval(frame, request, context)).prepare(signal)
    }
    const missing = await prepare('0x')
    expect(missing.payload).toBeNull()
    expect(missing.view.stop?.body.values).toMatchObject({ reason: { key: 'stop.noContract' } })
    expect(missing.refusal).toMatchObject({ data: { reason: 'permitWithoutContract' } })
    expect((await prepare('0x60')).view.stop).toBeNull()
  })

  test('warn of a spender that alone is not known', async () => {
    const answer = ({ method, params }: { method: string; params: unknown }) => {
      const [address] = params as [string]
      if (method === 'eth_getCode' && address.startsWith('0x3c44')) throw new Error('busy')
      return '0x60'
    }
    const frame = fakeFrame({ chain: fakeChain(answer) })
    const request = { method: 'eth_signTypedData_v4', params: [testAddress, permit('5')], chain }
    const { view } = await (await typedDataApproval(frame, request, context)).prepare(signal)
    expect(warnings(view)).toEqual(['danger warn.spenderUnknown'])
  })

  test('say nothing of the spender before the network was asked', async () => {
    expect((await typed(permit('5'))).view).toMatchObject({ warnings: [], changes: { status: 'loading' } })
  })

  test('with a witness have the tree unfolded', async () => {
    expect((await (await typed(permit2Witness)).prepare(signal)).view.tree?.folded).toBe(false)
    expect((await (await typed(permit('5'))).prepare(signal)).view.tree?.folded).toBe(true)
  })
})

test('the network stands there with its number', () => {
  expect(message('Hello there.').view.facts.find(({ label }) => label === 'row.network')).toMatchObject({
    note: { key: 'value.testNetwork', values: { id: { text: '31337' } } },
  })
})
