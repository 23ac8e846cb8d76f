import { afterEach, describe, expect, test, vi } from 'vitest'
import { loadIframe } from '../fixtures/iframes.ts'
import { waitUntil } from '../testing/waitUntil.ts'
import { FrameAbortedError, FrameTimeoutError, ParentRefusedError } from '../wire/errors.ts'
import type { Messenger } from '../wire/portMessenger.ts'
import { type AcceptParentOptions, acceptParent } from './acceptParent.ts'

const hostNonce = `${'H'.repeat(21)}A`
const parentOrigin = 'https://host.example'
type Hello = { data: { t: string; v: number; frameNonce: string }; target: string }

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

/**
 * A child window whose parent the test plays. `ancestors` is what `location.ancestorOrigins` says; events are real and
 * dispatched on the window of an iframe.
 */
async function setUp(
  ancestors: readonly string[] | undefined,
  options: Partial<AcceptParentOptions> & { isTop?: boolean } = {},
) {
  const { child: parentWindow } = await loadIframe('blank')
  const { child: target } = await loadIframe('blank')
  const hellos: Hello[] = []
  parentWindow.postMessage = (data: Hello['data'], to: unknown) =>
    void hellos.push({ data, target: String(to) })
  const child = {
    get parent() {
      return options.isTop ? child : parentWindow
    },
    location: { ancestorOrigins: ancestors },
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
  } as unknown as Window
  const outcome: { accepted?: { messenger: Messenger; origin: string }; error?: unknown } = {}
  const accepting = acceptParent({
    version: 1,
    isAllowedOrigin: (origin) => origin === parentOrigin,
    window: child,
    ...options,
  }).then(
    (accepted) => {
      outcome.accepted = accepted
    },
    (error: unknown) => {
      outcome.error = error
    },
  )
  const frameNonce = hellos[0]?.data.frameNonce ?? ''
  const channel = new MessageChannel()
  const ready: unknown[] = []
  channel.port1.onmessage = ({ data }) => ready.push(data)
  const init = { t: 'init', v: 1, frameNonce, hostNonce }
  const say = (
    data: unknown = init,
    { origin = parentOrigin, source = parentWindow as Window | null, ports = [channel.port2] } = {},
  ) => target.dispatchEvent(new MessageEvent('message', { data, origin, source, ports }))
  const close = () => {
    outcome.accepted?.messenger.close()
    channel.port1.close()
  }
  return { target, parentWindow, hellos, accepting, outcome, init, say, ready, close }
}

