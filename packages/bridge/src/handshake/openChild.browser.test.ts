import { BaseError } from '@latchkey/errors'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createIframe, loadIframe } from '../fixtures/iframes.ts'
import { waitUntil } from '../testing/waitUntil.ts'
import { FrameAbortedError, FrameRefusedError, FrameTimeoutError, FrameVersionError } from '../wire/errors.ts'
import type { Messenger } from '../wire/portMessenger.ts'
import { openChild } from './openChild.ts'

const childOrigin = location.origin
const frameNonce = `${'F'.repeat(21)}A`
const helloMessage = { t: 'hello', v: 1, frameNonce }
type Init = { data: { t: string; v: number; frameNonce: string; hostNonce: string }; port: MessagePort }

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

/** An opening parent, and a child that the test plays. */
async function setUp(options: { signal?: AbortSignal; readyTimeout?: number; version?: number } = {}) {
  const { iframe, child } = await loadIframe('blank')
  const inits: Init[] = []
  child.addEventListener('message', ({ data, ports: [port] }) => port && inits.push({ data, port }))
  const outcome: { messenger?: Messenger; error?: unknown } = {}
  const opening = openChild({ iframe, childOrigin, version: 1, ...options }).then(
    (messenger) => {
      outcome.messenger = messenger
      return messenger
    },
    (error: unknown) => {
      outcome.error = error
      return undefined
    },
  )
  const say = (data: unknown, origin = childOrigin, source: Window | null = child) =>
    window.dispatchEvent(new MessageEvent('message', { data, origin, source }))
  const sayReady = (index: number, change: object = {}) =>
    inits[index]?.port.postMessage({ t: 'ready', v: 1, hostNonce: inits[index]?.data.hostNonce, ...change })
  return { iframe, child, inits, opening, outcome, say, sayReady }
}

/** Two rounds through the window's own message queue: whatever was posted before has arrived. */
async function settle(child: Window) {
  for (let round = 0; round < 2; round++)
    await new Promise<void>((resolve) => {
      child.addEventListener('message', () => resolve(), { once: true })
      child.postMessage('settle', '*')
    })
}

