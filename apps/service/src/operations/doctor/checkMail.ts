import { getSystemErrorName } from 'node:util'
import nodemailer from 'nodemailer'
import type SMTPTransport from 'nodemailer/lib/smtp-transport'
import { isLoopbackName } from '../../config/originPattern.ts'
import { type Diagnosis, type Finding, fail, ok, reasonOf } from './Diagnosis.ts'

/** Of each step, ms. */
const TIMEOUT = 8_000

/** Whether codes are safe on the way to the mail server. */
export function judgeTransport(smtpUrl: string, offersStartTls: boolean): Finding {
  const { protocol, hostname } = new URL(smtpUrl)
  if (protocol === 'smtps:') return ok('mail.tls', 'The mail server is reached by TLS.')
  if (offersStartTls) return ok('mail.tls', 'The mail server offers STARTTLS.')
  if (isLoopbackName(hostname)) return ok('mail.tls', 'The mail server is on this machine.')
  return fail(
    'mail.tls',
    'SMTP_URL: the server offers no STARTTLS, so codes travel in clear.',
    'Use smtps://…, or another mail server.',
  )
}

/** Greets the mail server and leaves: no sender, no recipient, no mail. */
async function greet(smtpUrl: string, options: SMTPTransport.Options): Promise<void> {
  const times = { connectionTimeout: TIMEOUT, greetingTimeout: TIMEOUT, socketTimeout: TIMEOUT }
  const transport = nodemailer.createTransport({ url: smtpUrl, ...times, ...options })
  try {
    await transport.verify()
  } catch (error) {
    // nodemailer calls all that happens to a socket ESOCKET; the system's own name says more.
    const { errno } = error as NodeJS.ErrnoException
    throw errno === undefined ? error : Object.assign(error as Error, { code: getSystemErrorName(errno) })
  } finally {
    transport.close()
  }
}

function withoutLogin(smtpUrl: string): string {
  const url = new URL(smtpUrl)
  url.username = ''
  url.password = ''
  return url.href
}

/** Whether the server goes over to TLS. Its certificate is judged where the service signs in. */
export const offersStartTls = (smtpUrl: string): Promise<boolean> =>
  greet(withoutLogin(smtpUrl), { requireTLS: true, tls: { rejectUnauthorized: false } }).then(
    () => true,
    () => false,
  )

/** Signs in at the mail server as the service does, and sends nothing. */
async function checkLogin(smtpUrl: string): Promise<Finding[]> {
  if (!new URL(smtpUrl).username) return []
  try {
    // A server that offers no sign-in must not pass for one that took it.
    await greet(smtpUrl, { forceAuth: true })
    return [ok('mail.login', 'The mail server takes the user name and password.')]
  } catch (error) {
    return [
      fail(
        'mail.login',
        `The mail server refuses the sign-in (${reasonOf(error)}).`,
        'Correct user name and password in SMTP_URL; special characters are percent-encoded.',
      ),
    ]
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
    await greet(withoutLogin(smtpUrl), { ignoreTLS: true })
    return [
      ok('mail.server', 'The mail server answers.'),
      judgeTransport(smtpUrl, smtpUrl.startsWith('smtp:') && (await offersStartTls(smtpUrl))),
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