describe('acceptParent', () => {
  test('H8: says hello to the exact origin of an allowed parent', async () => {
    const { hellos, say, accepting, close } = await setUp([parentOrigin])
    expect(hellos).toEqual([
      { target: parentOrigin, data: { t: 'hello', v: 1, frameNonce: expect.stringMatching(/^[\w-]{22}$/) } },
    ])
    say()
    await accepting
    close()
  })

  test.each([
    ['a parent that is not allowed', ['https://evil.example']],
    ['a sandboxed parent', ['null']],
    ['an allowed parent in one that is not', [parentOrigin, 'https://evil.example']],
    ['no parent at all', []],
  ])('H8: says nothing to %s', async (_name, ancestors) => {
    const expectedAncestors = (all: readonly string[]) => all.length === 1
    const { hellos, accepting, outcome } = await setUp(ancestors, { expectedAncestors })
    await accepting
    expect([hellos, outcome.error]).toEqual([[], expect.any(ParentRefusedError)])
  })

  test('H8: a sandboxed parent is refused whatever the list says', async () => {
    const { hellos, accepting, outcome } = await setUp(['null'], { isAllowedOrigin: () => true })
    await accepting
    expect([hellos, outcome.error]).toEqual([[], expect.any(ParentRefusedError)])
  })

  test('H8: a top-level document has nobody to say hello to', async () => {
    const { hellos, accepting, outcome } = await setUp(undefined, { isTop: true })
    await accepting
    expect([hellos, outcome.error]).toEqual([[], expect.any(ParentRefusedError)])
  })

  test('H8: without ancestorOrigins hello goes to any origin, and init still only comes from an allowed one', async () => {
    const { hellos, say, accepting, outcome, close } = await setUp(undefined)
    expect(hellos.map(({ target }) => target)).toEqual(['*'])
    say(undefined, { origin: 'https://evil.example' })
    await Promise.resolve()
    expect(outcome).toEqual({})
    say()
    await accepting
    expect(outcome.accepted?.origin).toBe(parentOrigin)
    close()
  })

  test('H9: a forged init is not taken', async () => {
    const sibling = await loadIframe('blank')
    const { say, init, ready, outcome, accepting, target, close } = await setUp([parentOrigin])
    const extra = new MessageChannel()
    say(init, { source: sibling.child })
    say(init, { source: target })
    say(init, { source: null })
    for (const origin of [
      'https://evil.example',
      'null',
      '',
      `${parentOrigin}/`,
      `${parentOrigin}.evil.example`,
    ])
      say(init, { origin })
    say({ ...init, frameNonce: hostNonce })
    say({ ...init, v: 2 })
    say({ ...init, extra: 1 })
    say({ ...init, hostNonce: 'short' })
    say(init, { ports: [] })
    say(init, { ports: [extra.port1, extra.port2] })
    say('init')
    await waitUntil(() => true)
    expect([outcome, ready]).toEqual([{}, []])
    say()
    await accepting
    await waitUntil(() => ready.length === 1)
    expect(ready).toEqual([{ t: 'ready', v: 1, hostNonce }])
    close()
  })

  test('H9: an allowed origin that is not the parent of record is not taken', async () => {
    const isAllowedOrigin = (origin: string) => origin.endsWith('.example')
    const { say, outcome, accepting, close } = await setUp([parentOrigin], { isAllowedOrigin })
    say(undefined, { origin: 'https://other.example' })
    say()
    await accepting
    expect(outcome.accepted?.origin).toBe(parentOrigin)
    close()
  })

  test('H10: a second init is not taken, in the same task or later', async () => {
    const { say, init, ready, accepting, outcome, close } = await setUp([parentOrigin])
    const second = new MessageChannel()
    const heard: unknown[] = []
    second.port1.onmessage = ({ data }) => heard.push(data)
    say()
    say({ ...init, hostNonce: `${'S'.repeat(21)}A` }, { ports: [second.port2] })
    await accepting
    say(init, { ports: [second.port2] })
    await waitUntil(() => ready.length === 1)
    expect([heard, outcome.accepted?.origin]).toEqual([[], parentOrigin])
    close()
    second.port1.close()
  })

  test('H10: an init that arrives inside the check of another is the only one', async () => {
    const second = new MessageChannel()
    const heard: unknown[] = []
    second.port1.onmessage = ({ data }) => heard.push(data)
    let inside = () => {}
    const isAllowedOrigin = () => {
      const run = inside
      inside = () => {}
      run()
      return true
    }
    const { say, init, ready, accepting, close } = await setUp([parentOrigin], { isAllowedOrigin })
    inside = () => say(init, { ports: [second.port2] })
    say()
    await accepting
    await waitUntil(() => heard.length === 1)
    expect(ready).toEqual([])
    close()
    second.port1.close()
  })

  test('H11: a replaced getter does not change what the handshake sees', async () => {
    const { say, ready, accepting, close } = await setUp([parentOrigin])
    const forged = new MessageChannel()
    const original = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'origin') ?? {}
    Object.defineProperty(MessageEvent.prototype, 'origin', { configurable: true, get: () => parentOrigin })
    try {
      say(undefined, { origin: 'https://evil.example', ports: [forged.port2] })
    } finally {
      Object.defineProperty(MessageEvent.prototype, 'origin', original)
    }
    say()
    await accepting
    await waitUntil(() => ready.length === 1)
    expect(ready).toHaveLength(1)
    close()
    forged.port1.close()
  })

  test('H12: hello is said again three times, and no more once accepted', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { hellos, say, accepting, close } = await setUp([parentOrigin])
    vi.advanceTimersByTime(300)
    expect(hellos).toHaveLength(2)
    expect(new Set(hellos.map(({ data }) => data.frameNonce)).size).toBe(1)
    say()
    await accepting
    vi.advanceTimersByTime(19_000)
    expect(hellos).toHaveLength(2)
    close()
    const other = await setUp([parentOrigin])
    vi.advanceTimersByTime(19_999)
    expect(other.hellos).toHaveLength(4)
    vi.advanceTimersByTime(1)
    await other.accepting
  })

  test('H12: hello is said again when the allowed parent asks, and to nobody else', async () => {
    const { hellos, say, accepting, close } = await setUp([parentOrigin])
    const ask = { t: 'ask' }
    say(ask, { origin: 'https://evil.example' })
    say(ask, { source: window })
    say({ ...ask, more: 1 })
    expect(hellos).toHaveLength(1)
    say(ask)
    expect(hellos).toHaveLength(2)
    expect(hellos[1]).toEqual(hellos[0])
    say()
    await accepting
    say(ask)
    expect(hellos).toHaveLength(2)
    close()
  })

  test('H13: the origin is that of the event, whatever the messages say', async () => {
    const { say, init, outcome, accepting, close } = await setUp([parentOrigin])
    say({ ...init, origin: 'https://evil.example' })
    say()
    await accepting
    expect(outcome.accepted?.origin).toBe(parentOrigin)
    close()
  })
})

describe('H14: acceptParent gives up', () => {
  test('on its time-out', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { accepting, outcome } = await setUp([parentOrigin])
    vi.advanceTimersByTime(20_000)
    await accepting
    expect(outcome.error).toBeInstanceOf(FrameTimeoutError)
  })
  test('on abort, and takes no init after that', async () => {
    const controller = new AbortController()
    const { accepting, outcome, say, ready } = await setUp([parentOrigin], { signal: controller.signal })
    controller.abort()
    say()
    await accepting
    await waitUntil(() => true)
    expect([outcome.error, ready]).toEqual([expect.any(FrameAbortedError), []])
  })
  test('when its own document goes, and the connection with it', async () => {
    const waiting = await setUp([parentOrigin])
    waiting.target.dispatchEvent(new Event('pagehide'))
    await waiting.accepting
    expect(waiting.outcome.error).toBeInstanceOf(FrameAbortedError)
    const open = await setUp([parentOrigin])
    open.say()
    await open.accepting
    open.target.dispatchEvent(new Event('pagehide'))
    await open.outcome.accepted?.messenger.closed
    open.close()
  })
})
