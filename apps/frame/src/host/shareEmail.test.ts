import { frameContract } from '@latchkey/protocol/frame'
import { EmailReplacedError, ServiceUnreachableError } from '@latchkey/protocol/http'
import type { KeysState } from '@latchkey/protocol/keys'
import { describe, expect, test } from 'vitest'
import type { ApprovalScreenContent } from '../approvals/ApprovalView.ts'
import type { Frame } from '../context/Frame.ts'
import { isGranted } from '../keys/session.ts'
import { fakeFrame, signedIn, signedOut } from '../testing/fakeFrame.ts'
import { contextOf, told } from '../testing/frameWithHandlers.ts'
import { announceState } from './announceState.ts'
import { createApprovals } from './createApprovals.ts'
import { createHandlers, guardAccess } from './createHandlers.ts'

const MINUTE = 60_000
const email = 'maria@example.com'
const user = signedIn.user as NonNullable<KeysState['user']>

type Options = {
  state?: KeysState
  /** What the service knows by now. */
  synced?: KeysState
  refuse?: unknown
}

/** A frame with real approvals, whose keys app writes down what was agreed to. */
function open({ state = signedIn, synced, refuse }: Options = {}) {
  const known = { state, now: 1_000_000, asked: [] as unknown[], syncs: 0 }
  const frame: Frame = fakeFrame({
    now: () => known.now,
    keys: {
      getState: () => known.state,
      syncSession() {
        known.syncs += 1
        if (synced) known.state = synced
        return known.state
      },
      shareEmail(params) {
        known.asked.push(params)
        if (refuse) return told(refuse)
        known.state = { ...known.state, emailShared: true }
        return known.state
      },
    },
  })
  const approvals = createApprovals(frame)
  frame.approvals = async () => approvals
  const handlers = guardAccess(frameContract, createHandlers(frame), () => isGranted(frame))
  const ask = (abort = new AbortController()) => {
    const answer = Promise.resolve(handlers.shareEmail({}, contextOf(abort)))
    answer.catch(() => undefined)
    return answer
  }
  const getUser = async () => (await handlers.getUser({}, contextOf())).email
  return { frame, known, ask, getUser }
}

const isShown = ({ store }: Frame) => store.getState().screen.name !== 'none'

/** Waits for the screen of a request that can be answered. */
function shown({ store }: Frame): Promise<ApprovalScreenContent> {
  return new Promise((resolve) => {
    const look = () => {
      const { screen } = store.getState()
      if (!('content' in screen) || screen.content.phase !== 'ready') return
      stop()
      resolve(screen.content)
    }
    const stop = store.subscribe(look)
    look()
  })
}
const approve = ({ hash, onApprove }: ApprovalScreenContent) => onApprove(hash ?? '')

test('R3-84 what is taken back while the user is being described is not told any more', async () => {
  const shared: KeysState = { ...signedIn, emailShared: true }
  const frame = fakeFrame({
    keys: {
      getState() {
        // As the check of the session does, which runs beside it.
        queueMicrotask(() => frame.store.setState({ keys: signedIn }))
        return shared
      },
    },
  })
  const handlers = guardAccess(frameContract, createHandlers(frame), () => isGranted(frame))
  frame.store.setState({ keys: shared })
  expect((await handlers.getUser({}, contextOf())).email).toBeNull()
})

