import {
  type CaipNetworkId,
  type ChainNamespace,
  type ConnectorEvents,
  type Emitter,
  type Network,
  type OneClickRequest,
  RequestAbortedError,
  type SiwxSession,
} from '@latchkey/core/connector'
import { PairingExpiredError, SignInMismatchError } from '../answer/errors.ts'
import type { Client, Session } from './createClient.ts'
import { toPairingError } from './readSession.ts'
import type { PairingTiming } from './WalletConnectOptions.ts'

type Asked = { chains: string[]; methods: string[]; events: string[] }
type Asks = Readonly<Partial<Record<ChainNamespace, Pick<Asked, 'methods' | 'events'>>>>

/** A namespace that is not here is not proposed. */
const ASKED = {
  eip155: {
    methods: [
      'eth_accounts',
      'eth_requestAccounts',
      'eth_sendTransaction',
      'eth_signTypedData',
      'eth_signTypedData_v3',
      'eth_signTypedData_v4',
      'personal_sign',
      'wallet_addEthereumChain',
      'wallet_getAssets',
      'wallet_getCallsStatus',
      'wallet_getCapabilities',
      'wallet_getGrantedExecutionPermissions',
      'wallet_getPermissions',
      'wallet_getSupportedExecutionPermissions',
      'wallet_grantPermissions',
      'wallet_requestExecutionPermissions',
      'wallet_requestPermissions',
      'wallet_revokeExecutionPermission',
      'wallet_revokePermissions',
      'wallet_sendCalls',
      'wallet_showCallsStatus',
      'wallet_switchEthereumChain',
      'wallet_watchAsset',
    ],
    events: ['accountsChanged', 'chainChanged'],
  },
  solana: {
    methods: [
      'solana_getAccounts',
      'solana_requestAccounts',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
      'solana_signMessage',
      'solana_signTransaction',
    ],
    events: ['accountsChanged', 'chainChanged'],
  },
  bip122: {
    methods: ['getAccountAddresses', 'sendTransfer', 'signMessage', 'signPsbt'],
    events: ['bip122_addressesChanged'],
  },
} satisfies Asks

/**
 * What a wallet is asked for: the networks that the page lists, with the methods of their namespaces. All of it is
 * optional: wallets refuse a session of which they cannot do one required thing.
 */
export function askedNamespaces(networks: readonly Network[]): Record<string, Asked> {
  const asked: Record<string, Asked> = {}
  for (const { chainNamespace, caipNetworkId } of networks) {
    const ask = (ASKED as Asks)[chainNamespace]
    if (!ask) continue
    asked[chainNamespace] ??= { chains: [], methods: [...ask.methods], events: [...ask.events] }
    const { chains } = asked[chainNamespace]
    if (!chains.includes(caipNetworkId)) chains.push(caipNetworkId)
  }
  return asked
}

/** The methods that an EVM wallet is asked for. */
const EVM_METHODS: readonly string[] = ASKED.eip155.methods

/** A link that a wallet may take, and what becomes of it. */
export type Proposal<Answer> = {
  uri: string
  /** ms since the epoch; default: a whole life from when it is shown */
  expiresAt?: number
  /** Rejects with PairingExpiredError when nobody took it in time. */
  answer: Promise<Answer>
  /** Withdraws the proposal; a session that a wallet approves all the same is ended. */
  cancel(): void
}

type PairingParameters<Answer> = {
  /** Makes a link; it settles in bounded time. */
  propose: () => Promise<Proposal<Answer>>
  emitter: Emitter<ConnectorEvents>
  timing: PairingTiming
  signal?: AbortSignal | undefined
}

/** How often a link is asked for while the old one is about to end, ms. */
const RETRY_EVERY = 2_000

/**
 * Shows links until a wallet answers one of them. A link that is about to end is followed by a new one (spec 4); the old
 * one still counts, for whoever has just scanned it.
 *
 * @throws what the wallet answers, RequestAbortedError, or why no link could be made
 */
