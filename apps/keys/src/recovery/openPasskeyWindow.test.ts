import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPasskeyWindow } from './openPasskeyWindow.ts'
import { WINDOW_TIME } from './passkeyMessages.ts'
import { fakePeer, fakeView, ORIGIN, sampleAttestation, sampleOptions } from './testing/fakeView.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function open({ time = WINDOW_TIME } = {}) {
  const peer = fakePeer()
  const around = fakeView(peer)
  const closing = new AbortController()
  const started = { ...sampleOptions, challengeId: 'never told', until: 1 }
  const opened = openPasskeyWindow(around.view, { projectId: 'demo', options: started, time }, closing.signal)
  if (!opened) throw new Error('No window')
  let outcome: unknown
  void opened.outcome.then((value) => {
    outcome = value
  })
  const nonceOf = () => String(peer.sent[0]?.message.nonce)
  const made = (change: object = {}) => ({
    type: 'passkey.made',
    nonce: nonceOf(),
    attestation: sampleAttestation,
    seals: true,
    ...change,
  })
  const outcomeNow = async () => {
    await vi.advanceTimersByTimeAsync(0)
    return outcome
  }
  const ready = () => around.hear({ type: 'passkey.ready' }, peer)
  return { ...around, peer, closing, opened, ready, made, outcomeNow }
}

test('a window that the browser does not open is none', () => {
  const { view } = fakeView(null)
  const request = { projectId: 'demo', options: sampleOptions, time: 1_000 }
  expect(openPasskeyWindow(view, request, new AbortController().signal)).toBeNull()
})

test('it has no name and no secret in its address, and is told to nobody but this origin', async () => {
  const { addresses, peer, hear, ready, made, outcomeNow, opened } = open()
  expect(addresses).toEqual([`_blank ${ORIGIN}/passkey?projectId=demo`])
  expect(peer.sent).toEqual([])
  ready()
  const nonce = expect.stringMatching(/^[\w-]{22}$/)
  const ask = { type: 'passkey.ask', nonce, time: WINDOW_TIME, options: sampleOptions }
  expect(peer.sent).toEqual([{ message: ask, origin: ORIGIN }])
  opened.focus()
  expect(peer.focused).toBe(1)
  hear(made(), peer)
  expect(await outcomeNow()).toEqual({ made: { attestation: sampleAttestation, seals: true, prf: null } })
})

test('one that is loaded anew is asked the same; every attempt has a nonce of its own', () => {
  const { peer, ready } = open()
  ready()
  ready()
  expect(peer.sent[1]).toEqual(peer.sent[0])
  const other = open()
  other.ready()
  expect(other.peer.sent[0]?.message.nonce).not.toBe(peer.sent[0]?.message.nonce)
})

describe('what is not heard', () => {
  test('is said by another window, even of this origin, or by another origin in the same window', async () => {
    const { hear, peer, ready, made, outcomeNow } = open()
    hear({ type: 'passkey.ready' }, fakePeer())
    hear({ type: 'passkey.ready' }, peer, 'https://evil.example')
    expect(peer.sent).toEqual([])
    ready()
    hear(made(), fakePeer())
    hear(made(), peer, 'https://evil.example')
    expect(await outcomeNow()).toBeUndefined()
  })

  test.each<[string, object]>([
    ['another nonce', { nonce: 'A'.repeat(22) }],
    ['no nonce', { nonce: undefined }],
    ['a field too many', { prf: 'secret' }],
    ['a field of another form', { seals: 'yes' }],
    ['an attestation that is none', { attestation: { ...sampleAttestation, rawId: '<>' } }],
    ['another word', { type: 'passkey.done' }],
  ])('has %s', async (_, change) => {
    const { hear, peer, ready, made, outcomeNow } = open()
    ready()
    hear(made(change), peer)
    expect(await outcomeNow()).toBeUndefined()
  })

  test('comes after the answer', async () => {
    const { hear, peer, ready, made, outcomeNow } = open()
    ready()
    hear({ type: 'passkey.refused', nonce: made().nonce }, peer)
    hear(made(), peer)
    expect(await outcomeNow()).toBe('refused')
    ready()
    expect(peer.sent.map(({ message }) => message.type)).toEqual(['passkey.ask', 'passkey.over'])
  })
})

describe('nothing waits for ever', () => {
  test('closed by the person: said a moment later, for an answer may be on its way', async () => {
    const { peer, ready, outcomeNow } = open()
    ready()
    peer.closed = true
    await vi.advanceTimersByTimeAsync(500)
    expect(await outcomeNow()).toBeUndefined()
    await vi.advanceTimersByTimeAsync(500)
    expect(await outcomeNow()).toBe('closed')
  })

  test('an answer that comes with the closing counts', async () => {
    const { peer, ready, hear, made, outcomeNow } = open()
    ready()
    peer.closed = true
    await vi.advanceTimersByTimeAsync(500)
    hear(made(), peer)
    expect(await outcomeNow()).toMatchObject({ made: { seals: true } })
  })

  test.each([
    ['after five minutes', WINDOW_TIME * 2, WINDOW_TIME],
    ['with the challenge', 90_000, 90_000],
  ])('over %s, and the window is told', async (_, time, ends) => {
    const { peer, ready, outcomeNow } = open({ time })
    ready()
    await vi.advanceTimersByTimeAsync(ends - 1)
    expect(await outcomeNow()).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcomeNow()).toBe('late')
    expect(peer.sent.at(-1)).toMatchObject({ message: { type: 'passkey.over' }, origin: ORIGIN })
  })

  test.each<[string, (opened: ReturnType<typeof open>) => unknown]>([
    ['the panel is closed', ({ closing }) => closing.abort()],
    ['the page goes', ({ leave }) => leave()],
  ])('where %s the window is told', async (_, go) => {
    const opened = open()
    opened.ready()
    go(opened)
    expect(opened.peer.sent.at(-1)?.message).toMatchObject({ type: 'passkey.over' })
    expect(await opened.outcomeNow()).toBe('closed')
    expect(vi.getTimerCount()).toBe(0)
  })
})
