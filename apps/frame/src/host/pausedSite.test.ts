import { isValidElement } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ApprovalScreenContent } from '../approvals/ApprovalView.ts'
import { pause } from '../approvals/queue.ts'
import type { Approvals, Frame } from '../context/Frame.ts'
import type { PausedSite } from '../screens/approval/PausedScreen.tsx'
import { fakeFrame, testAddress, testConfig } from '../testing/fakeFrame.ts'
import { createApprovals } from './createApprovals.ts'

const chain = testConfig.chains[0] as (typeof testConfig.chains)[number]
let now: number
let frame: Frame
let approvals: Approvals
beforeEach(() => {
  now = 1_000_000
  frame = fakeFrame({ now: () => now })
  approvals = createApprovals(frame)
})

/** Waits until a screen is there, or until none is. */
function screen(wanted: boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if ((frame.store.getState().screen.name !== 'none') !== wanted) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = frame.store.subscribe(look)
    look()
  })
}
const ask = (params: readonly unknown[] = ['Hello', testAddress], signal = new AbortController().signal) => {
  const answer = approvals.request({ method: 'personal_sign', params, chain }, signal)
  answer.catch(() => undefined)
  return answer
}
const approval = (): ApprovalScreenContent => {
  const { screen: shown } = frame.store.getState()
  if (!('content' in shown)) throw new Error('No approval is shown')
  return shown.content
}
const paused = (): PausedSite => {
  const { screen: shown } = frame.store.getState()
  const element =
    'draw' in shown
      ? shown.draw({
          wallet: { name: '', host: '' },
          onEscape: () => undefined,
          onFocusExit: () => undefined,
        })
      : null
  if (!isValidElement<PausedSite>(element)) throw new Error('No pause is shown')
  return element.props
}
async function declineThree(): Promise<void> {
  for (let count = 0; count < 3; count++) {
    const answer = ask()
    await screen(true)
    approval().onReject()
    await expect(answer).rejects.toMatchObject({ code: 2004 })
  }
}

describe('after three rejections', () => {
  test('the fourth request shows the pause and its end; closed, the site learns when it may ask', async () => {
    await declineThree()
    now += 10_000
    const fourth = ask()
    await screen(true)
    expect(paused()).toMatchObject({ until: 1_000_000 + pause, site: { registrable: expect.any(String) } })
    paused().onClose()
    await expect(fourth).rejects.toMatchObject({ code: 2008, data: { retryAfter: 20 } })
    await screen(false)
  })

  test('the person lets it ask: the very request is shown', async () => {
    await declineThree()
    void ask()
    await screen(true)
    paused().onLift()
    await expect.poll(() => 'content' in frame.store.getState().screen).toBe(true)
    expect(approval().view.title).toBe('message.title')
  })

  test('a pause is shown once: whoever goes on asking is refused without a screen', async () => {
    await declineThree()
    const fourth = ask()
    await screen(true)
    await expect(ask()).rejects.toMatchObject({ code: 2008, data: { retryAfter: 30 } })
    paused().onClose()
    await expect(fourth).rejects.toMatchObject({ code: 2008 })
    await expect(ask()).rejects.toMatchObject({ code: 2008 })
    expect(frame.store.getState().screen.name).toBe('none')
    now += pause
    void ask()
    await screen(true)
    expect(approval().view.title).toBe('message.title')
  })

  test('a request that is not well-formed brings up no screen', async () => {
    await declineThree()
    await expect(ask(['Hello'])).rejects.toMatchObject({ code: 2018 })
    expect(frame.store.getState().screen.name).toBe('none')
  })

  test('a request that the site takes back takes the screen away', async () => {
    await declineThree()
    const abort = new AbortController()
    const fourth = ask(undefined, abort.signal)
    await screen(true)
    abort.abort()
    await expect(fourth).rejects.toMatchObject({ code: 2004 })
    expect(frame.store.getState().screen.name).toBe('none')
  })
})
