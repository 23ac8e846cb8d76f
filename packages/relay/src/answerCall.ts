import { createHash } from 'node:crypto'
import * as z from 'zod'
import { type Connection, type Hub, PAGE_BYTES, pushWaiting, subscriptionId } from './Hub.ts'
import type { StoredMessage } from './Mailbox.ts'
import { inAMinute } from './RelayLimits.ts'
import {
  InvalidParamsError,
  MailboxFullError,
  MethodNotFoundError,
  TooFastError,
  TooManySubscriptionsError,
} from './relayErrors.ts'

/**
 * The calls of a client, as clients up to 2.25 make them. Members that are not named here are dropped unread: newer
 * clients add names of methods, chains and transactions ("tvf"), which are nobody's business.
 */
const topic = z.string().regex(/^[0-9a-f]{64}$/)
/** What is sealed is written in base64; a database refuses other things, such as NUL. */
const message = z.string().regex(/^[\x20-\x7e]+$/)
/** Seconds: from one second to thirty days. */
const ttl = z.int().min(1).max(2_592_000)
const attestation = z
  .string()
  .regex(/^[\x20-\x7e]{0,8192}$/)
  .optional()
/** Clients set it to what their verify server gave them, which may be nothing. */
const looseAttestation = z.preprocess((value) => value ?? undefined, attestation)
const optionalId = z.string().max(128).optional()

const publishSchema = z.object({
  topic,
  message,
  ttl,
  tag: z.int().min(0).max(1_000_000).default(0),
  attestation: looseAttestation,
})
const unsubscribeSchema = z.object({ topic, id: optionalId })

/** The parameters of each method. A batch has at most `size` entries. */
export function callSchemas(size: number) {
  const topics = z.array(topic).min(1).max(size)
  return {
    irn_subscribe: z.object({ topic }),
    irn_batchSubscribe: z.object({ topics }),
    irn_unsubscribe: unsubscribeSchema,
    irn_batchUnsubscribe: z.object({ subscriptions: z.array(unsubscribeSchema).min(1).max(size) }),
    irn_publish: publishSchema,
    irn_batchPublish: z.object({ messages: z.array(publishSchema).min(1).max(size) }),
    irn_fetchMessages: z.object({ topic }),
    irn_batchFetchMessages: z.object({ topics }),
    wc_proposeSession: z.object({
      pairingTopic: topic,
      sessionProposal: message,
      ttl: ttl.default(300),
      attestation: looseAttestation,
    }),
    wc_approveSession: z.object({
      pairingTopic: topic,
      sessionTopic: topic,
      sessionProposalResponse: message,
      sessionSettlementRequest: message,
      ttl: ttl.default(300),
    }),
  }
}

export type CallSchemas = ReturnType<typeof callSchemas>
type CallMethod = keyof CallSchemas
type CallParams<M extends CallMethod> = z.infer<CallSchemas[M]>
type Publication = z.infer<typeof publishSchema>

/** Tags of the messages that the session methods stand for. */
const TAGS = { proposal: 1100, proposalResponse: 1101, settlement: 1102 } as const

/** What became of a message: one that is not `isNew` the topic has or had already. */
type Published = { message: StoredMessage; isNew: boolean }

/**
 * Stores a message. Clients repeat a publication that was not answered in time: the same message on the same topic is
 * the same message.
 *
 * @throws MailboxFullError
 */
async function store(hub: Hub, publisher: Connection, publication: Publication): Promise<Published> {
  const { topic, message, ttl, tag, attestation } = publication
  const publishedAt = hub.now()
  const stored: StoredMessage = {
    topic,
    hash: createHash('sha256').update(message).digest('hex'),
    message,
    tag,
    ...(attestation === undefined ? {} : { attestation }),
    publisher: publisher.clientId,
    publishedAt,
    expiresAt: publishedAt + ttl * 1_000,
  }
  const outcome = await hub.mailbox.put(stored, hub.limits.messagesPerTopic)
  if (outcome === 'full') throw new MailboxFullError()
  hub.report({ type: outcome })
  return { message: stored, isNew: outcome === 'stored' }
}

