import {
  type CaipNetworkId,
  type ConnectorContext,
  type ConnectResult,
  type Network,
  type OneClickAuthenticate,
  RequestAbortedError,
  type RequestArguments,
} from '@latchkey/core/connector'
import { anySignal } from '@latchkey/std/deadline'
import {
  ContractSignatureError,
  NoAccountError,
  NoSessionError,
  SessionExpiredError,
  WalletConnectFailedError,
  waitFor,
} from '../answer/errors.ts'
import { type Client, createClient, type Session } from './createClient.ts'
import {
  askedNamespaces,
  endAllSessions,
  endSession,
  type Proposal,
  pairUntilAnswered,
  proposeSignIn,
  toProposal,
} from './proposals.ts'
import {
  type ActiveNetworks,
  accountsOn,
  chooseNetworks,
  isApproved,
  peerRedirectOf,
  toConnectResult,
} from './readSession.ts'
import { followSessions, type Live, switchSession } from './sessionEvents.ts'
import { askWallet, sessionRequest } from './sessionRequest.ts'
import { keepTransport, type Transport } from './transport.ts'
import {
  PAIRING_TIMING,
  type PairingTiming,
  type PeerRedirect,
  SESSION_TOPIC,
  type WalletConnectOptions,
} from './WalletConnectOptions.ts'

type Signal = { signal?: AbortSignal | undefined }
type Wanted = { caipNetworkId?: CaipNetworkId | undefined } & Signal

/** One WalletConnect client, for as long as the page lives. */
type WalletConnectSession = {
  connect(parameters: Wanted): Promise<ConnectResult>
  reconnect(parameters: Wanted): Promise<ConnectResult | undefined>
  authenticate: OneClickAuthenticate
  prepare(): Promise<void>
  disconnect(): Promise<void>
  request(args: RequestArguments & Wanted): Promise<unknown>
  /** Whether the wallet has offered a method on a network that is in use; true while no session says. */
  takes(method: string): boolean
  switchNetwork(network: Network): Promise<void>
  ping(): Promise<void>
  peerRedirect(): PeerRedirect | undefined
  destroy(): void
}

const START_LIMIT = 10_000
const DISCONNECT_LIMIT = 2_500
const PING_LIMIT = 15_000
const WAKE_LIMIT = 10_000

/** What the parts of a session share. */
type Shared = {
  context: ConnectorContext
  client: Client
  transport: Transport
  timing: PairingTiming
  state: State
  destroyed: AbortController
}
type State = {
  /** Of the session in use. */
  topic: string | undefined
  active: ActiveNetworks
  /** Aborts when that session ends: its wallet can answer nothing any more. */
  ended: AbortController
  /** How many wait for a wallet. */
  waiting: number
  prepared: Proposal<Session> | undefined
  /** The visitor's wallet signs by a contract: it is connected first, and signs afterwards. */
  signsLater: boolean
  onChange: Set<() => void>
}

/**
 * Starts the client and restores its sessions from the page's storage. It does not wait for the relay.
 *
 * @throws WalletConnectFailedError
 */
export async function openSession(
  context: ConnectorContext,
  options: WalletConnectOptions,
  timing: PairingTiming = PAIRING_TIMING,
): Promise<WalletConnectSession> {
  const failed = (cause?: unknown) => new WalletConnectFailedError(cause === undefined ? {} : { cause })
  const client = await waitFor(() => createClient(context, options), {
    limit: START_LIMIT,
    onLimit: failed,
  }).catch((error: unknown) => {
    throw error instanceof WalletConnectFailedError ? error : failed(error)
  })
  const state: State = {
    topic: undefined,
    active: {},
    ended: new AbortController(),
    waiting: 0,
    prepared: undefined,
    signsLater: false,
    onChange: new Set(),
  }
  const isNeeded = () => state.topic !== undefined || state.waiting > 0
  const transport = keepTransport(client, isNeeded, (kind) => context.emitter.emit('alert', { kind }))
  const shared: Shared = { context, client, transport, timing, state, destroyed: new AbortController() }
  const unfollow = followSessions(client, {
    context,
    isCurrent: (topic) => topic === state.topic,
    live: () => liveOf(shared),
    onUpdate(active) {
      state.active = active
      for (const listener of [...state.onChange]) listener()
    },
    onEnd: (reason) => endLive(shared, reason),
  })
  return {
    ...connecting(shared),
    ...using(shared),
    async disconnect() {
      leave(shared)
      await endAllSessions(client, DISCONNECT_LIMIT)
    },
    destroy() {
      unfollow()
      shared.destroyed.abort()
      state.prepared?.cancel()
      void transport.stop()
    },
  }
}

