import type { AppMetadata, ConnectorContext, KeyValueStorage } from '@latchkey/core/connector'
import { bytesToHex } from '@latchkey/std/hex'
import { isRecord } from '@latchkey/std/isRecord'
import { SignClient } from '@walletconnect/sign-client'
import { RelayUnreachableError } from '../answer/errors.ts'
import { mergeStored } from './mergeStored.ts'
import type { WalletConnectOptions } from './WalletConnectOptions.ts'

/** Reason of an answer that is kept from the client. */
export const CONTRACT_SIGNATURE = 'A contract signature cannot be checked here.'
/** CAIP-74: the signature of an account that has a key (ERC-191). */
const KEY_SIGNATURE = 'eip191'

/**
 * Turns an answer with the signature of a contract (ERC-1271) into an error. The client would check it by a server of its
 * maker, and tell that server who signs in where.
 *
 * @param payload JSON-RPC, as it was decrypted
 */
export function withoutContractSignatures(payload: unknown): unknown {
  if (!isRecord(payload) || !isRecord(payload.result) || !Array.isArray(payload.result.cacaos)) return payload
  const isByKey = (cacao: unknown) => isRecord(cacao) && isRecord(cacao.s) && cacao.s.t === KEY_SIGNATURE
  if (payload.result.cacaos.every(isByKey)) return payload
  const { id } = payload
  return { id, jsonrpc: '2.0', error: { code: -32000, message: CONTRACT_SIGNATURE } }
}

/** The store that the client wants (its `IKeyValueStorage`). */
type ClientStorage = {
  getKeys(): Promise<string[]>
  getEntries<T>(): Promise<[string, T][]>
  getItem<T>(key: string): Promise<T | undefined>
  setItem<T>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
}

const PREFIX = 'wc.'

/**
 * The client's store over the page's own: it works where IndexedDB is blocked and on a server, and a reload finds it
 * again at once. The client keeps its lists in memory and writes them whole; here what another tab has stored meanwhile
 * stays, its sessions and their keys above all.
 *
 * @param instance text in the client's keys that is new at each load; it is left out
 */
export function clientStorage(storage: KeyValueStorage, instance: string): ClientStorage {
  const used = new Set<string>()
  /** What the client holds in memory, as JSON, since it last read or wrote it. */
  const held = new Map<string, string | undefined>()
  const nameOf = (key: string) => {
    used.add(key)
    return PREFIX + key.replace(`:${instance}`, '')
  }
  const getItem = async <T>(key: string): Promise<T | undefined> => {
    const text = storage.get(nameOf(key))
    held.set(key, text)
    return parse<T>(text)
  }
  return {
    getItem,
    getKeys: async () => [...used],
    async getEntries<T>() {
      const entries: [string, T][] = []
      for (const key of used) {
        const value = await getItem<T>(key)
        if (value !== undefined) entries.push([key, value])
      }
      return entries
    },
    async setItem(key, value) {
      const own = JSON.stringify(value, withoutBigInt)
      const [before, stored] = [held.get(key), storage.get(nameOf(key))]
      held.set(key, own)
      const isOurs = stored === undefined || stored === before
      const merged = isOurs ? own : JSON.stringify(mergeStored(parse(before), parse(own), parse(stored)))
      storage.set(nameOf(key), merged)
    },
    async removeItem(key) {
      storage.remove(nameOf(key))
      held.delete(key)
      used.delete(key)
    },
  }
}

const withoutBigInt = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)

/** Whatever somebody else wrote there is as good as nothing. */
function parse<T>(text: string | undefined): T | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

/** After how long a message that the relay has not acknowledged is sent again, and is given up; ms. */
const RESEND_AFTER = 2_500
const GIVE_UP_AFTER = 14_000

/** What of the client's relayer is not in its types (2.21.8). */
type Inner = {
  connected: boolean
  connectPromise: Promise<void> | undefined
  connect(): Promise<void>
  confirmOnlineStateOrThrow(): Promise<void>
}

