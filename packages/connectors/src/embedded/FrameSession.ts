import {
  BridgeRateLimitError,
  CallAbortedError,
  CallTimeoutError,
  type Client,
  ConnectionClosedError,
  FrameVersionError,
} from '@latchkey/bridge'
import {
  type Account,
  type AccountType,
  type ConnectorContext,
  type ConnectResult,
  clearLoginCache,
  type RequestArguments,
} from '@latchkey/core'
import { BaseError } from '@latchkey/errors'
import type { FrameContract, UserSession } from '@latchkey/protocol/frame'
import { ServiceUnreachableError } from '@latchkey/protocol/http'
import { FrameRequestTimeoutError, FrameWorkAbortedError } from '../errors.ts'
import { alertOfFailure } from './alertOfFailure.ts'
import { caipOf, createFrameConnection } from './FrameConnection.ts'
import { type OpenFrame, openFrame as openFrameElement } from './openFrame.ts'

type Signal = { signal?: AbortSignal | undefined }
type Methods = FrameContract['methods']
type Params<Name extends keyof Methods> = Parameters<Client<FrameContract>['call'][Name]>[0]
type Result<Name extends keyof Methods> = Awaited<ReturnType<Client<FrameContract>['call'][Name]>>

/** One frame, for as long as the page lives: made on first need, opened again when it reloads or failed. */
export type FrameSession = {
  ready(): Promise<void>
  connectEmail(parameters: { email: string } & Signal): Promise<Result<'connectEmail'>>
  promptCode(parameters: Signal): Promise<void>
  getUser(parameters: Signal): Promise<ConnectResult>
  restore(parameters: Signal): Promise<ConnectResult | undefined>
  request(args: RequestArguments & { caipNetworkId?: string } & Signal): Promise<unknown>
  switchNetwork(chainId: string): Promise<void>
  setPreferredAccount(type: AccountType): Promise<void>
  signOut(): Promise<void>
  destroy(): void
}

/** Failures that say nothing about the session: the frame or the service could not be asked. */
const SILENCE: ReadonlySet<number> = new Set([
  FrameVersionError.code,
  BridgeRateLimitError.code,
  CallAbortedError.code,
  ConnectionClosedError.code,
  FrameRequestTimeoutError.code,
  ServiceUnreachableError.code,
])
const isAnswer = (error: unknown) =>
  error instanceof BaseError && error.code < 6000 && !SILENCE.has(error.code)

/** The calls of the frame's contract that the host makes, in the words of the connector. */
export function createFrameSession(
  context: ConnectorContext,
  openFrame: OpenFrame = openFrameElement,
): FrameSession {
  const connection = createFrameConnection(context, openFrame)
  const call = async <Name extends keyof Methods>(
    name: Name,
    params: Params<Name>,
    { signal }: Signal = {},
  ): Promise<Result<Name>> => {
    const client = await connection.get()
    const method = client.call[name] as (params: unknown, options: Signal) => Promise<Result<Name>>
    try {
      return await method(params, { signal })
    } catch (error) {
      throw translated(name, error)
    }
  }
  const translated = (name: string, error: unknown): unknown => {
    if (!(error instanceof BaseError)) return error
    if (error.code === CallTimeoutError.code) {
      const timeout = new FrameRequestTimeoutError({ cause: error })
      // Signing out works without the frame: a visitor who leaves need not hear of it.
      if (name !== 'signOut') context.emitter.emit('alert', alertOfFailure(timeout))
      return timeout
    }
    // Spec 8: 'Request was aborted' is for RPC alone.
    if (error.code === CallAbortedError.code && name !== 'rpcRequest')
      return new FrameWorkAbortedError({ cause: error })
    return error
  }
  const getUser = async (options: Signal) =>
    toResult(await call('getUser', { chainId: context.getNetwork().caipNetworkId }, options))

  return {
    ready: async () => void (await connection.get()),
    connectEmail: ({ email, signal }) => call('connectEmail', { email }, { signal }),
    promptCode: async (options) => void (await call('promptOtp', {}, options)),
    getUser,
    async restore(options) {
      try {
        const { isConnected } = await call('isConnected', {}, options)
        if (isConnected) return await getUser(options)
      } catch (error) {
        // Out of reach is not signed out; an error that the frame answers with is (spec 4, connected check).
        if (!isAnswer(error)) throw error
      }
      clearLoginCache(context.storage)
      return undefined
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
    signOut: async () => void (await call('signOut', {})),
    destroy: connection.destroy,
  }
}

function toResult(user: UserSession): ConnectResult {
  return {
    accounts: user.accounts as readonly Account[],
    caipNetworkId: caipOf(user.chainId),
    preferredAccountType: user.preferredAccountType,
    smartAccountDeployed: user.smartAccountDeployed,
    user: {
      ...(user.emailHint ? { email: user.emailHint } : {}),
      ...(user.userName ? { username: user.userName } : {}),
    },
  }
}
