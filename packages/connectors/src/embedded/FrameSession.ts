import { CallAbortedError, CallTimeoutError, type Client } from '@latchkey/bridge'
import {
  type Account,
  type AccountType,
  type ConnectorContext,
  type ConnectResult,
  codeOf,
  type IdentityAbility,
  isDeclined,
  type RequestArguments,
  readPreferredAccountTypes,
  STORAGE_KEYS,
  STORAGE_PREFIX,
  tell,
  watchTabs,
} from '@latchkey/core/connector'
import { BaseError } from '@latchkey/errors'
import { type FrameContract, NotAvailableError, type UserSession } from '@latchkey/protocol/frame'
import { FrameRequestTimeoutError, FrameWorkAbortedError, waitFor } from '../answer/errors.ts'
import { type CallFrame, createFrameIdentity, restoreUser, wantedUser } from './createFrameIdentity.ts'
import {
  type AccountWish,
  alertOfFailure,
  caipOf,
  createFrameConnection,
  type FrameConnection,
  type OpenFrame,
  openFrame as openFrameElement,
} from './FrameConnection.ts'

type Methods = FrameContract['methods']
type Signal = { signal?: AbortSignal | undefined }
type Result<Name extends keyof Methods> = Awaited<ReturnType<Client<FrameContract>['call'][Name]>>

/** Calls a method of the frame by its name: its failures become the host's, and the kind of account it names is remembered. */
const createCallFrame =
  (context: ConnectorContext, connection: FrameConnection, wish: AccountWish): CallFrame =>
  async <Name extends keyof Methods>(
    name: Name,
    params: unknown,
    { signal }: Signal = {},
  ): Promise<Result<Name>> => {
    const client = await connection.get()
    const method = client.call[name] as (params: unknown, options: Signal) => Promise<Result<Name>>
    const before = wish.type
    try {
      const result = await method(params, { signal })
      // Another tab may have chosen, or the visitor left, since this was asked: that is later.
      if (wish.type === before) wish.type = wishedBy(params) ?? before
      return result
    } catch (error) {
      // What a request of the page has come to is told where it is made.
      if (name !== 'rpcRequest')
        tell(context, isDeclined(error) ? 'warn' : 'error', { kind: 'failure', name, code: codeOf(error) })
      throw translated(context, name, error)
    }
  }

function translated(context: ConnectorContext, name: string, error: unknown): unknown {
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

/** The kind of account that a call names, if it is one that a frame which is opened anew has to hear of again. */
function wishedBy(params: unknown): AccountType | undefined {
  const { type, preferredAccountType } = params as { type?: AccountType; preferredAccountType?: AccountType }
  const wished = preferredAccountType ?? type
  return wished === 'eoa' || wished === 'smartAccount' ? wished : undefined
}

const KEY = STORAGE_PREFIX + STORAGE_KEYS.preferredAccountTypes

/**
 * The kind of account that the visitor chooses in one tab of a site holds at once in its other tabs where somebody is
 * connected. The choice is only read here, never written, so that no tab follows back.
 *
 * @param tell hears who is connected now, and of which kind the account is to be
 * @returns how to stop
 */
function followAccountType(
  context: ConnectorContext,
  connection: FrameConnection,
  wish: AccountWish,
  tell: (user: UserSession, type: AccountType) => void,
): () => void {
  const follow = async (type: AccountType) => {
    // Before the frame is asked: it tells of its accounts as soon as it has heard.
    wish.type = type
    const client = await connection.get()
    // It takes a network without smart accounts, too; `setPreferredAccount` refuses there.
    const user = await client.call.getUser({ preferredAccountType: type })
    // Whoever chose, switched or left meanwhile has the later answer.
    if (wish.type === type && caipOf(user.chainId) === context.getNetwork().caipNetworkId) tell(user, type)
  }
  const read = () => {
    const { eip155: type } = readPreferredAccountTypes(context.storage)
    // A failure says nothing here: the frame's next document, the next network and the next load take the choice.
    if (wish.type && type && type !== wish.type) follow(type).catch(() => undefined)
  }
  return watchTabs((key) => key === KEY, read)
}

export type Deployment = {
  /** Takes what the frame has said by itself. */
  know(isDeployed: boolean): void
  /** Asks in the background whether the smart account is on the active network. Nobody waits for it. */
  read(): void
  /** As `read`, unless it is known to be there. */
  readUnlessDeployed(): void
}

/** Keeps `smartAccountDeployed` true to the network. */
function followDeployment(context: ConnectorContext, connection: FrameConnection): Deployment {
  let asked = 0
  let isThere = false
  const know = (isDeployed: boolean) => {
    asked += 1
    isThere = isDeployed
  }
  const read = () => {
    know(false)
    const mine = asked
    const tell = (isDeployed: boolean) => {
      // An answer for the network before this one says nothing.
      if (mine !== asked) return
      isThere = isDeployed
      context.emitter.emit('change', { smartAccountDeployed: isDeployed })
    }
    connection
      .get()
      .then((client) => client.call.initSmartAccount({}))
      .then(({ isDeployed }) => tell(isDeployed))
      .catch((error: unknown) => {
        // The network has no smart accounts. Any other failure says nothing of the account.
        if ((error as { code?: unknown }).code === NotAvailableError.code) tell(false)
      })
  }
  return { know, read, readUnlessDeployed: () => (isThere ? undefined : read()) }
}

/** What puts a smart account on the network with its first use, once it is through. */
const SENDS: ReadonlySet<string> = new Set([
  'eth_sendTransaction',
  'eth_getUserOperationReceipt',
  'wallet_requestExecutionPermissions',
  'wallet_grantPermissions',
])

/** Whether an answer means that an operation of the account has been put on the network. */
function mayHaveDeployed(method: string, result: unknown): boolean {
  if (SENDS.has(method)) return result !== null
  if (method !== 'wallet_getCallsStatus' || typeof result !== 'object' || result === null) return false
  // Version 1.0 has a word for it.
  return 'status' in result && (result.status === 'CONFIRMED' || Number(result.status) >= 200)
}

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
    switchNetwork: oneByOne(async (chainId) => {
      await call('switchNetwork', { chainId })
      if (wish.type) await settleAccounts(chainId, wish.type)
    }),
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

/** Each begins when the one before has ended: the accounts of an earlier network would come after those of the later one. */
function oneByOne(work: (chainId: string) => Promise<void>): (chainId: string) => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return (chainId) => {
    last = last.catch(() => undefined).then(() => work(chainId))
    return last
  }
}

function toResult(user: UserSession): ConnectResult {
  return {
    accounts: user.accounts as readonly Account[],
    caipNetworkId: caipOf(user.chainId),
    preferredAccountType: user.preferredAccountType,
    smartAccountDeployed: user.smartAccountDeployed,
    user: {
      ...(user.email ? { email: user.email } : {}),
      ...(user.emailHint ? { emailHint: user.emailHint } : {}),
      ...(user.userName ? { username: user.userName } : {}),
    },
  }
}
