import { ChainRefusedError, UserRejectedError } from '@latchkey/protocol/frame'
import { ServiceUnreachableError } from '@latchkey/protocol/http'
import { describe, expect, test } from 'vitest'
import type { Prepared } from '../approvals/ApprovalView.ts'
import { approvalOf, approveNow, setUp, view } from '../testing/approvalRunner.ts'

describe('changing it on the screen', () => {
  const slow = { kind: 'fee', speed: 'slow' } as const

  test('makes another payload: the former hash approves nothing, what is shown is signed', async () => {
    const { runner, current, settled, signal } = setUp()
    const signed: unknown[] = []
    const sign = async (payload: unknown) => signed.push(payload)
    const changed = Object.freeze({ text: 'cheaper' })
    const result = runner.run(approvalOf({ edit: () => ({ payload: changed, view }), sign }), signal)
    await settled()
    const { hash, revision } = current()
    current().onEdit(slow)
    expect(current()).toMatchObject({ phase: 'ready', revision: revision + 1 })
    expect(current().hash).not.toBe(hash)
    current().onApprove(hash ?? '')
    await settled()
    expect(signed).toEqual([])
    approveNow(current())
    expect(await result).toBe(1)
    expect(signed[0]).toBe(changed)
  })

  test('nothing can be approved while it is made anew, and a second change waits for the first', async () => {
    const { runner, current, settled, signal } = setUp()
    let finish: (prepared: Prepared) => void = () => undefined
    let edits = 0
    const edit = () => {
      edits++
      return new Promise<Prepared>((resolve) => {
        finish = resolve
      })
    }
    const result = runner.run(approvalOf({ edit }), signal)
    await settled()
    const { hash } = current()
    current().onEdit(slow)
    expect(current()).toMatchObject({ phase: 'preparing', hash: null })
    current().onApprove(hash ?? '')
    current().onEdit(slow)
    await settled()
    expect(edits).toBe(1)
    finish({ payload: { text: 'other' }, view })
    await settled()
    approveNow(current())
    expect(await result).toBe('signature')
  })

  test('what fails leaves what was shown, and says so; what cannot be changed changes nothing', async () => {
    const { runner, current, settled, signal } = setUp()
    const edit = () => Promise.reject(new ServiceUnreachableError())
    const first = runner.run(approvalOf({ edit }), signal)
    const second = runner.run(approvalOf({ edit: () => undefined }), signal)
    await settled()
    const { hash } = current()
    current().onEdit(slow)
    await settled()
    expect(current()).toMatchObject({ phase: 'ready', hash, failure: { code: '4000' } })
    approveNow(current())
    expect(await first).toBe('signature')
    await settled()
    const { revision } = current()
    current().onEdit(slow)
    expect(current()).toMatchObject({ phase: 'ready', revision, failure: null })
    approveNow(current())
    expect(await second).toBe('signature')
  })

  test('a stop can be changed away', async () => {
    const { runner, current, settled, signal } = setUp()
    const stop = { title: { key: 'stop.funds' }, body: { key: 'stop.funds.body' } } as const
    const prepare = async () => ({ payload: {}, view: { ...view, stop } })
    const edit = () => ({ payload: { text: 'cheaper' }, view })
    const result = runner.run(approvalOf({ prepare, edit }), signal)
    await settled()
    current().onEdit(slow)
    approveNow(current())
    expect(await result).toBe('signature')
  })
})

describe('a detour of the person', () => {
  test('comes first, and what the site asked for is prepared anew afterwards', async () => {
    const { runner, current, settled, signal } = setUp()
    let prepares = 0
    const own: unknown[] = []
    const detour = () => approvalOf({ sign: async () => own.push('signed') })
    const prepare = async () => ({ payload: { text: `try ${++prepares}` }, view })
    const result = runner.run(approvalOf({ prepare, detour }), signal)
    await settled()
    const { hash } = current()
    current().onDetour('speedUp')
    await settled()
    expect(current()).toMatchObject({ own: true, waiting: 1, phase: 'ready' })
    current().onApprove(hash ?? '')
    await settled()
    expect(own).toEqual([])
    approveNow(current())
    await settled()
    expect(own).toEqual(['signed'])
    expect(current()).toMatchObject({ own: false, phase: 'ready', failure: null })
    expect(prepares).toBe(2)
    approveNow(current())
    expect(await result).toBe('signature')
  })

  test('turning back from it is no refusal of the site, however often', async () => {
    const { runner, current, settled, signal } = setUp()
    const result = runner.run(approvalOf({ detour: () => approvalOf() }), signal)
    await settled()
    for (let tries = 0; tries < 4; tries++) {
      current().onDetour('cancel')
      await settled()
      expect(current().own).toBe(true)
      current().onReject()
      await settled()
    }
    expect(current()).toMatchObject({ own: false, phase: 'ready' })
    approveNow(current())
    expect(await result).toBe('signature')
  })

  test('what went wrong with it is told on what comes back', async () => {
    const { runner, current, settled, signal } = setUp()
    const sign = async () => {
      throw new ChainRefusedError()
    }
    void runner.run(approvalOf({ detour: () => approvalOf({ sign }) }), signal)
    await settled()
    current().onDetour('speedUp')
    await settled()
    approveNow(current())
    await settled()
    expect(current()).toMatchObject({ own: false, failure: { title: { key: 'pending.failed' } } })
  })

  test('can be all there is, even in a pause after refusals', async () => {
    const { runner, current, shown, settled, signal } = setUp()
    for (let tries = 0; tries < 3; tries++) {
      const refused = runner.run(approvalOf(), signal)
      await settled()
      current().onReject()
      await expect(refused).rejects.toThrow(UserRejectedError)
    }
    const signed: unknown[] = []
    const own = runner.runOwn(approvalOf({ sign: async () => signed.push('own') }), signal)
    await runner.runOwn(approvalOf({ sign: async () => signed.push('second') }), signal)
    await settled()
    expect(current()).toMatchObject({ own: true, waiting: 0 })
    approveNow(current())
    await settled()
    await own
    await settled()
    expect(signed).toEqual(['own'])
    expect(shown.at(-1)).toBeNull()
  })

  test('goes with what it belongs to, unless it is approved', async () => {
    const { runner, shown, current, settled } = setUp()
    const gone = new AbortController()
    const own = runner.runOwn(approvalOf(), gone.signal)
    await settled()
    gone.abort()
    await own
    expect(shown.at(-1)).toBeNull()

    const late = new AbortController()
    let finish: (value: string) => void = () => undefined
    const sign = () =>
      new Promise((resolve) => {
        finish = resolve
      })
    const kept = runner.runOwn(approvalOf({ sign }), late.signal)
    await settled()
    approveNow(current())
    await settled()
    late.abort()
    expect(current().phase).toBe('signing')
    finish('0xhash')
    await kept
    await settled()
    expect(shown.at(-1)).toBeNull()
  })

  test('there is none from a detour, and the site can still take its request back', async () => {
    const { runner, current, shown, settled } = setUp()
    const abort = new AbortController()
    const detour = () => approvalOf({ detour: () => approvalOf() })
    const result = runner.run(approvalOf({ detour }), abort.signal)
    await settled()
    current().onDetour('speedUp')
    await settled()
    const { id } = current()
    current().onDetour('speedUp')
    await settled()
    expect(current().id).toBe(id)
    abort.abort()
    await expect(result).rejects.toThrow(UserRejectedError)
    expect(shown.at(-1)).toBeNull()
  })
})
