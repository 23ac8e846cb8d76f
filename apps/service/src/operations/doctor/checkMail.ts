import nodemailer from 'nodemailer'
import { isLoopbackName } from '../../config/isLoopbackName.ts'
import { reasonOf } from './ask.ts'
import type { Diagnosis } from './Diagnosis.ts'
import { type Finding, fail, ok } from './Finding.ts'
import { greetSmtp } from './smtpDialog.ts'

/** Whether codes are safe on the way to the mail server. */
export function judgeTransport(smtpUrl: string, keywords: readonly string[]): Finding {
  const { protocol, hostname } = new URL(smtpUrl)
  if (protocol === 'smtps:') return ok('mail.tls', 'The mail server is reached by TLS.')
  if (keywords.includes('STARTTLS')) return ok('mail.tls', 'The mail server offers STARTTLS.')
  if (isLoopbackName(hostname)) return ok('mail.tls', 'The mail server is on this machine.')
  return fail(
    'mail.tls',
    'SMTP_URL: the server offers no STARTTLS, so codes travel in clear.',
    'Use smtps://…, or another mail server.',
  )
}

/** Signs in at the mail server as the service does, and sends nothing. */
async function checkLogin(smtpUrl: string): Promise<Finding[]> {
  if (!new URL(smtpUrl).username) return []
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: 8_000,
    greetingTimeout: 8_000,
    // A server that offers no sign-in must not pass for one that took it.
    forceAuth: true,
  })
  try {
    await transport.verify()
    return [ok('mail.login', 'The mail server takes the user name and password.')]
  } catch (error) {
    return [
      fail(
        'mail.login',
        `The mail server refuses the sign-in (${reasonOf(error)}).`,
        'Correct user name and password in SMTP_URL; special characters are percent-encoded.',
      ),
    ]
  } finally {
    transport.close()
  }
}

function judgeSender({ config }: Diagnosis): Finding {
  const domain = /@([^\s<>@]+)>?\s*$/.exec(config.mail.from)?.[1]
  if (!domain) return fail('mail.from', 'MAIL_FROM is not an address.', 'Write: Name <no-reply@example.net>.')
  if (isLoopbackName(domain) && config.walletOrigin.startsWith('https:'))
    return fail(
      'mail.from',
      `MAIL_FROM: mail from ${domain} is refused everywhere.`,
      'Write an address of a domain that has SPF and DKIM for this mail server.',
    )
  return ok('mail.from', `Mail is sent from ${domain}.`)
}

/** Whether codes can leave, and not in clear. No mail is sent. */
export async function checkMail(diagnosis: Diagnosis): Promise<Finding[]> {
  const { smtpUrl } = diagnosis.config.mail
  if (!smtpUrl)
    return [
      fail(
        'mail.server',
        'SMTP_URL is not set: nobody can sign in by e-mail.',
        'Set SMTP_URL and MAIL_FROM.',
      ),
    ]
  try {
    const { keywords } = await greetSmtp(smtpUrl)
    return [
      ok('mail.server', 'The mail server answers.'),
      judgeTransport(smtpUrl, keywords),
      ...(await checkLogin(smtpUrl)),
      judgeSender(diagnosis),
    ]
  } catch (error) {
    return [
      fail(
        'mail.server',
        `SMTP_URL: the mail server does not answer (${reasonOf(error)}).`,
        'Correct SMTP_URL, or open the way to its port.',
      ),
    ]
  }
}
