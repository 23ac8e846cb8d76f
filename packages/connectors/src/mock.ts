import {
  type Account,
  type CaipNetworkId,
  type Connector,
  type ConnectorContext,
  type ConnectorType,
  type ConnectResult,
  type CreateConnector,
  createConnector,
  RequestAbortedError,
  type RequestArguments,
} from '@latchkey/core/connector'
import { MockRejectedError } from './answer/errors.ts'

export type MockOptions = {
  id?: string
  name?: string
  type?: ConnectorType
  /** Lower-case or checksum form; one account each, of namespace eip155. */
  addresses?: readonly string[]
  user?: { email?: string; username?: string }
  /** Unsafe requests go through the approval view, as with the embedded wallet. */
  approvesInFrame?: boolean
  /** Signs in by e-mail too; any code is right. */
  email?: boolean
  /** It was connected before this page loaded. */
  connected?: boolean
  /** What fails, or never answers until it is aborted. */
  fail?: Partial<Record<MockStep, 'reject' | 'hang'>>
  /** Answers of JSON-RPC methods; others are answered with `0x`. */
  answers?: Readonly<Record<string, unknown>>
}
export type MockStep =
  | 'connect'
  | 'reconnect'
  | 'disconnect'
  | 'request'
  | 'switchNetwork'
  | 'email'
  | 'promptCode'

export type MockConnector = CreateConnector

const FIRST_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/**
 * A wallet for tests and the workbench: no network, no frame, and a switch for everything that may go wrong.
 *
 * @example
 * createConfig({ connectors: [mock({ fail: { request: 'reject' } })], … })
 */
export const mock = (options: MockOptions = {}): MockConnector =>
  createConnector((context) => buildMock(context, options))

function buildMock(context: ConnectorContext, options: MockOptions): Connector {
  const { fail = {} } = options
  let connected = options.connected ?? false
  const step = (name: MockStep, signal?: AbortSignal): Promise<void> => {
    if (signal?.aborted) return Promise.reject(new RequestAbortedError())
    if (fail[name] === 'reject') return Promise.reject(new MockRejectedError())
    return fail[name] === 'hang' ? untilAborted(signal) : Promise.resolve()
  }
  const result = (caipNetworkId?: CaipNetworkId): ConnectResult => ({
    accounts: accountsOf(options.addresses ?? [FIRST_ADDRESS]),
    caipNetworkId: caipNetworkId ?? context.getNetwork().caipNetworkId,
    preferredAccountType: 'eoa',
    ...(options.user ? { user: options.user } : {}),
  })
  return {
    id: options.id ?? 'mock',
    name: options.name ?? 'Mock wallet',
    type: options.type ?? 'EXTERNAL',
    namespaces: ['eip155'],
    ...(options.approvesInFrame ? { approvesInFrame: true } : {}),
    async connect({ caipNetworkId, signal }) {
      await step('connect', signal)
      connected = true
      return result(caipNetworkId)
    },
    async reconnect({ caipNetworkId, signal }) {
      await step('reconnect', signal)
      return connected ? result(caipNetworkId) : undefined
    },
    async disconnect() {
      connected = false
      await step('disconnect')
    },
    async request({ method, signal }: RequestArguments & { signal?: AbortSignal }) {
      await step('request', signal)
      return options.answers && Object.hasOwn(options.answers, method) ? options.answers[method] : '0x'
    },
    switchNetwork: () => step('switchNetwork'),
    ...(options.email
      ? {
          email: {
            async start({ signal }) {
              await step('email', signal)
              return { action: 'VERIFY_OTP', emailHint: 'm•••@example.com' }
            },
            promptCode: ({ signal }) => step('promptCode', signal),
          },
        }
      : {}),
  }
}

const accountsOf = (addresses: readonly string[]): Account[] =>
  addresses.map((address) => ({ namespace: 'eip155', address, type: 'eoa' }))

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new RequestAbortedError()), { once: true })
  })
}
