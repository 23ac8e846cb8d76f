import { createClient, portMessenger } from '@latchkey/bridge'
import { PROTOCOL_VERSION } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { view } from '../testing/approvalRunner.ts'
import { fakeFrame, testConfig } from '../testing/fakeFrame.ts'
import { approvalContent } from '../workbench/approvalStates.ts'
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

test('a press on what the window no longer should show approves nothing, though the payload is the same', async () => {
  const own = frameWindow()
  const nonces: string[] = []
  const frame = { ...fakeFrame(), askForWindow: (nonce: string) => void nonces.push(nonce) }
  const link = createWindowLink(frame, own)
  const approved: string[] = []
  const content = approvalContent(view, { hash, onApprove: (named) => approved.push(named) })
  link.show(content)
  const { port1, port2 } = new MessageChannel()
  const hello = { t: 'window', v: PROTOCOL_VERSION, nonce: nonces[0] }
  const source = { closed: false }
  own.dispatchEvent(Object.assign(new Event('message'), { origin, source, data: hello, ports: [port2] }))
  const client = createClient(windowContract, portMessenger(port1))
  try {
    // Looked at once more, it has a danger that was not there.
    link.show({ ...content, revision: 2 })
    await client.call.approve({ id: content.id, hash, revision: 1 })
    expect(approved).toEqual([])
    await client.call.approve({ id: content.id, hash, revision: 2 })
    expect(approved).toEqual([hash])
  } finally {
    client.destroy()
    link.end()
  }
})