/** A message that waits to be sent again. */
type Queued = { request: unknown; opts: unknown; attempt: number }
type Publisher = {
  queue: Map<string, Queued>
  rpcPublish(request: unknown, opts: unknown): Promise<unknown>
}

/**
 * Puts right what the client does when the relay is away:
 *
 * 1. A request without a socket opens one, which subscribes again by requests without a socket, each of which opens one:
 *    a loop that never rests. Here all wait for one attempt.
 * 2. A message that is given up must not reach the wallet afterwards, when the page has told its visitor that it failed.
 *    The client would wait 15 s before it sends again after a lost socket, and try for a minute.
 * 3. A mark of "reconnecting" stays after an error. While it is set a lost socket is not noticed, and the next one is
 *    opened without its topics. It is taken away once there is a socket.
 * 4. Messages that wait are sent again on every beat, and nobody hears when that fails: the page would be told of a
 *    rejection without a handler. Here they wait for the socket.
 */
function mendRelayer({ relayer }: Client['core']): void {
  const inner = relayer as unknown as Inner
  const attempt = (): Promise<void> => {
    inner.connectPromise ??= inner.connect().finally(() => {
      inner.connectPromise = undefined
    })
    return inner.connectPromise
  }
  Object.assign(relayer, {
    async toEstablishConnection() {
      await inner.confirmOnlineStateOrThrow()
      if (inner.connected) return
      // One that began long ago may be asleep before its last try: whoever asks now is owed a try of now.
      if (inner.connectPromise) await inner.connectPromise.catch(() => undefined)
      if (!inner.connected) await attempt()
      if (!inner.connected) throw new RelayUnreachableError()
    },
  })
  const publisher = relayer.publisher as unknown as Publisher
  Object.assign(publisher, {
    initialPublishTimeout: RESEND_AFTER,
    publishTimeout: GIVE_UP_AFTER,
    checkQueue() {
      if (!inner.connected) return
      for (const [id, queued] of publisher.queue) {
        publisher.queue.set(id, { ...queued, attempt: queued.attempt + 1 })
        publisher.rpcPublish(queued.request, queued.opts).catch(() => undefined)
      }
    },
  })
  relayer.on('relayer_connect', () => void Object.assign(relayer, { reconnectInProgress: false }))
}

/** Hashes of messages that are remembered, of one topic. */
const MOST_REMEMBERED = 500

/** What the client remembers of messages (2.21.8): by topic, each text by its hash. */
type Remembered = { messages: Map<string, Record<string, string>>; persist(): Promise<void> }

/**
 * The client keeps the text of each message for as long as a session lasts, in the page's own storage, and never reads it: it
 * asks whether a hash is there, so as not to take a message twice. Some days of requests would fill what the page may store.
 * Here the newest hashes are kept, without the texts. What has not been worked on yet is kept elsewhere.
 */
function mendMessages({ relayer }: Client['core']): void {
  const remembered = relayer.messages as unknown as Remembered
  const persist = remembered.persist.bind(remembered)
  Object.assign(remembered, {
    persist() {
      for (const [topic, known] of remembered.messages) {
        const newest = Object.keys(known).slice(-MOST_REMEMBERED)
        remembered.messages.set(topic, Object.fromEntries(newest.map((hash) => [hash, ''])))
      }
      return persist()
    },
  })
}

/** What of the client's pairings and history is not in its types (2.21.8). Every end of a pairing is one of these. */
type Pairings = { deletePairing(topic: string, isExpired?: boolean): Promise<void> }
type Proposed = { proposer?: { publicKey?: unknown } } | null

/**
 * What was proposed by a pairing would stay in the page's storage for a month after the pairing, and the key that it was
 * proposed with for ever. A page that shows a link all day would store nothing else after some days. Here both go with the
 * pairing: without its key no answer can be read anyway.
 */
