import { type Client, createClient, type Messenger, openChild } from '@latchkey/bridge'
import {
  type Account,
  type AccountType,
  type AlertKind,
  type AppMetadata,
  accentOf,
  type CaipNetworkId,
  type ConnectorContext,
  codeOf,
  logLevelOf,
  type Network,
  SDK_VERSION,
  tell,
  writeSmartAccountNetworks,
} from '@latchkey/core/connector'
import type { BaseError } from '@latchkey/errors'
import { PROTOCOL_VERSION } from '@latchkey/protocol'
import {
  type FrameContract,
  frameContract,
  NotConnectedError,
  SessionExpiredError,
} from '@latchkey/protocol/frame'
import { DEFAULT_LOG_LEVEL, type LogLevel } from '@latchkey/std/logLevel'
import { randomId } from '@latchkey/std/randomId'
import {
  FrameRequestTimeoutError,
  OriginNotAllowedError,
  SameSiteFrameError,
  UnknownProjectError,
} from '../answer/errors.ts'
import { diagnoseRefusal } from './diagnoseRefusal.ts'
import { isSameSite } from './isSameSite.ts'
import { observeMessenger } from './observeMessenger.ts'

/** Which alert of spec 8 tells of a failure of the frame. */
const KINDS: ReadonlyMap<number, AlertKind> = new Map([
  [OriginNotAllowedError.code, 'originNotAllowed'],
  [UnknownProjectError.code, 'invalidProjectId'],
  [FrameRequestTimeoutError.code, 'frameRequestTimeout'],
])

export const alertOfFailure = ({ code }: BaseError): { kind: AlertKind; code: number } => ({
  kind: KINDS.get(code) ?? 'frameLoadFailed',
  code,
})

/** One document of the frame: how to talk to it, and how to take it away. */
type OpenedFrame = {
  messenger: Messenger
  /** By which the wallet's own window finds the iframe, wherever it stands in the page. */
  name: string
  remove(): void
}
export type OpenFrame = (
  context: ConnectorContext,
  parameters: { signal: AbortSignal; onCreated: () => void },
) => Promise<OpenedFrame>

/**
 * Puts the iframe into the page and does the handshake with it. When that fails, the iframe is taken away again.
 *
 * @throws SameSiteFrameError before anything is made: on one site, the page could reach into the wallet
 */
export const openFrame: OpenFrame = async (context, { signal, onCreated }) => {
  const { services, projectId } = context
  if (isSameSite(location.origin, services.walletOrigin)) throw new SameSiteFrameError()
  const container = await context.getFrameContainer()
  signal.throwIfAborted()
  const iframe = createFrameElement({
    walletOrigin: services.walletOrigin,
    projectId,
    chainId: context.getNetwork().caipNetworkId,
    version: PROTOCOL_VERSION,
    namespaces: listedNamespaces(context.networks),
    logLevel: logLevelOf(context.options),
  })
  // Listening begins before the document does.
  const opening = openChild({
    iframe,
    childOrigin: services.walletOrigin,
    version: PROTOCOL_VERSION,
    signal,
  })
  container.append(iframe)
  onCreated()
  try {
    return { messenger: await opening, name: iframe.name, remove: () => iframe.remove() }
  } catch (error) {
    iframe.remove()
    throw error
  }
}

/** What the frame may do (docs/security.md): scripts, its own storage, forms, popups for sign-in; never top navigation. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-storage-access-by-user-activation'
const FEATURES = [
  'publickey-credentials-get',
  'publickey-credentials-create',
  'clipboard-write',
  'storage-access',
]

type FrameAddress = {
  walletOrigin: string
  projectId: string
  chainId: string
  version: number
  /** Those that the page lists networks of; the first namespace of the project's alone when left out. */
  namespaces?: readonly string[] | undefined
  /** What the frame keeps in its log; nothing when left out. */
  logLevel?: LogLevel
}

/** The namespaces that a page lists; undefined where that is Ethereum's alone, which is what the frame takes for granted. */
export function listedNamespaces(networks: readonly Network[]): readonly string[] | undefined {
  const listed = [...new Set(networks.map(({ chainNamespace }) => chainNamespace))]
  return listed.length === 0 || (listed.length === 1 && listed[0] === 'eip155') ? undefined : listed
}

/** The frame's URL: public data only, never a token or an e-mail address. */
function frameUrl(address: FrameAddress): string {
  const { walletOrigin, projectId, chainId, version, namespaces, logLevel = 'silent' } = address
  const url = new URL('/frame', walletOrigin)
  url.search = new URLSearchParams({
    projectId,
    chainId,
    version: String(version),
    enableLogger: String(logLevel !== 'silent'),
    ...(logLevel === 'silent' || logLevel === DEFAULT_LOG_LEVEL ? {} : { logLevel }),
    ...(namespaces ? { namespaces: namespaces.join(',') } : {}),
  }).toString()
  return url.href
}

