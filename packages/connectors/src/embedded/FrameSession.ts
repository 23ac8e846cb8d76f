import type { Client } from '@latchkey/bridge'
import type {
  Account,
  AccountType,
  ConnectorContext,
  ConnectResult,
  IdentityAbility,
  RequestArguments,
} from '@latchkey/core/connector'
import type { FrameContract, UserSession } from '@latchkey/protocol/frame'
import { waitFor } from '../answer/waitFor.ts'
import { createCallFrame } from './createCallFrame.ts'
import { createFrameIdentity } from './createFrameIdentity.ts'
import { type AccountWish, caipOf, createFrameConnection } from './FrameConnection.ts'
import { followAccountType } from './followAccountType.ts'
import { followDeployment, mayHaveDeployed } from './followDeployment.ts'
import { type OpenFrame, openFrame as openFrameElement } from './openFrame.ts'
import { restoreUser } from './restoreUser.ts'
import { wantedUser } from './wantedUser.ts'

type Signal = { signal?: AbortSignal | undefined }
type Methods = FrameContract['methods']
type Result<Name extends keyof Methods> = Awaited<ReturnType<Client<FrameContract>['call'][Name]>>

/** One frame, for as long as the page lives: made on first need, opened again when it reloads or failed. */
export type FrameSession = {
  ready(): Promise<void>
  connectEmail(parameters: { email: string } & Signal): Promise<Result<'connectEmail'>>
  promptCode(parameters: Signal): Promise<void>
  getUser(parameters: Signal): Promise<ConnectResult>
  restore(parameters: Signal): Promise<ConnectResult | undefined>
  identity: IdentityAbility
  request(args: RequestArguments & { caipNetworkId?: string } & Signal): Promise<unknown>
  switchNetwork(chainId: string): Promise<void>
  setPreferredAccount(type: AccountType): Promise<{ type: AccountType; address: string }>
  signOut(): Promise<void>
  destroy(): void
}

/** How long a switch may wait for the accounts of the new network, ms. */
const ACCOUNTS_LIMIT = 3_000

/** The calls of the frame's contract that the host makes, in the words of the connector. */
export function createFrameSession(
  context: ConnectorContext,
  openFrame: OpenFrame = openFrameElement,
): FrameSession {
  const wish: AccountWish = { type: undefined }
  const connection = createFrameConnection(context, openFrame, wish)
  const deployment = followDeployment(context, connection)
  const call = createCallFrame(context, connection, wish)
  const connected = (user: UserSession): ConnectResult => {
    deployment.know(user.smartAccountDeployed)
    return toResult(user)
  }
  const getUser = async (options: Signal): Promise<ConnectResult> => {
    const wanted = wantedUser(context)
    const user = await call('getUser', wanted, options)
    // Chosen in another tab meanwhile: who is not connected yet follows nobody.
    const isOld = wantedUser(context).preferredAccountType !== wanted.preferredAccountType
    return isOld ? getUser(options) : connected(user)
  }
  /** Another network may have another account: it is known before the page hears that the network is there. */
  const settleAccounts = (chainId: string, preferredAccountType: AccountType) =>
    waitFor(async () => connected(await call('getUser', { chainId, preferredAccountType })), {
      limit: ACCOUNTS_LIMIT,
    }).then(
      ({ accounts, caipNetworkId, smartAccountDeployed = false }) =>
        context.emitter.emit('change', {
          accounts,
          caipNetworkId,
          preferredAccountType: wish.type ?? preferredAccountType,
          smartAccountDeployed,
        }),
      // The switch has worked all the same, and the frame tells of accounts by itself too.
      () => undefined,
    )
  const stopFollowing = followAccountType(context, connection, wish, (user, preferredAccountType) => {
    const { accounts, smartAccountDeployed = false } = connected(user)
    context.emitter.emit('change', { accounts, preferredAccountType, smartAccountDeployed })
  })

  return {
    ready: async () => void (await connection.get()),
    connectEmail: ({ email, signal }) => call('connectEmail', { email }, { signal }),
    promptCode: async (options) => void (await call('promptOtp', {}, options)),
    getUser,
    identity: createFrameIdentity(context, call, connected, connection.reload),
    restore: (options) => restoreUser(context, call, getUser, options),
    async request({ method, params, caipNetworkId, signal }) {
      const result = await call(
        'rpcRequest',
        {
          method,
          ...(params ? { params: params as unknown[] } : {}),
          ...(caipNetworkId ? { chainId: caipNetworkId } : {}),
        },
        { signal },
      )
      if (mayHaveDeployed(method, result)) deployment.readUnlessDeployed()
      return result
    },
    async switchNetwork(chainId) {
      await call('switchNetwork', { chainId })
      if (wish.type) await settleAccounts(chainId, wish.type)
    },
    setPreferredAccount: async (type) => {
      const answer = await call('setPreferredAccount', { type })
      deployment.read()
      return answer
    },
    async signOut() {
      wish.type = undefined
      await call('signOut', {})
    },
    destroy() {
      stopFollowing()
      connection.destroy()
    },
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