describe('openChild', () => {
  test('H2: answers hello with its nonce, one of its own, and one port', async () => {
    const { say, sayReady, inits, opening } = await setUp()
    say(helloMessage)
    await waitUntil(() => inits.length === 1)
    expect(inits[0]?.data).toEqual({
      t: 'init',
      v: 1,
      frameNonce,
      hostNonce: expect.stringMatching(/^[\w-]{22}$/),
    })
    sayReady(0)
    ;(await opening)?.close()
  })

  test('H12: asks a document that may have said hello before anybody listened', async () => {
    const { iframe, child } = await loadIframe('blank')
    const heard: unknown[] = []
    child.addEventListener('message', ({ data, origin }) => heard.push([data, origin]))
    const abort = new AbortController()
    const opening = openChild({ iframe, childOrigin, version: 1, signal: abort.signal })
    await waitUntil(() => heard.length > 0)
    expect(heard).toEqual([[{ t: 'ask' }, location.origin]])
    abort.abort()
    await expect(opening).rejects.toBeInstanceOf(FrameAbortedError)
  })

  /** This window, while its document is not complete. */
  const loadingWindow = () =>
    new Proxy(window, {
      get(target, name) {
        if (name === 'document') return { readyState: 'interactive' }
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })

  test.each([
    ['the iframe', (iframe) => iframe],
    ['this document', () => window],
  ] satisfies [string, (iframe: HTMLIFrameElement) => EventTarget][])(
    'H12: asks once %s has loaded, where this document loads as well, and does not look before',
    async (_, targetOf) => {
      const { iframe, child } = await loadIframe('blank')
      const heard: unknown[] = []
      child.addEventListener('message', ({ data }) => data !== 'settle' && heard.push(data))
      let looked = 0
      const contentWindow = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow')
      Object.defineProperty(iframe, 'contentWindow', {
        get() {
          looked += 1
          return contentWindow?.get?.call(iframe)
        },
      })
      const abort = new AbortController()
      const opening = openChild({
        iframe,
        childOrigin,
        version: 1,
        signal: abort.signal,
        window: loadingWindow(),
      })
      // A message of the parent page is not from the iframe.
      window.dispatchEvent(
        new MessageEvent('message', { data: 'x', origin: childOrigin, source: window.parent }),
      )
      await settle(child)
      expect([heard, looked]).toEqual([[], 0])
      targetOf(iframe).dispatchEvent(new Event('load'))
      await waitUntil(() => heard.length > 0)
      expect(heard).toEqual([{ t: 'ask' }])
      abort.abort()
      await expect(opening).rejects.toBeInstanceOf(FrameAbortedError)
      targetOf(iframe).dispatchEvent(new Event('load'))
      await settle(child)
      expect(heard).toEqual([{ t: 'ask' }])
    },
  )

  test('H1: a sibling, a null source, another origin: no answer', async () => {
    const { say, inits, child } = await setUp()
    const sibling = await loadIframe('blank')
    say(helloMessage, childOrigin, sibling.child)
    say(helloMessage, childOrigin, window)
    say(helloMessage, childOrigin, null)
    for (const origin of [
      'https://evil.example',
      'null',
      '',
      `${childOrigin}.evil.example`,
      `${childOrigin}/`,
    ])
      say(helloMessage, origin)
    await settle(child)
    expect(inits).toEqual([])
  })

  test.each([
    { ...helloMessage, extra: 1 },
    { ...helloMessage, frameNonce: 'short' },
    { t: 'hello', v: 1 },
    { t: 'hello', v: '1', frameNonce },
    { t: 'ready', v: 1, hostNonce: frameNonce },
    'hello',
    null,
  ])('H3: noise is not answered: %j', async (data) => {
    const { say, inits, child, outcome } = await setUp()
    say(data)
    await settle(child)
    expect([inits, outcome.error]).toEqual([[], undefined])
  })

  test('H3: another version is an error at once', async () => {
    const { say, opening, outcome } = await setUp()
    say({ t: 'hello', v: 2, somethingNew: true })
    await opening
    expect(outcome.error).toBeInstanceOf(FrameVersionError)
  })

  test.each([0, 1, 4])(
    'H4: a repeated hello is answered anew, and answer %i can be the one that is taken',
    async (taken) => {
      const { say, sayReady, inits, child, opening } = await setUp()
      for (let count = 0; count < 9; count++) say(helloMessage)
      await waitUntil(() => inits.length === 5)
      await settle(child)
      expect(new Set(inits.map(({ data }) => data.hostNonce)).size).toBe(5)
      sayReady(taken)
      const messenger = await opening
      let isClosed = false
      void messenger?.closed.then(() => {
        isClosed = true
      })
      // Too late: what is open stays as it is.
      sayReady((taken + 1) % 5)
      say(helloMessage)
      await settle(child)
      expect(isClosed).toBe(false)
      expect(inits).toHaveLength(5)
      messenger?.close()
    },
  )

  test('H4: the hello of a new document ends what was answered to the earlier one', async () => {
    const { say, sayReady, inits, child, opening, outcome } = await setUp()
    say(helloMessage)
    await waitUntil(() => inits.length === 1)
    say({ ...helloMessage, frameNonce: `${'G'.repeat(21)}A` })
    await waitUntil(() => inits.length === 2)
    sayReady(0)
    await settle(child)
    expect(outcome).toEqual({})
    sayReady(1)
    ;(await opening)?.close()
  })

  test('R4-91 H5: it is not open before ready came with the right nonce', async () => {
    const { say, sayReady, inits, child, opening, outcome } = await setUp()
    say(helloMessage)
    await waitUntil(() => inits.length === 1)
    sayReady(0, { hostNonce: frameNonce })
    sayReady(0, { v: 2 })
    sayReady(0, { extra: 1 })
    inits[0]?.port.postMessage({ t: 'result', id: frameNonce, result: {} })
    await settle(child)
    expect(outcome).toEqual({})
    sayReady(0)
    expect(await opening).toBeDefined()
    outcome.messenger?.close()
  })

  test.each(['hello', 'pagehide', 'second load'] as const)(
    'H6: %s closes the open connection',
    async (what) => {
      const { say, sayReady, inits, iframe, opening } = await setUp()
      say(helloMessage)
      await waitUntil(() => inits.length === 1)
      sayReady(0)
      const messenger = await opening
      iframe.dispatchEvent(new Event('load'))
      say(helloMessage)
      let closed = false
      void messenger?.closed.then(() => {
        closed = true
      })
      await Promise.resolve()
      expect(closed).toBe(false)
      if (what === 'hello') say({ ...helloMessage, frameNonce: `${'G'.repeat(21)}A` })
      else if (what === 'pagehide') window.dispatchEvent(new Event('pagehide'))
      else iframe.dispatchEvent(new Event('load'))
      await messenger?.closed
    },
  )
})

describe('H7: openChild gives up', () => {
  test('with a refusal when a document loads and says nothing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const { iframe, opening, outcome } = await setUp()
    iframe.dispatchEvent(new Event('load'))
    vi.advanceTimersByTime(1_499)
    await Promise.resolve()
    expect(outcome.error).toBeUndefined()
    vi.advanceTimersByTime(1)
    await opening
    expect(outcome.error).toBeInstanceOf(FrameRefusedError)
    expect((outcome.error as BaseError).metaMessages.join()).toContain('allowed origins')
  })
  test('with a refusal when the document loaded before anybody listened', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const { opening, outcome } = await setUp()
    window.dispatchEvent(new Event('load'))
    vi.advanceTimersByTime(1_500)
    await opening
    expect(outcome.error).toBeInstanceOf(FrameRefusedError)
  })
  test('with a refusal within 3 s also when the document loads late', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const { iframe, opening, outcome } = await setUp()
    vi.advanceTimersByTime(2_400)
    iframe.dispatchEvent(new Event('load'))
    vi.advanceTimersByTime(600)
    await opening
    expect(outcome.error).toBeInstanceOf(FrameRefusedError)
  })
  test('with a refusal that names the other origin that answered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const { iframe, say, opening, outcome } = await setUp()
    say(helloMessage, 'https://evil.example')
    iframe.dispatchEvent(new Event('load'))
    vi.advanceTimersByTime(1_500)
    await opening
    expect((outcome.error as BaseError).metaMessages.join()).toContain('https://evil.example')
  })
  test('R9-11 not with a refusal once hello came: then the time-out of 20 000 ms holds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const { iframe, say, opening, outcome } = await setUp()
    say(helloMessage)
    iframe.dispatchEvent(new Event('load'))
    vi.advanceTimersByTime(19_999)
    await Promise.resolve()
    expect(outcome).toEqual({})
    vi.advanceTimersByTime(1)
    await opening
    expect(outcome.error).toBeInstanceOf(FrameTimeoutError)
  })
  test('on abort, before and while it waits', async () => {
    const controller = new AbortController()
    const { opening, outcome } = await setUp({ signal: controller.signal })
    controller.abort()
    await opening
    expect(outcome.error).toBeInstanceOf(FrameAbortedError)
    const again = await setUp({ signal: controller.signal })
    await again.opening
    expect(again.outcome.error).toBeInstanceOf(FrameAbortedError)
  })
  test('and nothing keeps listening after that', async () => {
    const { say, inits, child, opening } = await setUp({ readyTimeout: 1 })
    await opening
    say(helloMessage)
    await settle(child)
    expect(inits).toEqual([])
  })
  test('at once when the child has no proper origin', async () => {
    const iframe = createIframe('blank')
    for (const bad of ['null', '*', '', 'https://a.example/', 'HTTPS://a.example'])
      await expect(openChild({ iframe, childOrigin: bad, version: 1 })).rejects.toBeInstanceOf(
        FrameRefusedError,
      )
  })
  test('an iframe without a document of its own yet is not refused', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const iframe = document.createElement('iframe')
    const opening = openChild({ iframe, childOrigin, version: 1 })
    document.body.append(iframe)
    iframe.dispatchEvent(new Event('load'))
    vi.advanceTimersByTime(19_999)
    const late = opening.catch((error: unknown) => error)
    vi.advanceTimersByTime(1)
    expect(await late).toBeInstanceOf(FrameTimeoutError)
    expect(await late).toBeInstanceOf(BaseError)
  })
})
