import type { CaipNetworkId, Siwx, SiwxMessage, SiwxMessageData, SiwxSession } from '@latchkey/core/connector'
import { loading } from '@latchkey/errors'
import { callService, type RouteCall, type Service } from '@latchkey/protocol/client'
import {
  authenticateSiwx,
  getSiwxNonce,
  listSiwxSessions,
  type Route,
  revokeSiwxSession,
  ServiceUnreachableError,
} from '@latchkey/protocol/http'
import type * as z from 'zod/mini'
import { SiwxMessageInvalidError, SiwxServiceError, SiwxStaleMessageError } from './message/errors.ts'
import {
  browserStorage,
  readSessions,
  type SiwxStorage,
  type StoredSession,
  writeSessions,
} from './storedSessions.ts'

export type ServiceSiwxOptions = {
  /** Origin of the wallet service's API. */
  apiOrigin: string
  projectId: string
  /** Whether the visitor must sign in to stay connected; default true. */
  required?: boolean
  /** One line of plain ASCII that the wallet shows: what signing in is for. */
  statement?: string
  /** Default: `location.host`. The service takes the site's own only. */
  domain?: string
  /** Default: `location.origin`. */
  uri?: string
  /** How long the session lasts, ms; the service allows 7 days at most, which is the default. */
  expiresIn?: number
  resources?: readonly string[]
  /** Default: `localStorage`. */
  storage?: SiwxStorage
  signOutOnDisconnect?: boolean
  /** What the service is told of the SDK; default `html` and `html-0.1.0`. */
  sdk?: { type: string; version: string }
  fetch?: typeof fetch
  /** ms since the epoch */
  now?: () => number
}

/** A session of the account, on this site or another of the project, as the service lists it. */
export type ListedSession = {
  pci: string
  chainId: string
  domain: string
  issuedAt: number
  expiresAt: number
  current: boolean
}

export type ServiceSiwx = Siwx & {
  /** The session's bearer token, for calls to the page's own back end; undefined without a session. */
  getToken(chainId: CaipNetworkId, address: string): string | undefined
  /** Every live session of the account within the project. */
  listSessions(chainId: CaipNetworkId, address: string): Promise<readonly ListedSession[]>
  /** Ends one of those. */
  endSession(chainId: CaipNetworkId, address: string, pci: string): Promise<void>
}

/** Messages that were made and not signed yet; older ones are forgotten. */
const MOST_PENDING = 10

type State = {
  service: Service
  storage: SiwxStorage
  key: string
  now: () => number
  /** Nonce → the token that proves that this page has asked for it. */
  pending: Map<string, string>
}

/** EVM addresses are the same in any case. */
const isSameAddress = (chainId: string, a: string, b: string): boolean =>
  chainId.startsWith('eip155:') ? a.toLowerCase() === b.toLowerCase() : a === b

/**
 * A session of the account that counts on the network. One that the account's own key has signed counts on every EVM
 * network: the key is the same there. One that a wallet contract has answered for counts on that network alone: at the same
 * address of another network there may be somebody else's contract (CAIP-122 names account and network together).
 */
function countsOn(chainId: CaipNetworkId, address: string, { session, proof }: StoredSession): boolean {
  const { data } = session
  const isNetwork =
    data.chainId === chainId ||
    (proof === 'key' && chainId.startsWith('eip155:') && data.chainId.startsWith('eip155:'))
  return isNetwork && isSameAddress(chainId, data.accountAddress, address)
}

/**
 * Signs visitors in against the wallet service: its nonce, its check, its session. The bearer token lies in
 * `localStorage` until it expires: any script that runs on the page could call the service as the visitor anyway, and a
 * token in memory alone would ask for a signature at each load. It reads and ends sessions and moves nothing.
 *
 * @throws SiwxMessageInvalidError when the statement could not stand in a message
 * @example
 * createLatchkey({ siwx: serviceSiwx({ apiOrigin: 'https://api.wallet.example', projectId: 'shop' }), … })
 */