/** Makes the iframe element; every attribute is set before it is inserted. */
export function createFrameElement(address: FrameAddress): HTMLIFrameElement {
  const iframe = document.createElement('iframe')
  iframe.setAttribute('sandbox', SANDBOX)
  iframe.allow = FEATURES.map((feature) => `${feature} ${address.walletOrigin}`).join('; ')
  iframe.referrerPolicy = 'strict-origin'
  iframe.title = 'Wallet'
  iframe.name = `lk-${randomId()}`
  iframe.src = frameUrl(address)
  return iframe
}

const WINDOW = { width: 420, height: 720 }

/**
 * Opens the wallet's own window, in which a request is approved, where the page still has the click that asked for it. Else,
 * or when the browser opens none, the person opens it from the frame.
 */
function openWindow({ services, projectId }: ConnectorContext, frameName: string, nonce: string): void {
  if (!navigator.userActivation?.isActive || crossOriginIsolated) return
  const url = new URL('/window', services.walletOrigin)
  url.search = new URLSearchParams({ projectId }).toString()
  url.hash = `${nonce}.${frameName}`
  const left = Math.max(0, Math.round(screenX + (outerWidth - WINDOW.width) / 2))
  const top = Math.max(0, Math.round(screenY + (outerHeight - WINDOW.height) / 3))
  open(url, '_blank', `popup,width=${WINDOW.width},height=${WINDOW.height},left=${left},top=${top}`)
}

const SDK_TYPE = 'latchkey'

/**
 * Tells the frame how the page looks and what it calls itself, and asks where it has smart accounts. Messages keep their order, so whatever is asked
 * afterwards finds it done; nobody waits. A value that the frame would refuse is left out: a colour must not keep a
 * visitor from signing in.
 */
function syncFrame(context: ConnectorContext, client: Client<FrameContract>): void {
  syncTheme(context, client)
  const metadata = context.metadata ? { metadata: shortened(context.metadata) } : {}
  client.call
    .syncDappData({
      projectId: context.projectId,
      sdkType: SDK_TYPE,
      sdkVersion: SDK_VERSION,
      ...metadata,
    })
    .catch(() => undefined)
  client.call.getSmartAccountEnabledNetworks({}).then(
    ({ smartAccountEnabledNetworks: chainIds }) => writeSmartAccountNetworks(context.storage, chainIds),
    () => writeSmartAccountNetworks(context.storage, []),
  )
}

/** Mode, accent and language alone, when they change. */
function syncTheme(context: ConnectorContext, client: Client<FrameContract>): void {
  const theme = context.getTheme()
  const { themeMode, locale = documentLanguage() } = theme
  const accent = accentOf(theme)
  const accepts = (params: unknown) => frameContract.methods.syncTheme.params.safeParse(params).success
  client.call
    .syncTheme({
      themeMode,
      ...(accent && accepts({ themeVariables: { accent } }) ? { themeVariables: { accent } } : {}),
      ...(locale && accepts({ locale }) ? { locale } : {}),
    })
    .catch(() => undefined)
}

const documentLanguage = (): string | undefined =>
  typeof document === 'undefined' ? undefined : document.documentElement.lang || undefined

/** Cut to what the contract takes. */
const shortened = ({ name, description, url, icons }: AppMetadata) => ({
  name: name.slice(0, 128),
  description: description.slice(0, 512),
  url: url.slice(0, 2048),
  icons: icons.filter((icon) => icon.length <= 2048).slice(0, 8),
})

/**
 * After Approve a transaction may be on its way: how long its answer is still awaited after an abort, ms. A broadcast in
 * doubt takes more than a minute to settle; before Approve the frame answers an abort at once.
 */
const ABORT_GRACE = 120_000

/** The kind of account that the frame was last told of. A document that is opened anew has to hear it again. */
export type AccountWish = { type: AccountType | undefined }

export type FrameConnection = {
  /** The open connection; opens one if there is none. */
  get(): Promise<Client<FrameContract>>
  /** Has the frame drop what is under way and start anew. Whoever needs it meanwhile gets the new one. */
  reload(): Promise<void>
  destroy(): void
}

/** CAIP-2 form of what the frame calls a chain. */
export const caipOf = (chainId: string | number): CaipNetworkId =>
  (typeof chainId === 'number' ? `eip155:${chainId}` : chainId) as CaipNetworkId

/**
 * Keeps one open connection to the frame, and tells the context what the frame does. When the frame's document goes
 * away (it was reloaded, or crashed) the calls that wait are rejected, and the next need opens a new one.
 */
