import { createServer, type Messenger, portMessenger, type Server } from '@latchkey/bridge'
import { type FrameDocumentConfig, PROTOCOL_VERSION } from '@latchkey/protocol'
import { encodeBase64url } from '@latchkey/std/base64url'
import { randomId } from '@latchkey/std/randomId'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ApprovalScreenContent } from '../approvals/ApprovalView.ts'
import type { Frame } from '../context/Frame.ts'
import { ownPictureOf } from '../store/ownPicture.ts'
import { BUILD } from './build.ts'
import { mailMessenger } from './mailMessenger.ts'
import { showMark } from './showMark.tsx'
import {
  fromWireEdit,
  MAX_WINDOW_BYTES,
  type WindowContract,
  windowContract,
  windowHello,
  writeContent,
} from './windowContract.ts'

/** ms until a window that was opened here and says nothing counts as closed. */
const HELLO_LIMIT = 15_000
/** ms between two looks at whether the window is still there: no browser tells. */
const CLOSED_CHECK = 400
/** ms that the frame waits at the service for a window of which it knows nothing. */
const MEET_LIMIT = 60_000
const SIZE = { width: 420, height: 720 }

/** `offered`: the host may open it, or the person. `blocked`: the browser opened none. */
export type WindowState = 'offered' | 'opening' | 'open' | 'closed' | 'blocked'

export type WindowLink = {
  store: StoreApi<{ state: WindowState }>
  /** The request as it stands now. Its first showing asks the host for a window. */
  show(content: ApprovalScreenContent): void
  /** The request is over. */
  end(): void
  /**
   * Opens the window, in a click of the person's; brings it to the front where it is open.
   *
   * @param content what goes there from the frame; left out: what was shown last
   */
  open(content?: ApprovalScreenContent): void
}

/** `peer`: null where the page's Cross-Origin-Opener-Policy cuts the window off, and the two meet at the service. */
type Connection = { server: Server<WindowContract>; peer: Window | null }
type Link = {
  frame: Frame
  window: Window
  store: WindowLink['store']
  shown: ApprovalScreenContent | null
  /** By which the next window finds this frame. It serves one window. */
  nonce: string | null
  connection: Connection | null
  /** The window that was opened here, until it has said hello. */
  opened: Window | null
  timers: Set<ReturnType<typeof setInterval>>
}

const themeOf = (document: Document) =>
  document.documentElement.getAttribute('data-theme') === 'dark' ? 'dark' : 'light'

function tell({ connection, shown, frame, window }: Link): void {
  if (!connection || !shown) return
  const { onApprove, onReject, onRetry, onEdit, onDetour, onWindow, view: whole, ...content } = shown
  const { words, ...view } = whole
  connection.server.emit('shown', {
    content: writeContent({ ...content, view }),
    locale: frame.store.getState().locale.tag,
    themeMode: themeOf(window.document),
  })
}

function stopTimers({ timers }: Link): void {
  for (const timer of timers) clearInterval(timer)
  timers.clear()
}

/** What the window answers counts for the request that it shows, and for no other. */
function handlersOf(link: Link) {
  const on =
    <Params extends { id: string }>(act: (shown: ApprovalScreenContent, params: Params) => void) =>
    (params: Params) => {
      if (link.shown?.id === params.id) act(link.shown, params)
      return {}
    }
  return {
    ready({ picture, build }: { picture: string; build?: string | undefined }) {
      if (build !== BUILD) {
        leave(link)
        return {}
      }
      ownPictureOf(link.frame).write(picture)
      showMark(link.frame)
      if (link.shown) link.store.setState({ state: 'open' })
      return {}
    },
    approve: on<{ id: string; hash: string; revision: number }>((shown, { hash, revision }) => {
      // Pressed before what is shown now was there: a press takes its time where the two meet at the service.
      if (revision === shown.revision) shown.onApprove(hash)
    }),
    reject: on((shown) => shown.onReject()),
    retry: on((shown) => shown.onRetry()),
    edit: on<{ id: string; edit: Parameters<typeof fromWireEdit>[0] }>((shown, { edit }) =>
      shown.onEdit(fromWireEdit(edit)),
    ),
    detour: on<{ id: string; way: 'speedUp' | 'cancel' }>((shown, { way }) => shown.onDetour(way)),
  }
}

/** The window went away, whoever closed it. What waits can be opened again. */
function drop(link: Link, connection: Connection | null): void {
  if (link.connection !== connection) return
  link.connection = null
  link.opened = null
  stopTimers(link)
  connection?.server.destroy()
  if (link.shown) link.store.setState({ state: 'closed' })
}

/**
 * The service has been upgraded since one of the two was loaded. The frame gives way to one of today's build, and the page is
 * told that what it asked for is over; it can ask anew. What is approved already is carried out first, and needs no window.
 */
