import type { MailServer, SendMail } from './connectMailServer.ts'

/** `failing`: the mail server does not answer, or takes nothing. `off`: there is none. */
export type MailHealth = 'ok' | 'failing' | 'off'

/** What was seen last counts for so long, ms; then the mail server is greeted. */
const SEEN = 30_000
/** One recipient that is put off says nothing of the server; so many mails one after the other do. */
const PUT_OFF = 5

/**
 * Remembers how the mail server behaves.
 *
 * @param sendMail null: there is no mail server
 * @param greet asks one that was not heard of lately
 * @param now milliseconds since the epoch
 */
export function watchMail(
  sendMail: SendMail | null,
  greet: MailServer['greet'],
  now: () => number,
): { sendMail: SendMail | null; health: () => Promise<MailHealth> } {
  if (!sendMail) return { sendMail, health: async () => 'off' }
  let seen: MailHealth = 'ok'
  let seenAt = Number.NEGATIVE_INFINITY
  let putOff = 0
  let asking: Promise<MailHealth> | null = null
  const see = (health: MailHealth): MailHealth => {
    seenAt = now()
    seen = health
    return health
  }
  const ask = () =>
    greet().then(
      () => see('ok'),
      () => see('failing'),
    )
  return {
    async sendMail(mail) {
      const outcome = await sendMail(mail)
      putOff = outcome === 'later' ? putOff + 1 : 0
      see(outcome === 'failed' || putOff >= PUT_OFF ? 'failing' : 'ok')
      return outcome
    },
    async health() {
      if (now() - seenAt < SEEN) return seen
      asking ??= ask().finally(() => {
        asking = null
      })
      return asking
    },
  }
}
