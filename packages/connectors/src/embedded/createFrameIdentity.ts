import type { Client } from '@latchkey/bridge'
import type { ConnectorContext, ConnectResult, IdentityAbility } from '@latchkey/core/connector'
import { type FrameContract, frameContract, type UserSession } from '@latchkey/protocol/frame'
import { SocialProviderError } from '../answer/errors.ts'
import { wantedUser } from './wantedUser.ts'

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
    updateEmail: ({ email, signal }) => call('updateEmail', { email }, { signal }),
    promptUpdateEmail: (options) => call('promptUpdateEmail', {}, options),
    reload,
  }
}