function leave(link: Link): void {
  const { connection, frame, shown } = link
  const isOpen = shown && !shown.receipt && ['preparing', 'ready'].includes(shown.phase)
  if (isOpen) link.shown = null
  drop(link, connection)
  if (isOpen) frame.reload()
}

function accept(link: Link, event: MessageEvent): void {
  const { window, nonce } = link
  // The wallet's origin alone, and never the page around this frame or this frame itself.
  if (event.origin !== window.location.origin) return
  if (event.source === null || event.source === window || event.source === window.parent) return
  const hello = windowHello.safeParse(event.data)
  const [port] = event.ports
  if (!hello.success || !port || event.ports.length !== 1) return
  if (nonce === null || hello.data.nonce !== nonce || hello.data.v !== PROTOCOL_VERSION || !link.shown) return
  const peer = event.source as Window
  connect(link, portMessenger(port), peer)
  watch(link, peer, link.connection)
  link.store.setState({ state: 'open' })
  tell(link)
}

function connect(link: Link, messenger: Messenger, peer: Window | null): void {
  link.nonce = null
  link.opened = null
  stopTimers(link)
  const server = createServer(windowContract, messenger, handlersOf(link), {
    origin: link.frame.config.walletOrigin,
    limits: { maxMessageBytes: MAX_WINDOW_BYTES },
  })
  const connection = { server, peer }
  link.connection = connection
  void server.closed.then(() => drop(link, connection))
}

function watch(link: Link, peer: Window, connection: Connection | null): void {
  const timer = setInterval(() => {
    if (peer.closed) drop(link, connection)
  }, CLOSED_CHECK)
  link.timers.add(timer)
}

function open(link: Link): void {
  const { connection, window, frame, store } = link
  connection?.peer?.focus()
  if (connection?.peer || !link.shown) return
  link.opened?.close()
  link.connection = null
  connection?.server.destroy()
  stopTimers(link)
  const nonce = randomId()
  link.nonce = nonce
  const secret = encodeBase64url(window.crypto.getRandomValues(new Uint8Array(32)))
  const peer = window.open(windowUrl(frame.config, `${nonce}~${secret}`), '_blank', windowFeatures(window))
  link.opened = peer
  store.setState({ state: peer ? 'opening' : 'blocked' })
  if (peer) {
    watch(link, peer, null)
    link.timers.add(setTimeout(() => drop(link, null), HELLO_LIMIT))
  } else meetAtService(link, nonce, secret)
}

/** Either the browser opened none, or one that may not know who opened it: nothing here tells which. */
function meetAtService(link: Link, channel: string, secret: string): void {
  const { apiOrigin } = link.frame.config
  connect(link, mailMessenger({ apiOrigin, channel, secret, side: 'frame' }), null)
  tell(link)
  const { connection } = link
  const giveUp = () => {
    if (link.store.getState().state !== 'blocked' || link.connection !== connection) return
    link.connection = null
    connection?.server.destroy()
  }
  link.timers.add(setTimeout(giveUp, MEET_LIMIT))
}

const windowUrl = ({ walletOrigin, projectId }: FrameDocumentConfig, fragment: string): string =>
  `${walletOrigin}/window?${new URLSearchParams({ projectId })}#${fragment}`

/** In the middle of the screen, whose size is all that a frame knows. */
function windowFeatures({ screen }: Window): string {
  const left = Math.max(0, Math.round((screen.availWidth - SIZE.width) / 2))
  const top = Math.max(0, Math.round((screen.availHeight - SIZE.height) / 3))
  return `popup,width=${SIZE.width},height=${SIZE.height},left=${left},top=${top}`
}

/** Shows requests of a frame in a window of the wallet's own, and takes its answers (docs/decisions/0044). */
export function createWindowLink(frame: Frame, window: Window): WindowLink {
  const store = createStore<{ state: WindowState }>(() => ({ state: 'offered' }))
  const link: Link = {
    frame,
    window,
    store,
    shown: null,
    nonce: null,
    connection: null,
    opened: null,
    timers: new Set(),
  }
  window.addEventListener('message', (event) => accept(link, event))
  // A port tells of its end in some browsers only.
  window.addEventListener('pagehide', () => link.connection?.server.destroy())
  return {
    store,
    show(content) {
      const isNew = link.shown?.id !== content.id
      link.shown = content
      if (isNew && !link.connection && !link.opened) {
        link.nonce = randomId()
        store.setState({ state: 'offered' })
        frame.askForWindow(link.nonce)
      }
      tell(link)
    },
    end() {
      const { connection, opened } = link
      link.shown = null
      link.nonce = null
      link.connection = null
      link.opened = null
      stopTimers(link)
      opened?.close()
      if (!connection) return
      connection.server.emit('over', {})
      connection.server.destroy()
    },
    open(content) {
      if (content) link.shown = content
      open(link)
    },
  }
}
