import nodemailer from 'nodemailer'

export type Mail = { to: string; subject: string; text: string; html: string }

/** What became of one attempt. `later`: the server asked to try again; `refused`: it will not take this recipient. */
export type MailOutcome = 'sent' | 'later' | 'refused' | 'failed'

/** Hands one mail over. Never rejects. */
export type SendMail = (mail: Mail) => Promise<MailOutcome>

function outcomeOf(error: unknown): MailOutcome {
  if (!(error instanceof Error)) return 'failed'
  const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown }
  if (code !== 'EENVELOPE' || typeof responseCode !== 'number') return 'failed'
  return responseCode < 500 ? 'later' : 'refused'
}

/**
 * Sends by SMTP.
 *
 * @param smtpUrl `smtp://user:password@host:port` or `smtps://…`
 * @param from the sender of every mail
 */
export function createSendMail(smtpUrl: string, from: string): SendMail {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: 4_000,
    greetingTimeout: 4_000,
    socketTimeout: 10_000,
    dnsTimeout: 4_000,
    // A mail's content never names a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (mail) => {
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
    }
  }
}