/** Sends a message to every other client of its topic. */
function fanOut(hub: Hub, publisher: Connection, { message, isNew }: Published): void {
  for (const receiver of hub.subscriptions.of(message.topic)) {
    // The other tab of the publisher is the publisher too. A receiver whose subscription reads the mailbox at this
    // moment may have it already.
    if (receiver.clientId === publisher.clientId || receiver.awaitedAs(message) !== undefined) continue
    if (isNew) {
      receiver.push(message, hub.nextId())
      hub.report({ type: 'delivered' })
      continue
    }
    // It may have been stored by a call that failed all the same, and was sent to nobody then.
    pushWaiting(hub, receiver, [message.topic], false).catch((error: unknown) =>
      hub.failed('delivery', error),
    )
  }
}

/**
 * Stores one message or a batch.
 *
 * @returns what is to be sent on
 * @throws TooFastError, MailboxFullError
 */
async function storeAll(
  hub: Hub,
  publisher: Connection,
  publications: readonly Publication[],
): Promise<Published[]> {
  const bytes = publications.reduce(
    (sum, { message, attestation = '' }) => sum + message.length + attestation.length,
    0,
  )
  const { clientId, address } = publisher
  const { publications: messages, volumes, limits, countAll } = hub
  const isCounted =
    messages.take(clientId, publications.length) &&
    volumes.take(address, bytes) &&
    (await countAll(
      `messages:${clientId}`,
      publications.length,
      inAMinute(limits.publishBurst, limits.publishPerSecond),
    )) &&
    (await countAll(
      `bytes:${address}`,
      bytes,
      inAMinute(limits.publishBytesBurst, limits.publishBytesPerSecond),
    ))
  if (!isCounted) throw new TooFastError()
  const published: Published[] = []
  try {
    for (const publication of publications) published.push(await store(hub, publisher, publication))
  } catch (error) {
    // Nobody need wait for the next try for what a refused batch has stored.
    for (const each of published) fanOut(hub, publisher, each)
    throw error
  }
  return published
}

/**
 * Subscribes a socket to topics.
 *
 * @throws TooManySubscriptionsError; then it is subscribed to none of them
 */
function subscribe(hub: Hub, connection: Connection, topics: readonly string[]): void {
  // Nothing would end the subscription of a socket that has closed meanwhile.
  if (!connection.isOpen()) return
  const fresh = new Set(topics.filter((topic) => !connection.topics.has(topic)))
  if (connection.topics.size + fresh.size > hub.limits.subscriptionsPerSocket)
    throw new TooManySubscriptionsError()
  for (const topic of fresh) hub.subscriptions.add(topic, connection)
}

/**
 * Looks at what waits on topics, as far as a page has room. What is fetched counts as delivered when the subscription's
 * message is acknowledged, so it is still there for the next look: one at the same topics goes on where this one ended.
 */
async function fetchWaiting(hub: Hub, connection: Connection, topics: readonly string[]) {
  const asked = createHash('sha256').update(topics.join()).digest('hex')
  const page = await hub.mailbox.pending(topics, connection.clientId, {
    messages: hub.limits.messagesPerTopic,
    bytes: PAGE_BYTES,
    after: connection.looked?.topics === asked ? connection.looked.next : undefined,
  })
  connection.looked = page.next === undefined ? undefined : { topics: asked, next: page.next }
  const messages = page.messages.map(({ topic, message, publishedAt, tag, attestation }) => ({
    topic,
    message,
    publishedAt,
    tag,
    attestation,
  }))
  return { messages, hasMore: page.next !== undefined }
}

/** The result of a call; what it published is sent on after it, and so is what waits on the topics it subscribed to. */
type Answer = { result: unknown; published?: readonly Published[]; subscribed?: readonly string[] }
/** The schemas, and what one socket's calls do. */
export type Methods = { schemas: CallSchemas; handlers: Handlers }
export type Handlers = { [M in CallMethod]: (params: CallParams<M>) => Promise<Answer> | Answer }