describe('asked for the e-mail address', () => {
  test('R3-84 the person sees who asks and the whole address; shared, the site is told, then and by getUser', async () => {
    const { frame, known, ask, getUser } = open()
    expect(await getUser()).toBeNull()
    const answer = ask()
    const content = await shown(frame)
    expect(content.site.origin).toBe(frame.origin)
    expect(content.view).toMatchObject({
      title: 'shareEmail.title',
      sentence: { values: { email: { text: email } } },
      warnings: [{ title: { key: 'warn.emailKept' } }],
      reject: 'shareEmail.reject',
    })
    approve(content)
    expect(await answer).toEqual({ email })
    expect(known.asked).toEqual([{ email }])
    expect(await getUser()).toBe(email)
    expect(await ask()).toEqual({ email })
    expect(known.asked).toHaveLength(1)
  })

  test('declined, the site learns nothing and asks in vain for a while, longer each time', async () => {
    const { frame, known, ask, getUser } = open()
    for (const [minutes, next] of [
      [2, 8],
      [8, 32],
    ] as const) {
      const answer = ask()
      ;(await shown(frame)).onReject()
      await expect(answer).rejects.toMatchObject({ code: 2004 })
      known.now += minutes * MINUTE - 1_000
      await expect(ask()).rejects.toMatchObject({ code: 2046, data: { retryAfter: 1 } })
      known.now += 1_000
      expect(next).toBeGreaterThan(minutes)
    }
    expect(await getUser()).toBeNull()
    expect(known.asked).toEqual([])
  })

  test('a page that takes the screen away, or loads the frame anew, has asked all the same', async () => {
    const { frame, ask } = open()
    const abort = new AbortController()
    const answer = ask(abort)
    await shown(frame)
    await expect(ask()).rejects.toMatchObject({ code: 2046 })
    abort.abort()
    await expect(answer).rejects.toMatchObject({ code: 2004 })
    await expect(ask()).rejects.toMatchObject({ code: 2046 })
    expect(isShown(frame)).toBe(false)
    const reloaded = open()
    reloaded.frame.memory = frame.memory
    await expect(reloaded.ask()).rejects.toMatchObject({ code: 2046 })
  })

  test('a hostile site that asks in a loop brings up one screen, and the service is asked once', async () => {
    const { frame, known, ask, getUser } = open()
    const answers = Array.from({ length: 50 }, () => ask())
    ;(await shown(frame)).onReject()
    const outcomes = await Promise.allSettled(answers)
    const codes = outcomes.map((one) => (one.status === 'rejected' ? one.reason.code : 'told'))
    expect(codes.filter((code) => code === 2004)).toHaveLength(1)
    expect(codes.filter((code) => code === 2046)).toHaveLength(49)
    expect(known.syncs).toBe(1)
    for (let times = 0; times < 20; times++) expect(await getUser()).toBeNull()
  })

  test.each([
    ['who is signed out', { state: signedOut }, 2003],
    ['who did not connect the site', { state: { ...signedIn, granted: false } }, 2003],
    ['who disconnected it elsewhere', { synced: { ...signedIn, granted: false } }, 2003],
    ['without an address', { state: { ...signedIn, user: { ...user, email: null, emailHint: null } } }, 2045],
  ] as const)('%s sees no screen', async (_, options, code) => {
    const { frame, ask, known } = open(options as Options)
    await expect(ask()).rejects.toMatchObject({ code })
    expect(isShown(frame)).toBe(false)
    expect(known.asked).toEqual([])
  })

  test('the address that is shown is the one that the account has by now', async () => {
    const changed = { ...signedIn, user: { ...user, email: 'ada@new.example' } }
    const { frame, known, ask } = open({ synced: changed })
    const answer = ask()
    approve(await shown(frame))
    expect(await answer).toEqual({ email: 'ada@new.example' })
    expect(known.asked).toEqual([{ email: 'ada@new.example' }])
  })

  test('replaced while the screen stood there, nothing is shared, and the site may ask again', async () => {
    const { frame, ask, getUser } = open({ refuse: new EmailReplacedError() })
    const answer = ask()
    approve(await shown(frame))
    await expect(answer).rejects.toMatchObject({ code: 4148 })
    expect(await getUser()).toBeNull()
    void ask()
    await shown(frame)
  })

  test('a service that is away can be tried again on the screen', async () => {
    const { frame, ask, known } = open({ refuse: new ServiceUnreachableError() })
    void ask()
    approve(await shown(frame))
    await expect.poll(() => known.asked).toHaveLength(1)
    expect(await shown(frame)).toMatchObject({ failure: { title: { key: 'stop.failed' } } })
  })

  test('characters that hide or turn text around are shown as their code', async () => {
    const odd = { ...signedIn, user: { ...user, email: 'a\u202eb@example.com' } }
    const { frame, ask } = open({ state: odd })
    void ask()
    expect((await shown(frame)).view.sentence.values?.email).toEqual({
      kind: 'text',
      text: 'a[U+202E]b@example.com',
    })
  })
})

describe('what a connected site hears of it', () => {
  async function heard(before: KeysState, after: KeysState) {
    const frame = fakeFrame()
    const events: unknown[] = []
    frame.store.setState({ keys: before })
    const ended = new Promise<void>((resolve) => {
      announceState(frame, ((name: string, payload: unknown) => {
        if (name === 'chainChanged') resolve()
        else events.push([name, payload])
      }) as never)
    })
    frame.store.setState({ keys: after })
    // Told at once: by then all that came before is on its way too.
    frame.store.setState({ caip2: 'eip155:8453' })
    await ended
    await new Promise((resolve) => setTimeout(resolve, 0))
    return events.filter((event) => (event as string[])[0] === 'emailChanged')
  }
  const sharing = { ...signedIn, emailShared: true }

  test('that it may know the address, and that it may not any more', async () => {
    expect(await heard(signedIn, sharing)).toEqual([['emailChanged', { email }]])
    expect(await heard(sharing, signedIn)).toEqual([['emailChanged', { email: null }]])
  })
  test('nothing of an address that it may not know', async () => {
    const other = { ...signedIn, user: { ...user, email: 'ada@new.example' } }
    expect(await heard(signedIn, other)).toEqual([])
    expect(await heard({ ...signedIn, granted: false }, { ...sharing, granted: false })).toEqual([])
  })
})
