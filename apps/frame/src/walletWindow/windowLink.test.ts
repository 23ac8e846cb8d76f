import { createClient, portMessenger } from '@latchkey/bridge'
import { PROTOCOL_VERSION } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import type { ApprovalScreenContent } from '../approvals/ApprovalView.ts'
import { siteIdentity } from '../site/siteIdentity.ts'
import { fakeFrame, testConfig, testOrigin } from '../testing/fakeFrame.ts'
import { windowContract } from './windowContract.ts'
import { createWindowLink } from './windowLink.ts'

const origin = testConfig.walletOrigin
const hash = `0x${'a'.repeat(64)}`

/** A window of a frame, as far as a link needs one. */
const frameWindow = () =>
  Object.assign(new EventTarget(), {
    location: { origin },
    parent: {},
    document: { documentElement: { getAttribute: () => 'dark' } },
  }) as unknown as Window

const contentOf = (approved: string[]): ApprovalScreenContent => ({
  id: 'one',
  hash,
  revision: 1,
  view: {
    title: 'message.title',
    sentence: { key: 'message.say' },
    facts: [],
    warnings: [],
    stop: null,
    approve: 'approve.approve',
    raw: '0x',
  },
  phase: 'ready',
  failure: null,
  own: false,
  waiting: 0,
  site: siteIdentity(testOrigin, testConfig.allowedOrigins),
  appName: null,
  onApprove: (named) => approved.push(named),
  onReject: () => undefined,
  onRetry: () => undefined,
  onEdit: () => undefined,
  onDetour: () => undefined,
})

test('a press on what the window no longer should show approves nothing, though the payload is the same', async () => {
  const own = frameWindow()
  const nonces: string[] = []
  const frame = { ...fakeFrame(), askForWindow: (nonce: string) => void nonces.push(nonce) }
  const link = createWindowLink(frame, own)
  const approved: string[] = []
  const content = contentOf(approved)
  link.show(content)
  const { port1, port2 } = new MessageChannel()
  const hello = { t: 'window', v: PROTOCOL_VERSION, nonce: nonces[0] }
  const source = { closed: false }
  own.dispatchEvent(Object.assign(new Event('message'), { origin, source, data: hello, ports: [port2] }))
  const client = createClient(windowContract, portMessenger(port1))
  try {
    // Looked at once more, it has a danger that was not there.
    link.show({ ...content, revision: 2 })
    await client.call.approve({ id: 'one', hash, revision: 1 })
    expect(approved).toEqual([])
    await client.call.approve({ id: 'one', hash, revision: 2 })
    expect(approved).toEqual([hash])
  } finally {
    client.destroy()
    link.end()
  }
})
