import type { Client } from './createClient.ts'
import { type Session, USER_DISCONNECTED } from './proposals.ts'

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