function liveOf({ client, state }: Shared): Live | undefined {
  const { topic, active } = state
  if (topic === undefined || !client.session.keys.includes(topic)) return undefined
  return { session: client.session.get(topic), active }
}

/**
 * Another tab that has connected since has ended the session of this one. The relay does not say so: both are one client
 * to it. The wallet answers nothing in that session any more.
 */
function leaveReplaced(shared: Shared): void {
  const { context, state } = shared
  const stored = context.storage.get(SESSION_TOPIC)
  if (state.topic === undefined || stored === undefined || stored === state.topic) return
  use(shared, undefined, {})
  context.emitter.emit('disconnect', { isKept: true })
}

/** @throws NoSessionError, SessionExpiredError */
function requireLive(shared: Shared): Live {
  leaveReplaced(shared)
  const live = liveOf(shared)
  if (!live) throw new NoSessionError({ data: { rpcCode: 4900 } })
  if (live.session.expiry * 1000 > Date.now()) return live
  endLive(shared, 'expired')
  throw new SessionExpiredError({ data: { rpcCode: 4900 } })
}

/** What was asked in another session before is answered by nobody any more. */
function use({ state }: Shared, topic: string | undefined, active: ActiveNetworks): void {
  if (state.topic !== topic) {
    state.ended.abort()
    state.ended = new AbortController()
  }
  Object.assign(state, { topic, active })
}

function leave(shared: Shared): void {
  use(shared, undefined, {})
  shared.context.storage.remove(SESSION_TOPIC)
}

function endLive(shared: Shared, reason: 'deleted' | 'expired'): void {
  leave(shared)
  shared.context.emitter.emit('disconnect', reason === 'expired' ? { code: SessionExpiredError.code } : {})
}

/** Takes a session into use; what was there before is ended. */
function adopt(
  shared: Shared,
  session: Session | undefined,
  preferred: CaipNetworkId | undefined,
): ConnectResult {
  const { client, context } = shared
  const active = session ? chooseNetworks(session, context.networks, [preferred]) : {}
  const result = session && toConnectResult(session, active, preferred)
  if (!session || !result) {
    endSession(client, session?.topic)
    throw new NoAccountError({ data: { rpcCode: 4100 } })
  }
  const { topic } = session
  // The client would open by itself what another library has left in the page's storage.
  void client.session.update(topic, { sessionConfig: { disableDeepLink: true } }).catch(() => undefined)
  for (const other of client.session.keys) if (other !== topic) endSession(client, other)
  use(shared, topic, active)
  context.storage.set(SESSION_TOPIC, topic)
  return result
}

/** The session that was in use, else the newest one that has not expired. */
function storedSession({ client, context }: Shared): Session | undefined {
  const stored = context.storage.get(SESSION_TOPIC)
  const now = Date.now() / 1000
  const valid = client.session.getAll().filter(({ expiry }) => expiry > now)
  const newest = [...valid].sort((a, b) => b.expiry - a.expiry)
  return valid.find(({ topic }) => topic === stored) ?? newest[0]
}

