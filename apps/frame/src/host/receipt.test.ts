import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ApprovalScreenContent } from '../approvals/ApprovalView.ts'
import type { Approvals, Frame } from '../context/Frame.ts'
import { fakeFrame, testConfig, testOrigin } from '../testing/fakeFrame.ts'
import { signingKeys } from '../testing/worldFrame.ts'
import { createApprovals } from './createApprovals.ts'

const chain = testConfig.chains[0] as (typeof testConfig.chains)[number]
const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`)
let frame: Frame
let approvals: Approvals
beforeEach(() => {
  const allowedOrigins = testConfig.allowedOrigins.map((one) => ({ ...one, approvals: 'frame' as const }))
  const signMessage = async ({ message }: { message: `0x${string}` }) => ({
    signature: await owner.signMessage({ message: { raw: message } }),
  })
  const { state } = signingKeys(owner)
  frame = fakeFrame({ state, keys: { signMessage }, config: { allowedOrigins } })
  approvals = createApprovals(frame)
})
afterEach(() => void vi.useRealTimers())

const content = (): ApprovalScreenContent | undefined => {
  const { screen } = frame.store.getState()
  return 'content' in screen ? screen.content : undefined
}

/** Asks for a signature and approves it; resolves once the site has its answer. */
async function signs(text: string): Promise<unknown> {
  const request = { method: 'personal_sign', params: [text, owner.address], chain }
  const answer = approvals.request(request, new AbortController().signal)
  await vi.waitFor(() => {
    expect(content()?.view.raw).toContain(Buffer.from(text).toString('hex'))
    expect(content()?.hash).toMatch(/^0x/)
  }, 15_000)
  content()?.onApprove(content()?.hash ?? '')
  return answer
}
const told = () => vi.waitFor(() => expect(content()?.receipt?.status).toBe('signed'), 15_000)

describe(`what came of a request of ${testOrigin}`, () => {
  test('the site has its answer while it is still told', async () => {
    expect(await signs('Hello')).toMatch(/^0x[0-9a-f]{130}$/)
    await told()
    content()?.onReject()
    expect(frame.store.getState().screen.name).toBe('none')
  })

  test('a new request comes in its place, and is told of in turn', async () => {
    await signs('Hello')
    await told()
    expect(await signs('Good-bye')).toMatch(/^0x/)
    await told()
    content()?.onReject()
  })

  test('another screen that came in its place stays when its time is over', async () => {
    await signs('Hello')
    await told()
    const end = content()?.onReject
    const other = { name: 'approval', draw: () => null as never } as const
    frame.store.setState({ screen: other })
    end?.()
    expect(frame.store.getState().screen).toBe(other)
  })
})
