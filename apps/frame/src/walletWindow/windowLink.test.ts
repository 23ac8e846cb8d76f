import { createClient, portMessenger } from '@latchkey/bridge'
import { PROTOCOL_VERSION } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import type { Frame } from '../context/Frame.ts'
import { view } from '../testing/approvalRunner.ts'
import { fakeFrame, testConfig } from '../testing/fakeFrame.ts'
import { approvalContent } from '../workbench/approvalStates.ts'
import { BUILD } from './build.ts'
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

/** A link that shows a request, and a window that has found it. */
function meet(changed: Partial<Frame> = {}) {
  const own = frameWindow()
  const nonces: string[] = []
  const frame = { ...fakeFrame(), askForWindow: (nonce: string) => void nonces.push(nonce), ...changed }
  const link = createWindowLink(frame, own)
  const approved: string[] = []
  const content = approvalContent(view, { hash, onApprove: (named) => approved.push(named) })
  link.show(content)
  const { port1, port2 } = new MessageChannel()
  const hello = { t: 'window', v: PROTOCOL_VERSION, nonce: nonces[0] }
  const source = { closed: false }
  own.dispatchEvent(Object.assign(new Event('message'), { origin, source, data: hello, ports: [port2] }))
  return { link, content, approved, client: createClient(windowContract, portMessenger(port1)) }
}

test('a press on what the window no longer should show approves nothing, though the payload is the same', async () => {
  const { link, content, approved, client } = meet()
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

test.each([
  ['another build', 'another'],
  ['a build that does not name itself', undefined],
])('in a window of %s nothing is approved, and the frame is loaded anew', async (_, build) => {
  let reloads = 0
  const { link, content, approved, client } = meet({ reload: () => void reloads++ })
  const named = build === undefined ? {} : { build }
  const said = client.call.ready({ picture: '', ...named }).catch(() => undefined)
  const pressed = client.call.approve({ id: content.id, hash, revision: content.revision })
  await expect(pressed).rejects.toMatchObject({ code: 1012 })
  await said
  await client.closed
  expect([approved, reloads]).toEqual([[], 1])
  link.end()
})

test('what is approved already goes on without the window', async () => {
  let reloads = 0
  const { link, content, client } = meet({ reload: () => void reloads++ })
  link.show({ ...content, phase: 'sending' })
  await client.call.ready({ picture: '', build: 'another' }).catch(() => undefined)
  await client.closed
  expect([link.store.getState().state, reloads]).toEqual(['closed', 0])
  link.end()
})

test('a window of the same build stays', async () => {
  let reloads = 0
  const { link, client } = meet({ reload: () => void reloads++ })
  await client.call.ready({ picture: '', build: BUILD })
  expect([link.store.getState().state, reloads]).toEqual(['open', 0])
  client.destroy()
  link.end()
})
