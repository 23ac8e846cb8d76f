import { ChainRefusedError, UserRejectedError } from '@latchkey/protocol/frame'
import { ServiceUnreachableError } from '@latchkey/protocol/http'
import { describe, expect, test } from 'vitest'
import { approvalOf, approveNow, setUp, view } from '../testing/approvalRunner.ts'
import type { Prepared } from './ApprovalView.ts'

describe('running approvals', () => {
  test('signs the very object that was prepared', async () => {
    const { runner, current, settled, signal, shown } = setUp()
    const payload = Object.freeze({ text: 'hello' })
    let given: unknown
    const result = runner.run(
      approvalOf({
        prepare: async () => ({ payload, view }),
        sign: async (signed) => {
          given = signed
          return 'ok'
        },
      }),
      signal,
    )
    expect(current()).toMatchObject({ phase: 'preparing', hash: null })
    await settled()
    approveNow(current())
    expect(await result).toBe('ok')
    expect(given).toBe(payload)
    await expect.poll(() => shown.at(-1)).toBeNull()
  })

  test('approving with the hash of anything else does nothing', async () => {
    const { runner, current, settled, signal } = setUp()
    let signed = 0
    const sign = async () => ++signed
    void runner.run(approvalOf({ sign }), signal)
    current().onApprove('0x00')
    await settled()
    current().onApprove('0x00')
    await settled()
    expect(signed).toBe(0)
    expect(current().phase).toBe('ready')
  })

  test('a payload that was changed after it was shown is not signed', async () => {
    const { runner, current, settled, signal } = setUp()
    const payload = { text: 'hello' }
    let signed = 0
    const result = runner.run(
      approvalOf({ prepare: async () => ({ payload, view }), sign: async () => ++signed }),
      signal,
    )
    await settled()
    payload.text = 'all my money'
    approveNow(current())
    await expect(result).rejects.toThrow(UserRejectedError)
    expect(signed).toBe(0)
  })

  test('another payload under the same screen is shown again and must be approved again', async () => {
    const { runner, current, settled, signal } = setUp()
    const signed: unknown[] = []
    const confirm = async (): Promise<Prepared> => ({ payload: { text: 'all my money' }, view })
    void runner.run(approvalOf({ confirm, sign: async (payload) => signed.push(payload) }), signal)
    await settled()
    const { hash } = current()
    approveNow(current())
    await settled()
    expect(signed).toEqual([])
    expect(current().phase).toBe('ready')
    expect(current().hash).not.toBe(hash)
  })

  test('a last look that fails signs nothing, and is said', async () => {
    const { runner, current, settled, signal } = setUp()
    let signed = 0
    const confirm = async (): Promise<Prepared> => {
      throw new ServiceUnreachableError()
    }
    void runner.run(approvalOf({ confirm, sign: async () => ++signed }), signal)
    await settled()
    approveNow(current())
    await settled()
    expect(signed).toBe(0)
    expect(current()).toMatchObject({ phase: 'ready' })
    expect(current().failure).not.toBeNull()
  })

  test('what changed at the click is shown again and must be approved again', async () => {
    const { runner, current, settled, signal } = setUp()
    const changed: Prepared = { payload: { text: 'hello' }, view: { ...view, raw: 'changed' } }
    let confirmed = 0
    const confirm = async (prepared: Prepared) => (confirmed++ === 0 ? changed : prepared)
    const result = runner.run(approvalOf({ confirm }), signal)
    await settled()
    const { revision } = current()
    approveNow(current())
    await settled()
    expect(current()).toMatchObject({ phase: 'ready', revision: revision + 1, view: { raw: 'changed' } })
    approveNow(current())
    expect(await result).toBe('signature')
  })

  test('rejecting says so, and the next one is shown', async () => {
    const { runner, current, settled, signal } = setUp()
    const first = runner.run(approvalOf(), signal)
    const second = runner.run(approvalOf(), signal)
    await settled()
    expect(current().waiting).toBe(1)
    const { id, onReject } = current()
    onReject()
    await expect(first).rejects.toThrow(UserRejectedError)
    expect(current().id).not.toBe(id)
    await settled()
    approveNow(current())
    expect(await second).toBe('signature')
  })

  test('an abort before the approval ends it; after the approval the result still comes', async () => {
    const { runner, current, settled } = setUp()
    const early = new AbortController()
    const gone = runner.run(approvalOf(), early.signal)
    early.abort()
    await expect(gone).rejects.toThrow(UserRejectedError)

    const late = new AbortController()
    let finish: (value: string) => void = () => undefined
    const sign = (_: unknown, onSigned: () => void) => {
      onSigned()
      return new Promise((resolve) => {
        finish = resolve
      })
    }
    const kept = runner.run(approvalOf({ sign }), late.signal)
    await settled()
    approveNow(current())
    await expect.poll(() => current().phase).toBe('sending')
    late.abort()
    finish('0xhash')
    expect(await kept).toBe('0xhash')
  })

  test('what is signed at once is not drawn as busy, what takes longer is', async () => {
    const { runner, shown, current, settled, signal } = setUp()
    const drawn = () => shown.map((content) => content?.phase)
    const quick = runner.run(approvalOf({ confirm: async (prepared) => prepared }), signal)
    await settled()
    approveNow(current())
    await quick
    await expect.poll(() => shown.at(-1)).toBeNull()
    expect(new Set(drawn())).toEqual(new Set(['preparing', 'ready', undefined]))

    let signed = 0
    const sign = () => {
      signed += 1
      return new Promise<never>(() => undefined)
    }
    void runner.run(approvalOf({ sign }), signal)
    await settled()
    const { onReject } = current()
    approveNow(current())
    // Drawn as it was, it takes no second press, nor a refusal.
    approveNow(current())
    expect(current().phase).toBe('ready')
    onReject()
    await expect.poll(drawn).toContain('signing')
    expect(signed).toBe(1)
  })

  test('an aborted request lets go of what it was asking the network', async () => {
    const { runner, settled } = setUp()
    const abort = new AbortController()
    let inner: AbortSignal | undefined
    const prepare = (signal: AbortSignal) => {
      inner = signal
      return new Promise<Prepared>(() => undefined)
    }
    const result = runner.run(approvalOf({ prepare }), abort.signal)
    await settled()
    abort.abort()
    await expect(result).rejects.toThrow(UserRejectedError)
    expect(inner?.aborted).toBe(true)
  })

  test('a service that is down before the signature leaves it to be tried again', async () => {
    const { runner, current, settled, signal } = setUp()
    let tries = 0
    const sign = async () => {
      if (tries++ === 0) throw new ServiceUnreachableError()
      return 'second'
    }
    const result = runner.run(approvalOf({ sign }), signal)
    await settled()
    approveNow(current())
    await settled()
    expect(current()).toMatchObject({ phase: 'ready', failure: { code: '4000' } })
    approveNow(current())
    expect(await result).toBe('second')
  })

  test('an error after the signature goes to the host and is not tried again', async () => {
    const { runner, current, settled, signal } = setUp()
    const sign = async (_: unknown, onSigned: () => void) => {
      onSigned()
      throw new ServiceUnreachableError()
    }
    const result = runner.run(approvalOf({ sign }), signal)
    await settled()
    approveNow(current())
    await expect(result).rejects.toThrow(ServiceUnreachableError)
  })

  test('closing what cannot be approved tells why, and counts as no rejection', async () => {
    const { runner, current, settled, signal } = setUp()
    const stop = { title: { key: 'stop.network' }, body: { key: 'stop.network.body' } } as const
    const prepare = async () => ({ payload: {}, view: { ...view, stop }, refusal: new ChainRefusedError() })
    for (let i = 0; i < 4; i++) {
      const result = runner.run(approvalOf({ prepare }), signal)
      await settled()
      expect(current().hash).toBeNull()
      approveNow(current())
      current().onReject()
      await expect(result).rejects.toThrow(ChainRefusedError)
    }
  })

  test('a stop that can be retried is prepared anew', async () => {
    const { runner, current, settled, signal } = setUp()
    const stop = { title: { key: 'stop.network' }, body: { key: 'stop.network.body' }, retry: true } as const
    let tries = 0
    const prepare = async () =>
      tries++ === 0 ? { payload: {}, view: { ...view, stop } } : { payload: { text: 'hello' }, view }
    const result = runner.run(approvalOf({ prepare }), signal)
    await settled()
    current().onRetry()
    await settled()
    approveNow(current())
    expect(await result).toBe('signature')
  })

  test('an error of preparing settles the request and shows the next', async () => {
    const { runner, current, settled, signal } = setUp()
    const broken = runner.run(approvalOf({ prepare: () => Promise.reject(new ChainRefusedError()) }), signal)
    const next = runner.run(approvalOf(), signal)
    await expect(broken).rejects.toThrow(ChainRefusedError)
    await settled()
    approveNow(current())
    expect(await next).toBe('signature')
  })

  test('while an edit is looked into, what was shown before cannot be approved any more', async () => {
    const { runner, current, settled, signal } = setUp()
    let answer: (prepared: Prepared) => void = () => undefined
    const edited = new Promise<Prepared>((resolve) => {
      answer = resolve
    })
    const signed: unknown[] = []
    const sign = async (payload: unknown) => signed.push(payload)
    const result = runner.run(approvalOf({ edit: () => edited, sign }), signal)
    await settled()
    const before = current()
    before.onEdit({ kind: 'cap', call: 0, amount: 1n })
    expect(current()).toMatchObject({ phase: 'preparing', hash: null })
    approveNow(before)
    await settled()
    expect(signed).toEqual([])
    answer({ payload: { text: 'less' }, view })
    await settled()
    approveNow(before)
    await settled()
    expect(signed).toEqual([])
    approveNow(current())
    await result
    expect(signed).toEqual([{ text: 'less' }])
  })
})
