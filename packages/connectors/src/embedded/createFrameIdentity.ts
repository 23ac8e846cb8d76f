import {
  BridgeRateLimitError,
  CallAbortedError,
  type Client,
  ConnectionClosedError,
  FrameVersionError,
} from '@latchkey/bridge'
import {
  type ConnectorContext,
  type ConnectResult,
  clearLoginCache,
  type IdentityAbility,
  preferredAccountType,
} from '@latchkey/core/connector'
import { BaseError } from '@latchkey/errors'
import { type FrameContract, frameContract, type UserSession } from '@latchkey/protocol/frame'
import { ServiceUnreachableError } from '@latchkey/protocol/http'
import { FrameRequestTimeoutError, SocialProviderError } from '../answer/errors.ts'

/** The network and the kind of account that whoever signs in begins with. */
export const wantedUser = (context: ConnectorContext) => ({
  chainId: context.getNetwork().caipNetworkId,
  preferredAccountType: preferredAccountType(context, 'eip155'),
})

type Methods = FrameContract['methods']
export type CallFrame = <Name extends keyof Methods>(
  name: Name,
  params: Parameters<Client<FrameContract>['call'][Name]>[0],
  options?: { signal?: AbortSignal | undefined },
) => Promise<Awaited<ReturnType<Client<FrameContract>['call'][Name]>>>

/** The frame's ways to sign in beside the e-mail code, in the words of the connector. */
export function createFrameIdentity(
  context: ConnectorContext,
  call: CallFrame,
  toResult: (user: UserSession) => ConnectResult,
  reload: () => Promise<void>,
): IdentityAbility {
  return {
    async socialUri({ provider, mode, returnUri, signal }) {
      const { params } = frameContract.methods.getSocialRedirectUri
      const asked = params.safeParse({ provider, mode, ...(returnUri === undefined ? {} : { returnUri }) })
      if (!asked.success) throw new SocialProviderError({ details: `Provider: ${provider.slice(0, 32)}` })
      return (await call('getSocialRedirectUri', asked.data, { signal })).uri
    },
    connectSocial: async ({ signal, ...params }) =>
      toResult(await call('connectSocial', { ...wantedUser(context), ...params }, { signal })),
    farcasterUrl: async (options) => (await call('getFarcasterUri', {}, options)).url,
    promptFarcaster: async (options) => void (await call('connectFarcaster', {}, options)),
    connectPasskey: async ({ signal, ...params }) =>
      toResult(await call('connectPasskey', { ...wantedUser(context), ...params }, { signal })),
    promptRecovery: async (options) => void (await call('promptRecovery', {}, options)),
    checkDevice: async (options) => (await call('connectDevice', {}, options)).isVerified,
    shareEmail: async (options) => (await call('shareEmail', {}, options)).email,
    updateEmail: ({ email, signal }) => call('updateEmail', { email }, { signal }),
    promptUpdateEmail: (options) => call('promptUpdateEmail', {}, options),
    reload,
  }
}

type Signal = { signal?: AbortSignal | undefined }

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

/**
 * Who is still signed in. Out of reach is not signed out; an error that the frame answers with is, and the login is
 * forgotten (spec 4, connected check).
 */
export async function restoreUser(
  context: ConnectorContext,
  call: CallFrame,
  getUser: (options: Signal) => Promise<ConnectResult>,
  options: Signal,
): Promise<ConnectResult | undefined> {
  try {
    const { isConnected } = await call('isConnected', {}, options)
    if (isConnected) return await getUser(options)
  } catch (error) {
    if (!isAnswer(error)) throw error
  }
  clearLoginCache(context.storage)
  return undefined
}
