import { connect as connectPlain, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectTls } from 'node:tls'

export type SmtpGreeting = {
  /** Keywords of the answer to EHLO (RFC 5321 section 4.1.1.1), in capitals. */
  keywords: string[]
}

const TIMEOUT = 8_000
const LONGEST = 16_384

/** Reads whole replies: lines up to the one whose code is followed by a space (RFC 5321 section 4.2.1). */
async function* readReplies(socket: Socket): AsyncGenerator<string> {
  let text = ''
  for await (const chunk of socket) {
    text += String(chunk)
    if (text.length > LONGEST) throw new Error('The reply is too long.')
    const end = /(?:^|\r?\n)[0-9]{3} [^\n]*\r?\n/.exec(text)
    if (!end) continue
    yield text
    text = ''
  }
}

async function nextReply(replies: AsyncGenerator<string>): Promise<string> {
  const { value, done } = await replies.next()
  if (done) throw new Error('The server hung up.')
  return value
}

/**
 * Greets a mail server and leaves: no sender, no recipient, no mail.
 *
 * @param smtpUrl `smtp://…` or `smtps://…`
 * @throws Error when there is no server, or it does not speak SMTP
 */
export async function greetSmtp(smtpUrl: string): Promise<SmtpGreeting> {
  const url = new URL(smtpUrl)
  const isTls = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || (isTls ? 465 : 587))
  const socket = isTls ? connectTls({ host, port, servername: host }) : connectPlain({ host, port })
  socket.setTimeout(TIMEOUT, () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
  try {
    const replies = readReplies(socket)
    if (!(await nextReply(replies)).startsWith('220')) throw new Error('The server does not greet.')
    socket.write(`EHLO ${hostname().replace(/[^A-Za-z0-9.-]/g, '') || 'localhost'}\r\n`)
    const answer = await nextReply(replies)
    if (!answer.startsWith('250')) throw new Error('The server refuses EHLO.')
    socket.write('QUIT\r\n')
    const lines = answer.trim().split(/\r?\n/).slice(1)
    return { keywords: lines.map((line) => line.slice(4).split(' ')[0]?.toUpperCase() ?? '') }
  } finally {
    socket.destroy()
  }
}