export function serviceSiwx(options: ServiceSiwxOptions): ServiceSiwx {
  const { apiOrigin, projectId, sdk = { type: 'html', version: 'html-0.1.0' } } = options
  checkStatement(options.statement)
  const state: State = {
    service: {
      apiOrigin,
      query: { projectId, st: sdk.type, sv: sdk.version },
      ...(options.fetch && { fetch: options.fetch }),
    },
    storage: options.storage ?? browserStorage(),
    key: `latchkey.siwx.${projectId}`,
    now: options.now ?? Date.now,
    pending: new Map(),
  }
  const found = (chainId: CaipNetworkId, address: string) =>
    sessionsOf(state).filter((stored) => countsOn(chainId, address, stored))
  return {
    getRequired: () => options.required ?? true,
    signOutOnDisconnect: options.signOutOnDisconnect ?? true,
    createMessage: (input) => createMessage(state, options, input),
    addSession: (session) => addSession(state, session),
    setSessions: (sessions) => setSessions(state, sessions),
    getSessions: async (chainId, address) => found(chainId, address).map(({ session }) => session),
    revokeSession: (chainId, address) => revoke(state, found(chainId, address)),
    getToken: (chainId, address) => found(chainId, address)[0]?.token,
    async listSessions(chainId, address) {
      const [stored] = found(chainId, address)
      if (!stored) return []
      const params = { address: stored.session.data.accountAddress }
      return (await ask(state.service, listSiwxSessions, { params, headers: bearer(stored.token) })).sessions
    },
    async endSession(chainId, address, pci) {
      const [stored] = found(chainId, address)
      if (!stored) return
      const params = { address: stored.session.data.accountAddress }
      await ask(state.service, revokeSiwxSession, { params, headers: bearer(stored.token), body: { pci } })
      forget(state, (session) => session.sessionId === pci)
    },
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** @throws the service's own refusal with its code, or SiwxServiceError when no answer that can be read comes in time */
async function ask<R extends Route>(
  service: Service,
  route: R,
  call: RouteCall<R>,
): Promise<z.output<R['reply']>> {
  try {
    return await callService(service, route, call)
  } catch (cause) {
    throw cause instanceof ServiceUnreachableError ? new SiwxServiceError({ cause }) : cause
  }
}

/** ERC-4361 takes printable ASCII alone: whoever writes the page learns it at once, not the first visitor. */
function checkStatement(statement: string | undefined): void {
  if (statement === undefined || /^[\w \-.~:/?#[\]@!$&'()*+,;=]+$/.test(statement)) return
  throw new SiwxMessageInvalidError({
    details: 'The statement may hold letters, digits, spaces and the signs of ERC-4361, and no line break.',
  })
}

const sessionsOf = ({ storage, key, now }: State): StoredSession[] => readSessions(storage, key, now())

function forget(state: State, isGone: (stored: StoredSession) => boolean): void {
  writeSessions(
    state.storage,
    state.key,
    sessionsOf(state).filter((stored) => !isGone(stored)),
  )
}

async function createMessage(
  state: State,
  options: ServiceSiwxOptions,
  { accountAddress, chainId }: { accountAddress: string; chainId: CaipNetworkId },
): Promise<SiwxMessage> {
  const query: Record<string, string> = accountAddress ? { account: `${chainId}:${accountAddress}` } : {}
  const reply = await ask(state.service, getSiwxNonce, { query })
  remember(state, reply.nonce, reply.token)
  const { statement, resources, expiresIn } = options
  const data: SiwxMessageData = {
    chainId,
    // Wallets name addresses in small letters; the message needs the checksum form.
    accountAddress: reply.account?.split(':')[2] ?? accountAddress,
    nonce: reply.nonce,
    domain: options.domain ?? location.host,
    uri: options.uri ?? location.origin,
    version: '1',
    issuedAt: reply.issuedAt,
    ...(expiresIn === undefined ? {} : { expirationTime: later(reply.issuedAt, expiresIn) }),
    ...(statement === undefined ? {} : { statement }),
    ...(resources === undefined ? {} : { resources }),
  }
  // With its first use: it brings the checksum of addresses along.
  const { formatSiwxMessage } = await loading(import('./message/formatSiwxMessage.ts'))
  // A one-click sign-in asks for the nonce before the wallet has named its account: there is no text yet.
  const text = data.accountAddress === '' ? undefined : formatSiwxMessage(data)
  return { ...data, toString: () => text ?? formatSiwxMessage(data) }
}

const later = (time: string, milliseconds: number): string =>
  new Date(Date.parse(time) + milliseconds).toISOString()

function remember({ pending }: State, nonce: string, token: string): void {
  pending.set(nonce, token)
  for (const [oldest] of pending) {
    if (pending.size <= MOST_PENDING) return
    pending.delete(oldest)
  }
}

async function authenticate(state: State, session: SiwxSession): Promise<StoredSession> {
  const { data, message, signature } = session
  const nonceToken = state.pending.get(data.nonce)
  if (!nonceToken) throw new SiwxStaleMessageError()
  const body = { message, signature, nonceToken }
  const { token, sessionId, expiresAt, proof } = await ask(state.service, authenticateSiwx, { body })
  return { session: { data, message, signature }, token, sessionId, expiresAt, proof }
}

const isSameSession =
  ({ session }: StoredSession) =>
  (other: StoredSession): boolean =>
    session.data.chainId === other.session.data.chainId &&
    isSameAddress(session.data.chainId, session.data.accountAddress, other.session.data.accountAddress)

async function addSession(state: State, session: SiwxSession): Promise<void> {
  const added = await authenticate(state, session)
  state.pending.delete(session.data.nonce)
  const replaced = sessionsOf(state).filter(isSameSession(added))
  writeSessions(state.storage, state.key, [
    added,
    ...sessionsOf(state).filter((stored) => !isSameSession(added)(stored)),
  ])
  // Nobody can use it from here any more.
  await endAll(state, replaced)
}

/** Sessions that are there already stay; new ones are checked; the others end. */
async function setSessions(state: State, sessions: readonly SiwxSession[]): Promise<void> {
  const before = sessionsOf(state)
  const kept = before.filter(({ session }) => sessions.some(({ message }) => message === session.message))
  const fresh = sessions.filter(({ message }) => !kept.some(({ session }) => session.message === message))
  const results = await Promise.allSettled(fresh.map((session) => authenticate(state, session)))
  for (const { data } of fresh) state.pending.delete(data.nonce)
  const added = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failed = results.find((result) => result.status === 'rejected')
  // One network that was refused does not undo the others; none at all is a failure.
  if (failed && added.length === 0) throw failed.reason
  writeSessions(state.storage, state.key, [...added, ...kept])
  await endAll(
    state,
    before.filter((stored) => !kept.includes(stored)),
  )
}

/** Forgotten here first: a service that cannot be reached keeps nobody signed in on this page. */
async function revoke(state: State, ended: readonly StoredSession[]): Promise<void> {
  forget(state, ({ sessionId }) => ended.some((stored) => stored.sessionId === sessionId))
  await endAll(state, ended)
}

/** Tells the service; what it does not hear ends by itself in time. */
async function endAll({ service }: State, ended: readonly StoredSession[]): Promise<void> {
  await Promise.allSettled(
    ended.map(({ session, token, sessionId }) =>
      ask(service, revokeSiwxSession, {
        params: { address: session.data.accountAddress },
        body: { pci: sessionId },
        headers: bearer(token),
      }),
    ),
  )
}