function mendPairings({ pairing, history, crypto: { keychain } }: Client['core']): void {
  const inner = pairing as unknown as Pairings
  const end = inner.deletePairing
  const forget = async (topic: string) => {
    for (const { id, request, topic: place } of history.values) {
      if (place !== topic || request.method !== 'wc_sessionPropose') continue
      history.delete(topic, id)
      const key = (request.params as Proposed)?.proposer?.publicKey
      if (typeof key === 'string' && keychain.has(key)) await keychain.del(key)
    }
  }
  Object.assign(pairing, {
    async deletePairing(...ended: Parameters<typeof end>) {
      await end(...ended)
      await forget(ended[0]).catch(() => undefined)
    },
  })
}

type Check = (...args: readonly unknown[]) => unknown

/** Whoever waits for it still hears why it failed. */
function handled(result: unknown): unknown {
  if (result instanceof Promise) result.catch(() => undefined)
  return result
}

/**
 * The client checks what a wallet sends by promises that it does not wait for, and answers it by some (2.21.8). What they refuse, such as
 * the end of a session that has ended already, would be told to the page as a rejection without a handler.
 */
export function mendEngine({ engine }: Pick<Client, 'engine'>): void {
  for (const [name, check] of Object.entries(engine)) {
    if (!/^(?:isValid|sendResult$|sendError$)/.test(name) || typeof check !== 'function') continue
    Object.assign(engine, { [name]: (...args: readonly unknown[]) => handled((check as Check)(...args)) })
  }
}

export type Client = Awaited<ReturnType<typeof SignClient.init>>
export type Session = ReturnType<Client['session']['getAll']>[number]

/**
 * Starts a sign client that contacts the relay and nothing else. It does not wait for the relay, and contacts it only
 * when there is a session or something to say.
 */
export async function createClient(
  context: ConnectorContext,
  options: WalletConnectOptions,
): Promise<Client> {
  // The client keeps one core per prefix in a global. Two configs on one page must not share theirs.
  const instance = `latchkey-${randomId()}`
  const metadata = metadataOf(options.metadata ?? context.metadata)
  const draft = new SignClient({
    relayUrl: options.relayUrl,
    projectId: options.projectId ?? context.projectId,
    metadata,
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: instance,
    storage: clientStorage(context.storage, instance),
  })
  const { core } = draft
  const globals = globalThis as Record<string, unknown>
  for (const name of [`_walletConnectCore_${instance}`, `_walletConnectCore_${instance}_count`])
    delete globals[name]
  silence(core)
  mendRelayer(core)
  mendMessages(core)
  mendPairings(core)
  const client = await SignClient.init({ core, metadata, logger: 'silent' })
  mendEngine(client)
  return client
}

/**
 * The verify server, the telemetry and the check of contract signatures have their addresses built in; the first is waited
 * for 5 s at each step.
 */
function silence(core: Client['core']): void {
  const nothing = async () => undefined
  Object.assign(core.verify, { init: nothing, register: nothing, resolve: nothing })
  Object.assign(core.eventClient, { init: nothing })
  const decode = core.crypto.decode.bind(core.crypto)
  Object.assign(core.crypto, {
    decode: async (...sealed: Parameters<typeof decode>) =>
      withoutContractSignatures(await decode(...sealed)),
  })
}

/** What the wallet shows of the page. The address is the page's own whatever was configured: wallets compare it. */
function metadataOf(given: AppMetadata | undefined) {
  const page = typeof window === 'undefined' ? undefined : window
  const url = page?.location.origin ?? given?.url ?? ''
  return {
    name: given?.name || page?.document.title || page?.location.hostname || 'Latchkey',
    description: given?.description ?? '',
    url,
    icons: [...(given?.icons ?? [])],
  }
}

const randomId = () => bytesToHex(crypto.getRandomValues(new Uint8Array(16))).slice(2)
