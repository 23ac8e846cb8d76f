import { CallTimeoutError, type Client, createClient, type Messenger, portMessenger } from '@latchkey/bridge'
import { hasCode } from '@latchkey/errors'
import { type FrameDocumentConfig, frameDocumentConfig, PROTOCOL_VERSION } from '@latchkey/protocol'
import { randomId } from '@latchkey/std/randomId'
import { type ReactElement, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ApprovalScreenContent } from '../approvals/ApprovalView.ts'
import type { Locale } from '../locales/Locale.ts'
import { LocaleProvider, useSay } from '../locales/LocaleContext.tsx'
import { english, loadLocale } from '../locales/loadLocale.ts'
import { ApprovalScreen } from '../screens/approval/ApprovalScreen.tsx'
import { markOf } from '../screens/parts/OwnMark.tsx'
import type { Wallet } from '../screens/parts/ScreenProps.ts'
import { ownPictureOf } from '../store/ownPicture.ts'
import { useStore } from '../store/useStore.ts'
import { BUILD } from './build.ts'
import { mailMessenger } from './mailMessenger.ts'
import { readContent } from './readContent.ts'
import {
  MAX_WINDOW_BYTES,
  type ShownInWindow,
  toWireEdit,
  type WindowContract,
  windowContract,
} from './windowContract.ts'
import { windowLocale } from './windowWords.ts'

/** ms until a frame that says nothing counts as gone. */
const CONNECT_LIMIT = 10_000
/** What an approval needs to be read in, CSS px. */
const LEAST = { width: 360, height: 560 }

type WindowView = {
  /** `lost`: there is nothing to approve. `left`: the frame went away once something was approved. */
  status: 'connecting' | 'shown' | 'over' | 'lost' | 'left'
  content: ShownInWindow | null
  /** What was approved here last, by `nameOf`. */
  approved: string | null
  locale: Locale
}

const nameOf = ({ id, revision }: Pick<ShownInWindow, 'id' | 'revision'>) => `${id}/${revision}`

/** What there is to say without the frame. After an approval nobody here knows whether it was carried out. */
function afterLoss({ content, approved }: WindowView): Pick<WindowView, 'status' | 'content'> {
  if (content?.receipt) return { status: 'left', content }
  const isApproved =
    content && (!['preparing', 'ready'].includes(content.phase) || nameOf(content) === approved)
  return { status: isApproved ? 'left' : 'lost', content: null }
}

/**
 * `<nonce>`, and after a dot the name of the frame where a page has opened this window, or after a tilde the key for which
 * the two meet at the service where the frame has.
 */
const FRAGMENT = /^#([A-Za-z0-9_-]{22})(?:\.(lk-[A-Za-z0-9_-]{22})|~([A-Za-z0-9_-]{43}))?$/

/**
 * The document that waits for this window: the frame that opened it, or the one of that name in the page that did. Whatever
 * it is, it is spoken to as a document of this origin alone.
 */
function findFrame(window: Window, name: string | undefined): Window | null {
  if (name === undefined) return window.opener as Window | null
  // With no address this finds a window by its name and loads nothing into it.
  const found = window.opener ? window.open('', name) : null
  try {
    if (found?.location.pathname === '/frame') return found
    if (found?.location.href === 'about:blank') found.close()
  } catch {
    // Another origin's.
  }
  return null
}

type Answers = Pick<ApprovalScreenContent, 'onApprove' | 'onReject' | 'onRetry' | 'onEdit' | 'onDetour'>

const answersOf = (
  { call, destroy }: Client<WindowContract>,
  { id, revision }: ShownInWindow,
  onApproved: () => void,
): Answers => {
  // A frame that has gone says so by the end of the connection. One that was killed says nothing and answers nothing.
  const quietly = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => {
      if (hasCode(error, CallTimeoutError.code)) destroy()
    })
  return {
    onApprove(hash) {
      onApproved()
      quietly(call.approve({ id, hash, revision }))
    },
    onReject: () => quietly(call.reject({ id })),
    onRetry: () => quietly(call.retry({ id })),
    onEdit: (edit) => quietly(call.edit({ id, edit: toWireEdit(edit) })),
    onDetour: (way) => quietly(call.detour({ id, way })),
  }
}

type ViewProps = {
  store: StoreApi<WindowView>
  client: Client<WindowContract> | null
  wallet: Wallet
  close: () => void
}

function Note({ status }: { status: Exclude<WindowView['status'], 'shown'> }): ReactElement {
  const say = useSay()
  return (
    <p className="fr-window-note" role="status">
      {say(`window.${status}`)}
    </p>
  )
}

function WindowApp({ store, client, wallet, close }: ViewProps): ReactElement {
  const { status, content, locale } = useStore(store)
  const complete = useMemo(() => windowLocale(locale), [locale])
  const isLeft = status === 'left'
  return (
    <LocaleProvider value={complete}>
      <div className="fr-window">
        {(status === 'shown' || isLeft) && content && client ? (
          <ApprovalScreen
            {...content}
            {...answersOf(client, content, () => store.setState({ approved: nameOf(content) }))}
            {...(isLeft && { isLeft, onReject: close })}
            wallet={wallet}
            onEscape={close}
            onFocusExit={() => undefined}
          />
        ) : (
          <Note status={status === 'shown' ? 'connecting' : status} />
        )}
      </div>
    </LocaleProvider>
  )
}