export async function pairUntilAnswered<Answer>(parameters: PairingParameters<Answer>): Promise<Answer> {
  const { propose, emitter, timing, signal } = parameters
  const open: Proposal<Answer>[] = []
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let onAbort: (() => void) | undefined
  try {
    return await new Promise<Answer>((resolve, reject) => {
      onAbort = () => reject(new RequestAbortedError())
      if (signal?.aborted) return onAbort()
      signal?.addEventListener('abort', onAbort, { once: true })
      let isOver = false
      const end = (settle: () => void) => {
        isOver = true
        settle()
      }
      const later = (work: () => void, delay: number) => {
        const timer = setTimeout(() => {
          timers.delete(timer)
          work()
        }, delay)
        timers.add(timer)
      }
      const show = (proposal: Proposal<Answer>) => {
        if (isOver || signal?.aborted) return proposal.cancel()
        open.push(proposal)
        const expiresAt = proposal.expiresAt ?? Date.now() + timing.life
        emitter.emit('pairing', { uri: proposal.uri, expiresAt })
        const close = () => open.splice(open.indexOf(proposal), 1)
        proposal.answer.then(
          (answer) => {
            // Of two that are answered the second finds nobody: it stays open, and is ended with the rest.
            if (isOver || signal?.aborted) return
            close()
            end(() => resolve(answer))
          },
          (error: unknown) => {
            close()
            if (!(error instanceof PairingExpiredError)) return end(() => reject(error))
            // A device that slept finds its link dead: it gets another one.
            if (!isOver && open.length === 0) next(Date.now() + timing.refreshBefore)
          },
        )
        later(
          () => {
            if (open.at(-1) === proposal) next(expiresAt)
          },
          expiresAt - Date.now() - timing.refreshBefore,
        )
      }
      /** Asks for a link until that time; then there is none. */
      const next = (until: number) => {
        propose().then(show, (error: unknown) => {
          if (isOver) return
          if (Date.now() + RETRY_EVERY < until) later(() => next(until), RETRY_EVERY)
          else end(() => reject(error))
        })
      }
      next(0)
    })
  } finally {
    if (onAbort) signal?.removeEventListener('abort', onAbort)
    for (const timer of timers) clearTimeout(timer)
    emitter.emit('pairing', undefined)
    for (const proposal of open) proposal.cancel()
  }
}

const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' }

type ProposalParameters<Answer> = {
  client: Client
  uri: string | undefined
  /** Asks for what becomes of it; called once. */
  answer: () => Promise<Answer>
  /** The session that an answer carries. */
  sessionOf: (answer: Answer) => Session | undefined
}

/**
 * A link that a wallet may take. Nobody can take it back from a wallet that shows it already: whoever approves it after it
 * was given up gets a session that ends at once. The client forgets the pairing when its five minutes are over.
 */
export function toProposal<Answer>(parameters: ProposalParameters<Answer>): Proposal<Answer> {
  const { client, uri = '', sessionOf } = parameters
  const answer = parameters.answer().catch((error: unknown) => {
    throw toPairingError(error)
  })
  // Whoever waits hears of it; a link that was taken back has nobody.
  answer.catch(() => undefined)
  return {
    uri,
    answer,
    cancel() {
      answer.then(
        (late) => endSession(client, sessionOf(late)?.topic),
        () => undefined,
      )
    },
  }
}

/** Ends a session on both sides, in the background. */
export function endSession(client: Client, topic: string | undefined): void {
  if (topic) void client.disconnect({ topic, reason: USER_DISCONNECTED }).catch(() => undefined)
}

/**
 * Ends every session and its pairing. The wallets are told while that takes no longer than the limit; then the sessions
 * are forgotten here, so that no reload brings them back.
 *
 * @param limit ms
 */
