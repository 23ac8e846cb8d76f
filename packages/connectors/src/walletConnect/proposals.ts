import type { Client } from './createClient.ts'
import type { Proposal } from './pairUntilAnswered.ts'
import { toPairingError } from './sessionErrors.ts'

type Session = ReturnType<Client['session']['getAll']>[number]

export type { Session }

export const USER_DISCONNECTED = { code: 6000, message: 'User disconnected.' }

export type ProposalParameters<Answer> = {
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