export function createFrameConnection(
  context: ConnectorContext,
  openFrame: OpenFrame,
  wish: AccountWish = { type: undefined },
): FrameConnection {
  const { emitter } = context
  const controller = new AbortController()
  let opening: Promise<Client<FrameContract>> | undefined
  let frame: OpenedFrame | undefined
  let leaving: Promise<void> | undefined

  const open = async (): Promise<Client<FrameContract>> => {
    controller.signal.throwIfAborted()
    frame?.remove()
    frame = await openFrame(context, {
      signal: controller.signal,
      onCreated() {
        tell(context, 'info', { kind: 'frame', name: 'created' })
        emitter.emit('frame', { status: 'created' })
      },
    })
    const client = createClient(frameContract, observeMessenger(frame.messenger, context), {
      abortGrace: ABORT_GRACE,
    })
    follow(context, client, wish, () => {
      opening = undefined
      if (!controller.signal.aborted) tell(context, 'warn', { kind: 'frame', name: 'lost' })
    })
    const { name } = frame
    client.on('windowWanted', ({ nonce }) => openWindow(context, name, nonce))
    syncFrame(context, client)
    // Whoever is signed out has no account to prefer.
    if (wish.type) await preferAgain(context, client, wish, wish.type)
    tell(context, 'info', { kind: 'frame', name: 'ready' })
    emitter.emit('frame', { status: 'ready' })
    return client
  }
  const fail = async (cause: unknown): Promise<never> => {
    opening = undefined
    frame?.remove()
    frame = undefined
    // Nobody waits for a config that is gone.
    if (controller.signal.aborted) throw cause
    const hostOrigin = typeof location === 'undefined' ? '' : location.origin
    const error = await diagnoseRefusal(context, { hostOrigin, cause })
    tell(context, 'error', { kind: 'frame', name: 'failed', code: error.code })
    emitter.emit('frame', { status: 'failed', error: { code: error.code, message: error.shortMessage } })
    emitter.emit('alert', alertOfFailure(error))
    throw error
  }

  const get = async (): Promise<Client<FrameContract>> => {
    if (leaving) await leaving
    opening ??= open().catch(fail)
    return opening
  }

  return {
    get,
    reload() {
      leaving ??= opening
        ?.then((client) => client.call.reload({}).finally(client.destroy))
        .catch(() => undefined)
        .then(() => {
          opening = leaving = undefined
        })
      return leaving ?? Promise.resolve()
    },
    destroy() {
      controller.abort()
      opening?.then(
        (client) => client.destroy(),
        () => undefined,
      )
      frame?.remove()
      frame = undefined
    },
  }
}

/**
 * Tells a document that was opened anew which kind of account somebody is connected with. Where nobody is any more, the session
 * ended while there was no document to tell it, as while the browser kept the page out of use.
 */
async function preferAgain(
  { emitter }: ConnectorContext,
  client: Client<FrameContract>,
  wish: AccountWish,
  type: AccountType,
): Promise<void> {
  try {
    await client.call.setPreferredAccount({ type })
  } catch (error) {
    // Whoever has left meanwhile hears nothing of it.
    if (codeOf(error) !== NotConnectedError.code || wish.type === undefined) return
    wish.type = undefined
    emitter.emit('disconnect', { code: SessionExpiredError.code })
  }
}

/** Passes on what the frame tells, until the connection ends. */
function follow(
  context: ConnectorContext,
  client: Client<FrameContract>,
  wish: AccountWish,
  onEnd: () => void,
): void {
  const { emitter } = context
  const stops = [
    client.on('screen', ({ screen, height }) => emitter.emit('frame', { status: 'ready', screen, height })),
    client.on('receiptTold', () => emitter.emit('receiptTold', {})),
    client.on('escape', () => emitter.emit('frameKey', { key: 'escape' })),
    client.on('focusExit', ({ direction }) =>
      emitter.emit('frameKey', { key: direction === 'forward' ? 'tabForward' : 'tabBackward' }),
    ),
    client.on('accountsChanged', ({ accounts }) =>
      emitter.emit('change', {
        accounts: accounts as readonly Account[],
        ...(wish.type ? { preferredAccountType: wish.type } : {}),
      }),
    ),
    client.on('chainChanged', ({ chainId }) => emitter.emit('change', { caipNetworkId: caipOf(chainId) })),
    client.on('emailChanged', ({ email }) => emitter.emit('change', { email })),
    client.on('sessionEnded', ({ code }) => {
      wish.type = undefined
      emitter.emit('disconnect', { code })
    }),
    context.onThemeChange(() => syncTheme(context, client)),
  ]
  void client.closed.then(() => {
    onEnd()
    for (const stop of stops) stop()
    emitter.emit('frame', { status: 'created', screen: 'none', height: 0 })
  })
}