/** What each method does for one socket. */
export function handlersOf(hub: Hub, connection: Connection): Handlers {
  const { subscriptions } = hub
  const { clientId } = connection

  const subscribed = (topics: readonly string[], result: unknown): Answer => {
    subscribe(hub, connection, topics)
    return { result, subscribed: topics }
  }
  const storeEach = (messages: readonly Publication[]) => storeAll(hub, connection, messages)
  const fetchAll = async (topics: readonly string[]): Promise<Answer> => ({
    result: await fetchWaiting(hub, connection, topics),
  })
  return {
    irn_subscribe: ({ topic }) => subscribed([topic], subscriptionId(topic, clientId)),
    irn_batchSubscribe: ({ topics }) =>
      subscribed(
        topics,
        topics.map((topic) => subscriptionId(topic, clientId)),
      ),
    irn_unsubscribe({ topic }) {
      subscriptions.remove(topic, connection)
      return { result: true }
    },
    irn_batchUnsubscribe(params) {
      for (const { topic } of params.subscriptions) subscriptions.remove(topic, connection)
      return { result: true }
    },
    async irn_publish(params) {
      return { result: true, published: await storeEach([params]) }
    },
    async irn_batchPublish({ messages }) {
      return { result: true, published: await storeEach(messages) }
    },
    irn_fetchMessages: ({ topic }) => fetchAll([topic]),
    irn_batchFetchMessages: ({ topics }) => fetchAll(topics),
    async wc_proposeSession({ pairingTopic, sessionProposal, ttl, attestation }) {
      // Subscribed first: the answer may come at once.
      subscribe(hub, connection, [pairingTopic])
      const tag = TAGS.proposal
      const proposal = { topic: pairingTopic, message: sessionProposal, ttl, tag, attestation }
      return { result: true, published: await storeEach([proposal]), subscribed: [pairingTopic] }
    },
    async wc_approveSession(params) {
      const { sessionTopic, pairingTopic, sessionProposalResponse, sessionSettlementRequest, ttl } = params
      const plain = { ttl, attestation: undefined }
      subscribe(hub, connection, [sessionTopic])
      const published = await storeEach([
        { ...plain, topic: pairingTopic, message: sessionProposalResponse, tag: TAGS.proposalResponse },
        { ...plain, topic: sessionTopic, message: sessionSettlementRequest, tag: TAGS.settlement },
      ])
      return { result: true, published, subscribed: [sessionTopic] }
    },
  }
}

async function handle<M extends CallMethod>(
  { schemas, handlers }: Methods,
  method: M,
  params: unknown,
): Promise<Answer> {
  const parsed = schemas[method].safeParse(params)
  if (!parsed.success) throw new InvalidParamsError()
  return handlers[method](parsed.data as CallParams<M>)
}

/** The method of that name, if the relay has it. */
export function methodNamed(schemas: CallSchemas, name: string): CallMethod | undefined {
  return Object.hasOwn(schemas, name) ? (name as CallMethod) : undefined
}

/**
 * Does one call.
 *
 * @param answer sends the result
 * @throws BaseError with the code to answer
 */
export async function answerCall(
  hub: Hub,
  connection: Connection,
  methods: Methods,
  call: { method: CallMethod | undefined; params: unknown },
  answer: (result: unknown) => void,
): Promise<void> {
  if (!call.method) throw new MethodNotFoundError()
  const { result, published = [], subscribed } = await handle(methods, call.method, call.params)
  // Answered first: a client that gets the other side's reply before it knows that it was heard may lose the reply.
  answer(result)
  for (const each of published) fanOut(hub, connection, each)
  if (subscribed)
    await pushWaiting(hub, connection, subscribed, true).catch((error: unknown) =>
      hub.failed('delivery', error),
    )
}
