import '../panel/panel.css'
import '../panel/panelParts.css'
import { NoPasskeysHereError, PasskeyNotUsedError } from '@latchkey/protocol/keys'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { NewPasskey, NewPasskeyOptions } from '../recovery/browserPasskeys.ts'
import {
  type FakePeer,
  fakePeer,
  fakeView,
  ORIGIN,
  sampleAttestation,
  sampleOptions,
} from '../recovery/testing/fakeView.ts'
import { runPasskeyWindow } from './runPasskeyWindow.ts'
import { FRONT_TIME } from './watchFront.ts'
import { windowWords } from './words.ts'

const nonce = 'N'.repeat(22)
const ask = { type: 'passkey.ask', nonce, time: 60_000, options: sampleOptions }
const passkey: NewPasskey = { attestation: sampleAttestation, seals: true, prf: null }
let root: HTMLElement

beforeEach(() => {
  root = document.createElement('div')
  document.body.append(root)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
  root.remove()
})

async function start(
  create: (options: NewPasskeyOptions, signal?: AbortSignal) => Promise<NewPasskey> = async () => passkey,
  peer: FakePeer | null = fakePeer(),
  language = 'en',
) {
  const around = fakeView()
  const made = vi.fn(create)
  const stop = runPasskeyWindow({
    view: around.view,
    opener: peer as Window | null,
    root,
    say: await windowWords([language]),
    site: 'wallet.example',
    host: 'keys.example',
    passkeys: { create: made },
    isGenuine: () => true,
  })
  const sent = () => (peer?.sent ?? []).map(({ message }) => message)
  const asks = (message: unknown = ask) => around.hear(message, peer)
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { ...around, peer, made, stop, sent, asks, wait }
}
const title = () => root.querySelector('h1')?.textContent
const button = () => root.querySelector('button')
const NOTHING = 'There is nothing to do here'

describe('who may use it', () => {
  test('opened by nobody, it says so', async () => {
    await start(undefined, null)
    expect(title()).toBe(NOTHING)
    expect(document.title).toBe(NOTHING)
  })

  test('whoever opened it and is another origin, or another window, is not heard', async () => {
    const { hear, peer, sent, wait } = await start()
    expect(peer?.sent).toEqual([{ message: { type: 'passkey.ready' }, origin: ORIGIN }])
    hear(ask, peer, 'https://evil.example')
    hear(ask, fakePeer())
    await wait(10_000)
    expect(title()).toBe(NOTHING)
    hear(ask, peer)
    expect(title()).toBe(NOTHING)
    expect(sent()).toHaveLength(1)
  })

  test.each<[string, object]>([
    ['a field too many', { more: 1 }],
    ['a nonce of another form', { nonce: 'short!' }],
    ['more time than there is', { time: 300_001 }],
    ['options with a field too many', { options: { ...sampleOptions, extensions: {} } }],
    ['no challenge', { options: { ...sampleOptions, challenge: undefined } }],
  ])('a request with %s is none', async (_, change) => {
    const { asks } = await start()
    asks({ ...ask, ...change })
    expect(title()).toBe('One moment…')
  })
})

describe('making it', () => {
  test('names the account and the wallet’s site, and hands the panel’s options on as they are', async () => {
    const { asks, wait, made, peer, closed } = await start()
    asks()
    expect(root.textContent).toContain('For ada@example.com at wallet.example.')
    expect(document.activeElement).toBe(root.querySelector('h1'))
    expect(root.querySelector('[role=status]')?.textContent).toBe(title())
    asks({ ...ask, options: { ...sampleOptions, challenge: 'other' } })
    await wait(FRONT_TIME)
    button()?.click()
    await wait(0)
    expect(made).toHaveBeenCalledExactlyOnceWith(sampleOptions, expect.any(AbortSignal))
    const answer = { type: 'passkey.made', nonce, attestation: sampleAttestation, seals: true }
    expect(peer?.sent.at(-1)).toEqual({ message: answer, origin: ORIGIN })
    expect([title(), closed()]).toEqual(['Your passkey is made', 1])
  })

  test('takes no press before it has been in front for a second, and again after it was not', async () => {
    const { asks, wait, made, focus } = await start()
    await wait(FRONT_TIME - 1)
    asks()
    button()?.click()
    expect(button()?.disabled).toBe(true)
    await wait(1)
    expect(button()?.disabled).toBe(false)
    focus(false)
    expect(button()?.disabled).toBe(true)
    focus(true)
    await wait(FRONT_TIME - 1)
    button()?.click()
    expect(made).not.toHaveBeenCalled()
    await wait(1)
    button()?.click()
    expect(made).toHaveBeenCalledOnce()
  })

  test('a person who steps back is asked again, and the panel hears nothing of it', async () => {
    const create = vi.fn(async () => passkey).mockRejectedValueOnce(new PasskeyNotUsedError())
    const { asks, wait, sent } = await start(create)
    asks()
    await wait(FRONT_TIME)
    button()?.click()
    await wait(0)
    expect(root.querySelector('[role=alert]')?.textContent).toBe('No passkey was used. You can try again.')
    expect(sent()).toHaveLength(1)
    button()?.click()
    await wait(0)
    expect(sent()).toHaveLength(2)
  })

  test('a browser that has none here either: the panel is told', async () => {
    const { asks, wait, sent } = await start(async () => Promise.reject(new NoPasskeysHereError()))
    asks()
    await wait(FRONT_TIME)
    button()?.click()
    await wait(0)
    expect(title()).toBe('Your browser does not allow passkeys here')
    expect(sent().at(-1)).toEqual({ type: 'passkey.refused', nonce })
  })
})

describe('nothing waits for ever', () => {
  const OVER = 'Your wallet’s page stopped waiting'
  test.each<[string, (window: Awaited<ReturnType<typeof start>>) => unknown]>([
    ['the panel says that it is', ({ asks }) => asks({ type: 'passkey.over', nonce })],
    ['its time is', ({ wait }) => wait(60_000)],
    [
      'the page that opened it is closed',
      ({ peer, wait }) => {
        Object.assign(peer ?? {}, { closed: true })
        return wait(1_000)
      },
    ],
  ])('it is over where %s: what was begun is stopped, and no answer is given', async (_, go) => {
    let signal: AbortSignal | undefined
    const create = (_options: NewPasskeyOptions, given?: AbortSignal) => {
      signal = given
      return new Promise<NewPasskey>((_resolve, reject) =>
        given?.addEventListener('abort', () => reject(new PasskeyNotUsedError())),
      )
    }
    const window = await start(create)
    window.asks()
    await window.wait(FRONT_TIME)
    button()?.click()
    expect(title()).toBe('Follow the steps on your device…')
    await go(window)
    await window.wait(0)
    expect([title(), signal?.aborted]).toEqual([OVER, true])
    expect(window.sent()).toHaveLength(1)
  })

  test('another attempt’s end is not its own', async () => {
    const { asks } = await start()
    asks()
    asks({ type: 'passkey.over', nonce: 'M'.repeat(22) })
    expect(title()).toBe('New passkey')
  })
})

test('it fits 320 px from right to left, and has room for a long site', async () => {
  root.style.width = '320px'
  root.dir = 'rtl'
  const { asks } = await start(undefined, fakePeer(), 'ar')
  asks({ ...ask, options: { ...sampleOptions, userName: 'a'.repeat(120) } })
  expect(root.scrollWidth).toBeLessThanOrEqual(320)
  expect(button()?.textContent).toBe('إنشاء مفتاح مرور')
})
