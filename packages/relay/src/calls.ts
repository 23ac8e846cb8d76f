import * as z from 'zod'

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
const subscriptionId = z.string().max(128).optional()

const publishSchema = z.object({
  topic,
  message,
  ttl,
  tag: z.int().min(0).max(1_000_000).default(0),
  attestation: looseAttestation,
})
const unsubscribeSchema = z.object({ topic, id: subscriptionId })

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
export type CallMethod = keyof CallSchemas
export type CallParams<M extends CallMethod> = z.infer<CallSchemas[M]>
export type Publication = z.infer<typeof publishSchema>

/** Tags of the messages that the session methods stand for. */
export const TAGS = { proposal: 1100, proposalResponse: 1101, settlement: 1102 } as const
