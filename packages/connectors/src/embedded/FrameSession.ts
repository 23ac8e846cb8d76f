import { type Client, createClient, openChild } from '@latchkey/bridge'
import {
  type AccountType,
  type ConnectorContext,
  type ConnectResult,
  clearLoginCache,
  type RequestArguments,
  STORAGE_KEYS,
} from '@latchkey/core'
import { BaseError } from '@latchkey/errors'
import { PROTOCOL_VERSION } from '@latchkey/protocol'
import { type FrameContract, frameContract, type UserSession } from '@latchkey/protocol/frame'
import { FrameRequestTimeoutError } from '../errors.ts'
import { diagnoseRefusal } from './diagnoseRefusal.ts'
import { createFrameElement } from './frameElement.ts'

/** Code of the bridge's time-out. */
const CALL_TIMEOUT = 1010

type Signal = { signal?: AbortSignal | undefined }

/** One frame, for as long as the page lives: made on first need, opened again when it reloads or failed. */
export type FrameSession = {
  ready(): Promise<void>
  connectEmail(parameters: { email: string } & Signal): Promise<{
    action: 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'
    emailHint: string
  }>
  promptCode(parameters: Signal): Promise<void>
  getUser(parameters: Signal): Promise<ConnectResult>
  restore(parameters: Signal): Promise<ConnectResult | undefined>
  request(args: RequestArguments & { caipNetworkId?: string } & Signal): Promise<unknown>
  switchNetwork(chainId: string): Promise<void>
  setPreferredAccount(type: AccountType): Promise<void>
  signOut(): Promise<void>
  destroy(): void
}

export function createFrameSession(context: ConnectorContext): FrameSession {
  const connection = createConnection(context)
  const call = async <Name extends keyof FrameContract['methods'] & string>(
    name: Name,
    params: Parameters<Client<FrameContract>['call'][Name]>[0],
    options: Signal = {},
  ) => {
    const client = await connection.get()
    const signal = options.signal ? { signal: options.signal } : {}
    try {
      return await client.call[name](params as never, signal)
    } catch (error) {
      if (error instanceof BaseError && error.code === CALL_TIMEOUT)
        throw new FrameRequestTimeoutError({ cause: error })
      throw error
    }
  }

  return {
    ready: async () => void (await connection.get()),
    connectEmail: async ({ email, signal }) => (await call('connectEmail', { email }, { signal })) as never,
    promptCode: async ({ signal }) => void (await call('promptOtp', {}, { signal })),
    getUser: async ({ signal }) =>
      toResult((await call('getUser', { chainId: context.getNetwork().caipNetworkId }, { signal })) as never),
    async restore({ signal }) {
      const { isConnected } = (await call('isConnected', {}, { signal })) as { isConnected: boolean }
      if (!isConnected) {
        clearLoginCache(context.storage)
        return undefined
      }
      return this.getUser({ signal })
    },
    request: ({ method, params, caipNetworkId, signal }) =>
      call(
        'rpcRequest',
        {
          method,
          ...(params ? { params: params as unknown[] } : {}),
          ...(caipNetworkId ? { chainId: caipNetworkId } : {}),
        },
        { signal },
      ),
    switchNetwork: async (chainId) => void (await call('switchNetwork', { chainId })),
    setPreferredAccount: async (type) => void (await call('setPreferredAccount', { type })),
    async signOut() {
      // Nothing was ever opened here: there is no session to end.
      if (!connection.peek() && context.storage.get(STORAGE_KEYS.emailLoginUsed) !== 'true') return
      await call('signOut', {})
    },
    destroy: connection.destroy,
  }
}

function toResult(user: UserSession): ConnectResult {
  return {
    accounts: user.accounts,
    caipNetworkId: (typeof user.chainId === 'number' ? `eip155:${user.chainId}` : user.chainId) as never,
    preferredAccountType: user.preferredAccountType,
    smartAccountDeployed: user.smartAccountDeployed,
    user: {
      ...(user.emailHint ? { email: user.emailHint } : {}),
      ...(user.userName ? { username: user.userName } : {}),
    },
  }
}

/** Keeps one open connection to the frame, and tells the context what the frame does. */
function createConnection(context: ConnectorContext) {
  const { emitter, services, projectId } = context
  let iframe: HTMLIFrameElement | undefined
  let opening: Promise<Client<FrameContract>> | undefined
  const stops: (() => void)[] = []

  const open = async (): Promise<Client<FrameContract>> => {
    const container = await context.getFrameContainer()
    iframe?.remove()
    iframe = createFrameElement({
      walletOrigin: services.walletOrigin,
      projectId,
      chainId: context.getNetwork().caipNetworkId,
      version: PROTOCOL_VERSION,
    })
    emitter.emit('frame', { status: 'created' })
    const pending = openChild({
      iframe,
      childOrigin: services.walletOrigin,
      version: PROTOCOL_VERSION,
    })
    container.append(iframe)
    const client = createClient(frameContract, await pending)
    follow(client)
    await sync(context, client)
    emitter.emit('frame', { status: 'ready' })
    return client
  }

  const follow = (client: Client<FrameContract>) => {
    stops.push(
      client.on('screen', ({ screen, height }) => emitter.emit('frame', { status: 'ready', screen, height })),
      client.on('escape', () => emitter.emit('frameKey', { key: 'escape' })),
      client.on('focusExit', ({ direction }) =>
        emitter.emit('frameKey', { key: direction === 'forward' ? 'tabForward' : 'tabBackward' }),
      ),
      client.on('accountsChanged', ({ accounts }) => emitter.emit('change', { accounts: accounts as never })),
      client.on('chainChanged', ({ chainId }) =>
        emitter.emit('change', {
          caipNetworkId: (typeof chainId === 'number' ? `eip155:${chainId}` : chainId) as never,
        }),
      ),
      client.on('sessionEnded', ({ code }) => emitter.emit('disconnect', { code })),
      context.onThemeChange(() => void sync(context, client).catch(() => undefined)),
    )
    client.closed.then(() => {
      opening = undefined
      for (const stop of stops.splice(0)) stop()
      emitter.emit('frame', { status: 'created', screen: 'none', height: 0 })
    })
  }

  return {
    peek: () => opening,
    get(): Promise<Client<FrameContract>> {
      opening ??= open().catch(async (cause: unknown) => {
        opening = undefined
        iframe?.remove()
        iframe = undefined
        const error = await diagnoseRefusal({
          apiOrigin: services.apiOrigin,
          projectId,
          hostOrigin: window.location.origin,
          cause,
        })
        emitter.emit('frame', { status: 'failed', error: { code: error.code, message: error.shortMessage } })
        throw error
      })
      return opening
    },
    destroy() {
      opening?.then((client) => client.destroy()).catch(() => undefined)
      for (const stop of stops.splice(0)) stop()
      iframe?.remove()
      iframe = undefined
    },
  }
}

/** Tells the frame how the page looks and what it calls itself. */
async function sync(context: ConnectorContext, client: Client<FrameContract>): Promise<void> {
  const { themeMode, accent, locale } = context.getTheme()
  await Promise.all([
    client.call.syncTheme({
      themeMode,
      ...(accent ? { themeVariables: { accent } } : {}),
      ...(locale ? { locale } : {}),
    }),
    client.call.syncDappData({
      projectId: context.projectId,
      sdkType: 'latchkey',
      ...(context.metadata ? { metadata: { ...context.metadata, icons: [...context.metadata.icons] } } : {}),
    }),
  ])
}
