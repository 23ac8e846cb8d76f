import { type Client, createClient, openChild } from '@latchkey/bridge'
import { type FrameDocumentConfig, PROTOCOL_VERSION } from '@latchkey/protocol'
import { type AccountKeysContract, accountKeysContract } from '@latchkey/protocol/keys'
import { createRoot } from 'react-dom/client'
import { createStore } from 'zustand/vanilla'
import { readDocumentConfig } from '../context/documentConfig.ts'
import { ownPictureOf } from '../store/ownPicture.ts'
import { english, loadWords } from './locales/Words.ts'
import { WordsProvider } from './locales/WordsContext.tsx'
import { MailPage } from './mail/MailPage.tsx'
import { type AccountPage, type AccountState, ask } from './page/AccountPage.ts'
import { loadAccount, runAction, signInBy } from './page/accountActions.ts'
import { resultUriOf, routeOf } from './page/routeOf.ts'
import { AccountApp, OwnPageFrame, PageFrame } from './screens/AccountApp.tsx'

/** ms until a keys document that does not answer counts as missing. */
const READY_TIMEOUT = 15_000

/** The keys document of this page: hidden until it draws a panel of its own. */
export type PanelFrame = {
  iframe: HTMLIFrameElement
  client: Promise<Client<AccountKeysContract>>
}

/** Makes the element; every attribute is set before it is inserted. */
export function createPanelElement(document: Document, config: FrameDocumentConfig): HTMLIFrameElement {
  const { keysOrigin, projectId } = config
  const iframe = document.createElement('iframe')
  const query = new URLSearchParams({ projectId, version: String(PROTOCOL_VERSION) })
  // A recovery kit is saved as a file, which is a download; a recovery code can be printed, which counts as a modal.
  // Where the browser makes no passkey in a frame, a panel opens a window that does (decision 0073).
  iframe.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-downloads allow-modals allow-popups allow-popups-to-escape-sandbox',
  )
  // It names no origin: it is that of the address.
  iframe.allow = 'publickey-credentials-get; publickey-credentials-create; clipboard-write'
  iframe.referrerPolicy = 'strict-origin'
  iframe.src = `${keysOrigin}/panel?${query}`
  return iframe
}

/**
 * Opens the keys document in an element that stays where it is: moving an iframe reloads it.
 *
 * @param parent where it is inserted
 */
function openPanelFrame(parent: HTMLElement, config: FrameDocumentConfig): PanelFrame {
  const iframe = createPanelElement(parent.ownerDocument, config)
  const opening = openChild({
    iframe,
    childOrigin: config.keysOrigin,
    version: PROTOCOL_VERSION,
    readyTimeout: READY_TIMEOUT,
  })
  parent.append(iframe)
  return { iframe, client: opening.then((messenger) => createClient(accountKeysContract, messenger)) }
}

const initial: AccountState = {
  status: 'starting',
  keys: null,
  account: null,
  accountFailed: false,
  panel: null,
  farcaster: null,
  busy: null,
  notice: null,
  confirming: false,
  frozenLogin: null,
  picture: '',
}

function followTheme(window: Window): () => 'light' | 'dark' {
  const light = window.matchMedia('(prefers-color-scheme: light)')
  const apply = () =>
    window.document.documentElement.setAttribute('data-theme', light.matches ? 'light' : 'dark')
  light.addEventListener('change', apply)
  apply()
  return () => (light.matches ? 'light' : 'dark')
}

/** Opens the keys document and keeps the page's state in step with it. */
function openPage(
  window: Window,
  config: FrameDocumentConfig,
  given: Pick<AccountPage, 'locale' | 'join' | 'loadSmartAccount'>,
): [AccountPage, HTMLElement] {
  const kept = ownPictureOf({ storage: () => window.localStorage, memory: new Map() })
  const store = createStore<AccountState>(() => ({ ...initial, picture: kept.read() }))
  const sheet = window.document.createElement('div')
  sheet.className = 'ac-keys'
  window.document.body.append(sheet)
  const { client } = openPanelFrame(sheet, config)
  const page: AccountPage = {
    config,
    store,
    client: () => client,
    now: Date.now,
    ...given,
    themeMode: followTheme(window),
    readBalance: async (owner, signal) =>
      (await import('./page/readBalance.ts')).readBalance(config, owner, signal),
    keepPicture(name) {
      kept.write(name)
      store.setState({ picture: name })
    },
    queue: { last: Promise.resolve() },
    leave(uri, flowId) {
      window.sessionStorage.setItem('latchkey.social', flowId)
      window.location.assign(uri)
    },
  }
  client
    .then(async (keys) => {
      keys.on('stateChanged', (state) => store.setState({ keys: state }))
      keys.on('panelHeight', ({ height }) => {
        const { panel } = store.getState()
        if (panel) store.setState({ panel: { ...panel, height } })
      })
      void keys.closed.then(() => store.setState({ status: 'down', panel: null }))
      store.setState({
        keys: await keys.call.syncSession({}).catch(() => keys.call.getState({})),
        status: 'ready',
      })
    })
    .catch(() => store.setState({ status: 'down' }))
  return [page, sheet]
}

/** The result of a social login leaves the address at once: it works once, but it is nobody else's business. */
async function finishSocialReturn(page: AccountPage, socialReturn: string): Promise<void> {
  const uri = resultUriOf(page.config.walletOrigin, socialReturn)
  await page.client()
  await runAction(page, 'social', () => signInBy(page, () => ask(page, 'finishSocial', { uri })))
}

/**
 * Starts the wallet's own page: security and devices, or what a link in a mail asks.
 *
 * @param content of the document's `latchkey-config`
 */
export async function startAccount(
  window: Window,
  content: string | null,
  loadSmartAccount: AccountPage['loadSmartAccount'],
): Promise<void> {
  const { config } = readDocumentConfig(content, window.location.search)
  // Another link opened in this tab changes the fragment alone.
  window.addEventListener('hashchange', () => window.location.reload())
  const route = routeOf(window.location)
  const root = createRoot(window.document.getElementById('root') as HTMLElement)
  const words = await loadWords(window.navigator.languages).catch(() => english)
  window.document.documentElement.lang = words.tag
  window.document.documentElement.dir = words.dir
  window.document.title = words.messages.title
  const wallet = { name: config.walletName, host: new URL(config.walletOrigin).host }
  if (route.page !== 'account') {
    followTheme(window)
    root.render(
      <WordsProvider value={words}>
        <PageFrame wallet={wallet}>
          <MailPage kind={route.page} token={route.token} config={config} fetch={window.fetch.bind(window)} />
        </PageFrame>
      </WordsProvider>,
    )
    return
  }
  const [page, sheet] = openPage(window, config, {
    locale: words.tag,
    join: route.join,
    loadSmartAccount,
  })
  if (route.socialReturn !== null) {
    const kept = route.join === null ? '' : `#join=${route.join}`
    window.history.replaceState(null, '', window.location.pathname + window.location.search + kept)
    finishSocialReturn(page, route.socialReturn).catch(() => undefined)
  }
  // The account is read whenever somebody has signed in.
  let known: string | undefined
  page.store.subscribe(() => {
    const { keys } = page.store.getState()
    const user = keys?.status === 'signedIn' ? keys.user?.id : undefined
    if (user === known) return
    known = user
    if (user === undefined) page.store.setState({ account: null })
    else void loadAccount(page)
  })
  root.render(
    <WordsProvider value={words}>
      <OwnPageFrame page={page} wallet={wallet}>
        <AccountApp page={page} sheet={sheet} join={route.join} />
      </OwnPageFrame>
    </WordsProvider>,
  )
}