/**
 * Whether a frame of the wallet opened this window. Any page can open it with a fragment of its own and without an opener,
 * but none can write another origin's address into its referrer, and no document but the frame's gives one to this origin.
 * `Sec-Fetch-Site` would not do: WebKit calls every window without an opener `cross-site`.
 */
function isOpenedByFrame({ document, location }: Window): boolean {
  return document.referrer.split('?')[0] === `${location.origin}/frame`
}

/** The way to the frame; undefined when there is none. */
function reach(window: Window, { apiOrigin }: FrameDocumentConfig): Messenger | undefined {
  const [, nonce, name, secret] = FRAGMENT.exec(window.location.hash) ?? []
  // It serves once, and a page that navigates this window by its fragment must not move the focus.
  window.history.replaceState(null, '', window.location.pathname + window.location.search)
  if (!nonce || window.parent !== window) return undefined
  if (secret && !window.opener)
    return isOpenedByFrame(window)
      ? mailMessenger({ apiOrigin, channel: nonce, secret, side: 'window' })
      : undefined
  const frame = findFrame(window, name)
  if (!frame) return undefined
  const { port1, port2 } = new MessageChannel()
  frame.postMessage({ t: 'window', v: PROTOCOL_VERSION, nonce }, window.location.origin, [port2])
  return portMessenger(port1)
}

/** Speaks to the frame: what it shows comes from there, what the person does goes there. */
function connect(
  window: Window,
  store: StoreApi<WindowView>,
  messenger: Messenger,
  { config, picture }: { config: FrameDocumentConfig; picture: string },
): Client<WindowContract> {
  const client = createClient(windowContract, messenger, { maxMessageBytes: MAX_WINDOW_BYTES })
  const { documentElement } = window.document
  client.on('shown', ({ content: text, locale: tag, themeMode }) => {
    const content = readContent(text, config)
    if (!content) return client.destroy()
    documentElement.setAttribute('data-theme', themeMode)
    store.setState({ status: 'shown', content })
    if (store.getState().locale.tag === tag) return
    loadLocale(tag).then(
      (locale) => {
        documentElement.lang = locale.tag
        documentElement.dir = locale.dir
        store.setState({ locale })
      },
      () => undefined,
    )
  })
  client.on('over', () => {
    store.setState({ status: 'over', content: null })
    window.close()
  })
  void client.closed.then(() => {
    if (store.getState().status !== 'over') store.setState(afterLoss(store.getState()))
  })
  window.addEventListener('pagehide', () => client.destroy())
  const silence = setTimeout(() => {
    if (store.getState().status === 'connecting') client.destroy()
  }, CONNECT_LIMIT)
  void client.closed.then(() => clearTimeout(silence))
  client.call.ready({ picture, build: BUILD }).catch(() => undefined)
  return client
}

/** Whoever opened it may have made it as small as a button. */
function takeRoom(window: Window): void {
  const { innerWidth, innerHeight, outerWidth, outerHeight } = window
  if (innerWidth >= LEAST.width && innerHeight >= LEAST.height) return
  window.resizeTo(
    Math.max(innerWidth, LEAST.width) + outerWidth - innerWidth,
    Math.max(innerHeight, LEAST.height) + outerHeight - innerHeight,
  )
}

/**
 * Starts the wallet's own window, which shows a request of a frame where no page can draw over it.
 *
 * @param content of the document's `latchkey-config`
 */
export function startWindow(window: Window, content: string | null): void {
  // Of the address nothing counts: whoever opened the window wrote it.
  const config = frameDocumentConfig(JSON.parse(content ?? 'null'))
  const picture = ownPictureOf({ storage: () => window.localStorage, memory: new Map() }).read()
  const wallet = {
    name: config.walletName,
    host: new URL(config.walletOrigin).host,
    mark: markOf(picture),
  }
  const store = createStore<WindowView>(() => ({
    status: 'connecting',
    content: null,
    approved: null,
    locale: english,
  }))
  window.document.documentElement.setAttribute('data-shown', '')
  window.document.documentElement.setAttribute(
    'data-theme',
    window.matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark',
  )
  window.document.title = config.walletName
  const messenger = reach(window, config)
  takeRoom(window)
  const client = messenger ? connect(window, store, messenger, { config, picture }) : null
  // The page that opened it names another frame: a window meets one, once.
  window.addEventListener('hashchange', () => client?.destroy())
  if (!client) store.setState({ status: 'lost' })
  // The page that opened it is cut off from it: there the person opens it from the frame.
  if (!client && !window.opener) window.close()
  const close = () => window.close()
  // The page that opened it can set its fragment, too.
  const ids = { identifierPrefix: randomId() }
  createRoot(window.document.getElementById('root') as HTMLElement, ids).render(
    <WindowApp {...{ store, client, wallet, close }} />,
  )
}
