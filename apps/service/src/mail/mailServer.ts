import nodemailer from 'nodemailer'

export type Mail = { to: string; subject: string; text: string; html: string }

/** What became of one attempt. `later`: the server asked to try again; `refused`: it will not take this recipient. */
export type MailOutcome = 'sent' | 'later' | 'refused' | 'failed'

/** Hands one mail over. Never rejects. */
export type SendMail = (mail: Mail) => Promise<MailOutcome>

type MailServer = {
  sendMail: SendMail
  /** Connects and signs in without a mail. Rejects when that does not work. */
  greet(): Promise<void>
  close(): void
}

/** Connections to the mail server at once, and mails on one of them. */
const MOST_CONNECTIONS = 5
const MAILS_A_CONNECTION = 100
/** So many mails may wait for a connection; the queue in the database keeps the others. */
const MOST_WAITING = 100

function outcomeOf(error: unknown): MailOutcome {
  if (!(error instanceof Error)) return 'failed'
  const { code, command, responseCode } = error as Error & Partial<Record<string, unknown>>
  if (code !== 'EENVELOPE' || typeof responseCode !== 'number') return 'failed'
  if (responseCode < 500) return 'later'
  // A server that refuses the sender, or takes no mail at all, says nothing of the recipient: the queue keeps the mail.
  return command === 'RCPT TO' ? 'refused' : 'failed'
}

/**
 * Sends by SMTP over a few connections that stay open.
 *
 * @param smtpUrl `smtp://user:password@host:port` or `smtps://…`
 * @param from the sender of every mail
 */
export function connectMailServer(smtpUrl: string, from: string): MailServer {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: MOST_CONNECTIONS,
    maxMessages: MAILS_A_CONNECTION,
    // A connection that was lost in the middle: the queue tries again as well.
    maxRequeues: 1,
    connectionTimeout: 4_000,
    greetingTimeout: 4_000,
    socketTimeout: 10_000,
    dnsTimeout: 4_000,
    // A mail's content never names a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  transport.on('error', () => undefined)
  let waiting = 0
  return {
    async sendMail(mail) {
      if (waiting >= MOST_CONNECTIONS + MOST_WAITING) return 'later'
      waiting += 1
      try {
        await transport.sendMail({
          ...mail,
          from,
          // RFC 3834: no vacation notes, please.
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
        return 'sent'
      } catch (error) {
        return outcomeOf(error)
      } finally {
        waiting -= 1
      }
    },
    greet: async () => void (await transport.verify()),
    close: () => transport.close(),
  }
}

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
