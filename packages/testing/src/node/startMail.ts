import { randomUUID } from 'node:crypto'
import type { Server } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { freePort } from './freePort.ts'
import { createInboxServer } from './mailInbox.ts'
import { createMailStore, type MailMessage, type MailStore } from './mailStore.ts'

export type MailOptions = {
  /** Default: a free port. */
  smtpPort?: number
  /** Port of the inbox page and JSON. Default: a free port. */
  httpPort?: number
  /** How many messages are kept. Default 200. */
  capacity?: number
}

export type Mail = {
  /** smtp://127.0.0.1:port */
  readonly smtpUrl: string
  /** http://127.0.0.1:port, with `GET /api/messages?to=` and `DELETE /api/messages`. */
  readonly inboxUrl: string
  readonly smtpPort: number
  readonly httpPort: number
  /** Newest first. */
  messages: (to?: string) => MailMessage[]
  /** The first message to `to` that is or becomes the newest one after `since`. Milliseconds; default 30 000. */
  waitForMessage: (
    to: string,
    options?: { timeout?: number; since?: Date; signal?: AbortSignal },
  ) => Promise<MailMessage>
  clear: () => void
  /**
   * Takes no mail until told `null`: 421 turns every session away at its greeting, 452 every recipient ("insufficient
   * system storage", RFC 5321 section 4.2.3).
   */
  refuseWith: (code: 421 | 452 | null) => void
  /** Stops SMTP and the inbox; the messages stay. */
  stop: () => Promise<void>
  /** Starts again on the same ports. */
  restart: () => Promise<void>
}

const MAX_MESSAGE_BYTES = 5 * 1024 * 1024

async function read(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function parse(stream: AsyncIterable<Buffer>, to: string[], sender: string): Promise<MailMessage> {
  const mail = await PostalMime.parse(await read(stream))
  return {
    id: randomUUID(),
    to: to.join(', '),
    from: mail.from?.address ?? sender,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    date: new Date().toISOString(),
  }
}

const refusal = (responseCode: number) =>
  Object.assign(new Error('This mail server is full. Try again later.'), { responseCode })

function createSmtpServer(store: MailStore, refusesWith: () => number | null): SMTPServer {
  const server = new SMTPServer({
    // It stands for any mail server: takes every sender and recipient, keeps all, forwards nothing.
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: MAX_MESSAGE_BYTES,
    closeTimeout: 200,
    onConnect: (_session, done) => done(refusesWith() === 421 ? refusal(421) : null),
    onRcptTo(_address, _session, done) {
      const code = refusesWith()
      done(code === null ? null : refusal(code))
    },
    onData(stream, { envelope }, done) {
      const to = envelope.rcptTo.map(({ address }) => address)
      parse(stream, to, envelope.mailFrom ? envelope.mailFrom.address : '').then(
        (message) => {
          store.add(message)
          done()
        },
        (error: unknown) => done(error instanceof Error ? error : new Error('The message cannot be read.')),
      )
    },
  })
  // A client that goes away in the middle is its own affair.
  server.on('error', () => undefined)
  return server
}

function listening(server: Server, port: number, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) =>
      reject(new Error(`${name} cannot use port ${port}: ${cause.message}`, { cause }))
    server.once('error', fail)
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', fail)
      resolve()
    })
  })
}

async function open(
  store: MailStore,
  { smtpPort, httpPort }: { smtpPort: number; httpPort: number },
  refusesWith: () => number | null,
): Promise<() => Promise<void>> {
  const smtp = createSmtpServer(store, refusesWith)
  const inbox = createInboxServer(store)
  const closeSmtp = () => new Promise<void>((resolve) => smtp.close(() => resolve()))
  await listening(smtp.server, smtpPort, 'Mail (SMTP)')
  try {
    await listening(inbox, httpPort, 'Mail (inbox)')
  } catch (error) {
    await closeSmtp()
    throw error
  }
  const closeInbox = () =>
    new Promise<void>((resolve) => {
      inbox.close(() => resolve())
      inbox.closeAllConnections()
    })
  return async () => {
    await Promise.all([closeSmtp(), closeInbox()])
  }
}

function waiter(store: MailStore): Mail['waitForMessage'] {
  return (to, { timeout = 30_000, since = new Date(0), signal } = {}) =>
    new Promise((resolve, reject) => {
      const ended = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])])
      const settle = () => {
        unsubscribe()
        ended.removeEventListener('abort', refuse)
      }
      const refuse = () => {
        settle()
        reject(signal?.aborted ? signal.reason : new Error(`No mail to ${to} within ${timeout} ms.`))
      }
      const look = () => {
        const found = store.list(to).find(({ date }) => new Date(date) >= since)
        if (!found) return
        settle()
        resolve(found)
      }
      const unsubscribe = store.subscribe(look)
      ended.addEventListener('abort', refuse)
      if (ended.aborted) refuse()
      else look()
    })
}

/**
 * Starts a mail server on 127.0.0.1 that keeps what it gets and shows it on a page.
 *
 * @throws Error that names the port when it is taken
 * @example
 * const mail = await startMail({ smtpPort: 1025, httpPort: 8025 })
 * const { text } = await mail.waitForMessage('someone@example.com')
 */
export async function startMail(options: MailOptions = {}): Promise<Mail> {
  const smtpPort = options.smtpPort ?? (await freePort())
  const httpPort = options.httpPort ?? (await freePort())
  const store = createMailStore(options.capacity ?? 200)
  const ports = { smtpPort, httpPort }
  let code: number | null = null
  const refusesWith = () => code
  let close: (() => Promise<void>) | undefined = await open(store, ports, refusesWith)
  const stop = async () => {
    const closing = close
    close = undefined
    await closing?.()
  }
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    inboxUrl: `http://127.0.0.1:${httpPort}`,
    smtpPort,
    httpPort,
    messages: store.list,
    waitForMessage: waiter(store),
    clear: store.clear,
    refuseWith: (next) => {
      code = next
    },
    stop,
    async restart() {
      await stop()
      close = await open(store, ports, refusesWith)
    },
  }
}
