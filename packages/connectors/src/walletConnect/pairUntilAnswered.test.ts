import { type ConnectorEvents, createEmitter } from '@latchkey/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PairingExpiredError, RejectedByUserError, RelayUnreachableError } from '../answer/errors.ts'
import { type Proposal, pairUntilAnswered } from './proposals.ts'
import { PAIRING_TIMING } from './WalletConnectOptions.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

function start(signal?: AbortSignal, isDown = false) {
  const emitter = createEmitter<ConnectorEvents>()
  const shown: ConnectorEvents['pairing'][] = []
  emitter.on('pairing', (pairing) => shown.push(pairing))
  const made: { answer(value: string): void; refuse(error: Error): void; cancelled: boolean }[] = []
  const relay = { isDown }
  const propose = async (): Promise<Proposal<string>> => {
    if (relay.isDown) throw new RelayUnreachableError()
    const one = {
      answer: (_value: string): void => undefined,
      refuse: (_error: Error): void => undefined,
      cancelled: false,
    }
    const answer = new Promise<string>((resolve, reject) =>
      Object.assign(one, { answer: resolve, refuse: reject }),
    )
    answer.catch(() => undefined)
    made.push(one)
    return {
      uri: `wc:${made.length}`,
      answer,
      cancel() {
        one.cancelled = true
      },
    }
  }
  const pairing = pairUntilAnswered({ propose, emitter, timing: PAIRING_TIMING, signal })
  pairing.catch(() => undefined)
  const uris = () => shown.map((pairing) => pairing?.uri)
  return { pairing, shown, uris, made, relay }
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('pairing', () => {
  it('R4-11 lives 240000 ms', async () => {
    const { shown } = start()
    await pass(0)
    expect(shown).toEqual([{ uri: 'wc:1', expiresAt: 1_240_000 }])
  })
  it('R4-12 is replaced within 10 s of its end, again and again, and connecting goes on', async () => {
    const { uris, made, pairing } = start()
    await pass(229_999)
    expect(uris()).toEqual(['wc:1'])
    await pass(1)
    expect(uris()).toEqual(['wc:1', 'wc:2'])
    await pass(230_000)
    expect(uris()).toEqual(['wc:1', 'wc:2', 'wc:3'])
    made[2]?.answer('third')
    expect(await pairing).toBe('third')
    expect(uris().at(-1)).toBeUndefined()
    expect(made.map(({ cancelled }) => cancelled)).toEqual([true, true, false])
  })
  it('whoever has just scanned the old link gets in by it', async () => {
    const { made, pairing } = start()
    await pass(230_000)
    made[0]?.answer('first')
    expect(await pairing).toBe('first')
    expect(made[1]?.cancelled).toBe(true)
  })
  it('of two answers the second is ended', async () => {
    const { made, pairing } = start()
    await pass(230_000)
    made[0]?.answer('first')
    made[1]?.answer('second')
    expect(await pairing).toBe('first')
    expect(made.map(({ cancelled }) => cancelled)).toEqual([false, true])
  })
  it('a relay that is away when the link is due is asked until the link ends', async () => {
    const { uris, relay, pairing, made } = start()
    await pass(1)
    relay.isDown = true
    await pass(233_000)
    relay.isDown = false
    await pass(2_000)
    expect(uris()).toEqual(['wc:1', 'wc:2'])
    made[1]?.answer('x')
    expect(await pairing).toBe('x')
  })
  it('and then it is over', async () => {
    const { relay, pairing, made } = start()
    await pass(1)
    relay.isDown = true
    await pass(240_000)
    await expect(pairing).rejects.toBeInstanceOf(RelayUnreachableError)
    expect(made[0]?.cancelled).toBe(true)
  })
  it('a link that died while the device slept is replaced', async () => {
    const { uris, made } = start()
    await pass(0)
    made[0]?.refuse(new PairingExpiredError())
    await pass(0)
    expect(uris()).toEqual(['wc:1', 'wc:2'])
  })
  it('the old link may end by itself', async () => {
    const { uris, made, pairing } = start()
    await pass(230_000)
    made[0]?.refuse(new PairingExpiredError())
    await pass(0)
    expect(uris()).toEqual(['wc:1', 'wc:2'])
    made[1]?.answer('x')
    expect(await pairing).toBe('x')
  })
  it('a refusal ends it', async () => {
    const { shown, made, pairing } = start()
    await pass(0)
    made[0]?.refuse(new RejectedByUserError())
    await expect(pairing).rejects.toBeInstanceOf(RejectedByUserError)
    expect(shown.at(-1)).toBeUndefined()
  })
  it('no link at all is an error at once', async () => {
    const { pairing, shown } = start(undefined, true)
    await expect(pairing).rejects.toBeInstanceOf(RelayUnreachableError)
    expect(shown).toEqual([undefined])
  })
  it('an abort takes the link away, also one that is still being made', async () => {
    const controller = new AbortController()
    const { made, pairing, shown } = start(controller.signal)
    controller.abort()
    await expect(pairing).rejects.toMatchObject({ code: 5008 })
    await pass(0)
    expect(made.map(({ cancelled }) => cancelled)).toEqual([true])
    expect(shown).toEqual([undefined])
    const late = start(AbortSignal.abort())
    await expect(late.pairing).rejects.toMatchObject({ code: 5008 })
  })
})
