import { createServer, portMessenger } from '@latchkey/bridge'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Receipt } from '../approvals/ApprovalView.ts'
import { siteIdentity } from '../site/siteIdentity.ts'
import { testConfig } from '../testing/fakeFrame.ts'
import { approvalContent, approvalViews } from '../workbench/approvalStates.ts'
import { startWindow } from './startWindow.tsx'
import { windowContract, writeContent } from './windowContract.ts'

const ends: (() => void)[] = []
const nonce = 'n'.repeat(22)
const sealed = `#${nonce}~${'s'.repeat(43)}`
const wallet = 'https://wallet.example'

beforeEach(() => {
  const root = Object.assign(document.createElement('div'), { id: 'root' })
  document.body.append(root)
  ends.push(() => root.remove())
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.unstubAllGlobals()
})

/** The window at its address, as somebody has opened it. */
function open(hash: string, { referrer = '', opener = null }: { referrer?: string; opener?: object | null }) {
  const asked = vi.fn(() => Promise.reject(new TypeError('no network')))
  vi.stubGlobal('fetch', asked)
  Object.defineProperty(document, 'referrer', { configurable: true, value: referrer })
  ends.push(() => Reflect.deleteProperty(document, 'referrer'))
  const location = { hash, origin: wallet, pathname: '/window', search: '?projectId=demo', reload: vi.fn() }
  const close = vi.fn()
  const addEventListener = (type: string, listener: () => void) => {
    window.addEventListener(type, listener)
    ends.push(() => window.removeEventListener(type, listener))
  }
  const history = { replaceState: vi.fn() }
  const own = { location, opener, close, history, addEventListener, resizeTo: vi.fn() }
  const opened: Window = new Proxy(window, {
    get: (target, name) => {
      if (name === 'parent') return opened
      const part: unknown = Reflect.get(name in own ? own : target, name)
      return typeof part === 'function' && !(name in own) ? part.bind(target) : part
    },
  })
  startWindow(opened, JSON.stringify(testConfig))
  return { asked, close, location }
}
const gone = () => page.getByText('This request is gone.')

test.each([
  ['a page without an opener', 'https://app.example/'],
  ['a mail, or by hand', ''],
  ['another page of the wallet', `${wallet}/account?projectId=demo`],
  ['a page whose address looks like the frame’s', 'https://wallet.example.evil.example/frame'],
])('a window that is opened from %s asks no mailbox', async (_, referrer) => {
  const { asked, close } = open(sealed, { referrer })
  await expect.element(gone()).toBeVisible()
  expect(close).toHaveBeenCalled()
  expect(asked).not.toHaveBeenCalled()
})

test('a window that the frame has opened, and that a page’s policy has cut off, asks its mailbox', async () => {
  const { asked } = open(sealed, { referrer: `${wallet}/frame?projectId=demo` })
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(0)
  await expect.element(gone()).not.toBeInTheDocument()
  window.dispatchEvent(new Event('pagehide'))
})

test('a page that sets the fragment of a window ends it, and starts nothing', async () => {
  const postMessage = vi.fn()
  const { location, asked } = open(`#${nonce}`, { opener: { postMessage } })
  expect(postMessage).toHaveBeenCalledOnce()
  location.hash = sealed
  window.dispatchEvent(new HashChangeEvent('hashchange'))
  await expect.element(gone()).toBeVisible()
  expect(location.reload).not.toHaveBeenCalled()
  expect(asked).not.toHaveBeenCalled()
})

type Answer = Record<string, never>

/** The window as a frame has opened it, and what that frame says and answers. */
function openByFrame(answer: () => Answer | Promise<Answer> = () => ({})) {
  const { 'send-native': request } = approvalViews
  if (!request) throw new Error('There is no such sample.')
  const postMessage = vi.fn<(message: unknown, origin: string, ports: MessagePort[]) => void>()
  const { close } = open(`#${nonce}`, { opener: { postMessage } })
  const [port] = postMessage.mock.calls[0]?.[2] ?? []
  if (!port) throw new Error('The window has said nothing.')
  const server = createServer(
    windowContract,
    portMessenger(port),
    { ready: answer, approve: answer, reject: answer, retry: answer, edit: answer, detour: answer },
    { origin: wallet },
  )
  const [{ pattern = '' } = {}] = testConfig.allowedOrigins
  const site = siteIdentity(pattern, testConfig.allowedOrigins)
  const show = (changed: object) => {
    const { onApprove, onReject, onRetry, onEdit, onDetour, onWindow, ...content } = approvalContent(request)
    const shown = { ...content, site, ...changed }
    server.emit('shown', { content: writeContent(shown), locale: 'en', themeMode: 'light' })
  }
  return { show, close, leave: server.destroy }
}
const unknown = () => page.getByText('Check your activity before you try again.')

test('a page that goes away before anything was approved leaves nothing to approve', async () => {
  const { show, leave } = openByFrame()
  show({ phase: 'ready' })
  await expect.element(page.getByRole('button', { name: 'Reject' })).toBeVisible()
  leave()
  await expect.element(gone()).toBeVisible()
})

test('a frame that was killed leaves nothing to press: it says nothing, and does not answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  ends.push(() => vi.useRealTimers())
  const { show } = openByFrame(() => new Promise(() => undefined))
  show({ phase: 'ready' })
  const reject = page.getByRole('button', { name: 'Reject' })
  await expect.element(reject).toBeVisible()
  await userEvent.click(reject)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(gone().elements()).toEqual([])
  await vi.advanceTimersByTimeAsync(2_000)
  await expect.element(gone()).toBeVisible()
})

test.each(['confirming', 'signing', 'sending'] as const)(
  'a page that goes away after the approval leaves the outcome unknown: %s',
  async (phase) => {
    const { show, leave } = openByFrame()
    show({ phase })
    await expect.element(page.getByRole('button', { name: 'Reject' })).toBeVisible()
    leave()
    await expect.element(unknown()).toBeVisible()
    await expect.element(gone()).not.toBeInTheDocument()
  },
)

test('a page that goes away leaves the receipt of what was sent', async () => {
  const { show, leave, close } = openByFrame()
  const receipt: Receipt = { status: 'confirmed', facts: [], link: null, isStale: false }
  show({ phase: 'sending', receipt })
  await expect.element(page.getByRole('button', { name: 'Done' })).toBeVisible()
  leave()
  await expect.element(page.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect.element(gone()).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('button', { name: 'Done' }))
  expect(close).toHaveBeenCalledOnce()
})

test('a receipt that nobody follows any more says so', async () => {
  const { show, leave } = openByFrame()
  show({ phase: 'sending', receipt: { status: 'pending', facts: [], link: null, isStale: false } })
  await expect.element(page.getByText('Sent. Waiting for the network')).toBeVisible()
  leave()
  await expect.element(unknown()).toBeVisible()
  await expect.element(page.getByText('Sent. Waiting for the network')).toBeVisible()
})