export async function endAllSessions(client: Client, limit: number): Promise<void> {
  const sessions = client.session.getAll()
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limit)
  })
  await Promise.race([Promise.all(sessions.map((session) => tell(client, session))), timeout])
  clearTimeout(timer)
  await Promise.all(sessions.map((session) => forget(client, session)))
}

async function tell(client: Client, { topic, pairingTopic }: Session): Promise<void> {
  await client.disconnect({ topic, reason: USER_DISCONNECTED }).catch(() => undefined)
  if (client.core.pairing.pairings.keys.includes(pairingTopic))
    await client.core.pairing.disconnect({ topic: pairingTopic }).catch(() => undefined)
}

async function forget(client: Client, { topic, self }: Session): Promise<void> {
  const { keychain } = client.core.crypto
  if (client.session.keys.includes(topic)) await client.session.delete(topic, USER_DISCONNECTED)
  for (const key of [topic, self.publicKey])
    if (keychain.has(key)) await keychain.del(key).catch(() => undefined)
}

/** CAIP-74, as far as it is read. */
type Cacao = {
  p: {
    iss: string
    aud: string
    domain: string
    version: string
    nonce: string
    iat: string
    statement?: string | undefined
    resources?: string[] | undefined
    exp?: string | undefined
    nbf?: string | undefined
    requestId?: string | undefined
  }
  s: { t: string; s: string }
}
type SignInAnswer = { session: Session | undefined; sessions: SiwxSession[] }

/** did:pkh with a CAIP-10 id of EVM. */
const ISSUER = /^did:pkh:(eip155:\d{1,16}):(0x[0-9a-fA-F]{40})$/

/**
 * Asks to connect and to sign in at once (`wc_sessionAuthenticate`, CAIP-222). A wallet that cannot do that takes the
 * plain proposal that goes with it.
 */
export async function proposeSignIn(
  client: Client,
  request: OneClickRequest,
): Promise<Proposal<SignInAnswer>> {
  const { chains, uri, domain, nonce, statement, resources, expirationTime, notBefore } = request
  const { uri: link, response } = await client.authenticate({
    chains: [...chains],
    uri,
    domain,
    nonce,
    methods: [...EVM_METHODS],
    ...(statement === undefined ? {} : { statement }),
    ...(resources === undefined ? {} : { resources: [...resources] }),
    ...(expirationTime === undefined ? {} : { exp: expirationTime }),
    ...(notBefore === undefined ? {} : { nbf: notBefore }),
  })
  return toProposal<SignInAnswer>({
    client,
    uri: link,
    async answer() {
      const { auths, session } = await response()
      return {
        session,
        sessions: (auths ?? []).map((cacao) => toSiwxSession(client, request, cacao as Cacao)),
      }
    },
    sessionOf: ({ session }) => session,
  })
}

/** @throws SignInMismatchError when the wallet signed for another page, another request, or in another form */
function toSiwxSession(client: Client, request: OneClickRequest, cacao: Cacao): SiwxSession {
  const { p, s } = cacao
  const [, chainId, accountAddress] = ISSUER.exec(p.iss) ?? []
  const isAsked =
    p.domain === request.domain &&
    p.aud === request.uri &&
    p.nonce === request.nonce &&
    request.chains.includes(chainId as CaipNetworkId)
  if (!chainId || !accountAddress || !isAsked) throw new SignInMismatchError()
  const message = client.formatAuthMessage({ request: p as never, iss: p.iss })
  return {
    data: {
      chainId: chainId as CaipNetworkId,
      accountAddress,
      nonce: p.nonce,
      domain: p.domain,
      uri: p.aud,
      version: p.version,
      issuedAt: p.iat,
      ...(p.statement ? { statement: p.statement } : {}),
      ...(p.resources?.length ? { resources: p.resources } : {}),
      ...(p.exp ? { expirationTime: p.exp } : {}),
      ...(p.nbf ? { notBefore: p.nbf } : {}),
      ...(p.requestId ? { requestId: p.requestId } : {}),
    },
    message,
    signature: s.s,
    cacao,
  }
}
