import type { Connection } from './Connection.ts'
import { type CallMethod, type CallParams, type CallSchemas, type Publication, TAGS } from './calls.ts'
import { type Hub, pushWaiting } from './Hub.ts'
import type { StoredMessage } from './Mailbox.ts'
import { fanOut, storeAll } from './publish.ts'
import { InvalidParamsError, MethodNotFoundError, TooManySubscriptionsError } from './relayErrors.ts'
import { subscriptionId } from './subscriptions.ts'

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
 * Looks at what waits on topics. What is fetched counts as delivered when the subscription's message is acknowledged,
 * so there is never a next page to ask for.
 */
export async function fetchWaiting(hub: Hub, connection: Connection, topics: readonly string[]) {
  const waiting = await hub.mailbox.pending(topics, connection.clientId, hub.limits.messagesPerTopic)
  const messages = waiting.map(({ topic, message, publishedAt, tag, attestation }) => ({
    topic,
    message,
    publishedAt,
    tag,
    attestation,
  }))
  return { messages, hasMore: false }
}

/** The result of a call; what it published is sent on after it, and so is what waits on the topics it subscribed to. */
type Answer = { result: unknown; published?: readonly StoredMessage[]; subscribed?: readonly string[] }
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
  for (const message of published) fanOut(hub, connection, message)
  if (subscribed)
    await pushWaiting(hub, connection, subscribed, true).catch((error: unknown) =>
      hub.failed('delivery', error),
    )
}