function connecting(
  shared: Shared,
): Pick<WalletConnectSession, 'connect' | 'reconnect' | 'authenticate' | 'prepare'> {
  const { client, context, state, timing, transport, destroyed } = shared
  const propose = async (make: () => Promise<Proposal<Session>>, signal?: AbortSignal) =>
    transport.within(timing.proposeLimit, make, (late) => late.cancel(), signal)
  const plain = async (): Promise<Proposal<Session>> => {
    const { uri, approval } = await client.connect({ optionalNamespaces: askedNamespaces(context.networks) })
    return toProposal<Session>({ client, uri, answer: approval, sessionOf: (session) => session })
  }
  const takePrepared = () => {
    const { prepared } = state
    state.prepared = undefined
    if (!prepared || (prepared.expiresAt ?? 0) - timing.refreshBefore > Date.now()) return prepared
    prepared.cancel()
    return undefined
  }
  const wait = async <Answer>(
    make: (signal: AbortSignal) => Promise<Proposal<Answer>>,
    given: AbortSignal | undefined,
  ): Promise<Answer> => {
    const signal = given ? anySignal(given, destroyed.signal) : destroyed.signal
    if (signal.aborted) throw new RequestAbortedError()
    state.waiting += 1
    try {
      const { emitter } = context
      return await pairUntilAnswered({ propose: () => make(signal), emitter, timing, signal })
    } finally {
      state.waiting -= 1
    }
  }
  const connect = async ({ caipNetworkId, signal }: Wanted) => {
    const make = async (during: AbortSignal) => takePrepared() ?? propose(plain, during)
    const session = await wait(make, signal)
    return adopt(shared, session, caipNetworkId)
  }
  return {
    connect,
    async reconnect({ caipNetworkId }) {
      const session = storedSession(shared)
      // Each of its namespaces is restored by itself: the one before is not led away from its network.
      const wanted = [caipNetworkId, ...(session?.topic === state.topic ? Object.values(state.active) : [])]
      const active = session ? chooseNetworks(session, context.networks, wanted) : {}
      const result = session && toConnectResult(session, active, caipNetworkId)
      if (!session || !result) {
        leave(shared)
        return undefined
      }
      use(shared, session.topic, active)
      context.storage.set(SESSION_TOPIC, session.topic)
      // In the background: what the wallet has said meanwhile waits at the relay.
      void transport.ensure(WAKE_LIMIT).catch(() => undefined)
      return result
    },
    async authenticate(request) {
      const { signal, chains } = request
      if (state.signsLater)
        return { result: await connect({ caipNetworkId: chains[0], signal }), sessions: [] }
      const ask = () => proposeSignIn(client, request)
      const make = (during: AbortSignal) =>
        transport.within(timing.proposeLimit, ask, (late) => late.cancel(), during)
      const answer = await wait(make, signal).catch((error: unknown) => {
        if (error instanceof ContractSignatureError) state.signsLater = true
        throw error
      })
      return { result: adopt(shared, answer.session, chains[0]), sessions: answer.sessions }
    },
    async prepare() {
      if (state.prepared || state.waiting > 0 || state.topic) return
      const proposal = await propose(plain, destroyed.signal)
      const expiresAt = Date.now() + timing.life
      if (state.waiting > 0) return proposal.cancel()
      state.prepared = { ...proposal, expiresAt }
      context.emitter.emit('pairing', { uri: proposal.uri, expiresAt })
    },
  }
}

function using(
  shared: Shared,
): Pick<WalletConnectSession, 'request' | 'takes' | 'switchNetwork' | 'ping' | 'peerRedirect'> {
  const { client, context, destroyed, state, transport } = shared
  const around = { context, client, transport }
  const withDestroyed = (signal?: AbortSignal) =>
    signal ? anySignal(signal, destroyed.signal) : destroyed.signal
  return {
    async request({ method, params, caipNetworkId, signal }) {
      if (signal?.aborted) throw new RequestAbortedError()
      const { session, active } = requireLive(shared)
      const id = caipNetworkId ?? active.eip155 ?? active.solana ?? active.bip122
      if (!id) throw new NoSessionError({ data: { rpcCode: 4900 } })
      return sessionRequest(around, {
        session,
        active,
        caipNetworkId: id,
        method,
        signal: withDestroyed(signal),
        ended: state.ended.signal,
        ...(params ? { params } : {}),
      })
    },
    takes(method) {
      const live = liveOf(shared)
      return !live || Object.values(live.active).some((id) => isApproved(live.session, id, method))
    },
    async switchNetwork(network) {
      const before = requireLive(shared)
      const until = { signal: destroyed.signal, ended: state.ended.signal }
      await switchSession(
        {
          live: () => requireLive(shared),
          ask: (id, method, params) => askWallet(around, before.session.topic, id, { method, params }, until),
          nextChange: (limit, unwanted) => nextChange(state, limit, unwanted),
        },
        network,
      )
      const { session } = requireLive(shared)
      state.active = { ...state.active, [network.chainNamespace]: network.caipNetworkId }
      const accounts = accountsOn(session, state.active)
      if (JSON.stringify(accounts) !== JSON.stringify(accountsOn(before.session, before.active)))
        context.emitter.emit('change', { accounts })
    },
    async ping() {
      const { session } = requireLive(shared)
      await waitFor(() => client.ping({ topic: session.topic }), {
        limit: PING_LIMIT,
        signals: [destroyed.signal],
      })
    },
    peerRedirect() {
      const live = liveOf(shared)
      return live && peerRedirectOf(live.session)
    },
  }
}

function nextChange(state: State, limit: number, unwanted: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer)
      state.onChange.delete(settle)
      resolve()
    }
    const timer = setTimeout(settle, limit)
    state.onChange.add(settle)
    unwanted.addEventListener('abort', settle, { once: true })
  })
}
