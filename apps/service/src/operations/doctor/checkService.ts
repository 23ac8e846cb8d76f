import { randomBytes } from 'node:crypto'
import { keysDocumentConfig } from '@latchkey/protocol'
import * as z from 'zod'
import { isLoopbackName } from '../../config/originPattern.ts'
import { createChannel } from '../../crypto/channel.ts'
import {
  type Diagnosis,
  type Finding,
  fail,
  judgeSkew,
  ok,
  type Reply,
  readJson,
  reasonOf,
  warn,
} from './Diagnosis.ts'

async function checkUrl({ ask }: Diagnosis, text: string): Promise<Finding> {
  const check = 'relay'
  const url = new URL(text)
  if (url.protocol === 'ws:' && !isLoopbackName(url.hostname))
    return fail(
      check,
      `RELAY_PUBLIC_URLS: ${text} is not encrypted; pages on https cannot use it.`,
      'Write wss://….',
    )
  const address = text.replace(/^ws/, 'http')
  try {
    // RFC 6455 section 4.1, without a token: the relay must refuse it, by 401.
    const { status } = await ask(address, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': randomBytes(16).toString('base64'),
      },
    })
    if (status === 401) return ok(check, `The relay answers at ${text}.`)
    return fail(
      check,
      `RELAY_PUBLIC_URLS: ${text} is answered with ${status}.`,
      'Let the proxy pass upgrades to WebSocket on to the service, with the path as it is.',
    )
  } catch (error) {
    return fail(
      check,
      `RELAY_PUBLIC_URLS: nothing answers at ${text} (${reasonOf(error)}).`,
      'Check the DNS name, the certificate and the proxy.',
    )
  }
}

/** Whether clients reach the relay at each of its addresses; nothing without a relay. */
export function checkRelay(diagnosis: Diagnosis): Promise<Finding[]> {
  const urls = diagnosis.config.relay?.publicUrls ?? []
  return Promise.all(urls.map((url) => checkUrl(diagnosis, url)))
}

const healthSchema = z.object({ mail: z.string(), time: z.number() })

function judgeMail(mail: string): Finding {
  if (mail === 'ok') return ok('service.health', 'The API answers, with its database and mail.')
  if (mail === 'off')
    return warn(
      'service.health',
      'The API answers, without mail.',
      'Set SMTP_URL, or nobody can sign in by e-mail.',
    )
  return warn(
    'service.health',
    'The API answers, and its mail server does not take mail.',
    'See the findings on mail, and latchkey_mails_total in /metrics.',
  )
}

function judgeHealth({ status, body, headers }: Reply): Finding[] {
  const health = healthSchema.safeParse(readJson(body))
  if (status !== 200 || !health.success) {
    const isDatabase = status === 503
    return [
      fail(
        'service.health',
        `The API answers ${status} at /health.`,
        isDatabase
          ? 'The service does not reach its database: see DATABASE_URL or PGLITE_DIR.'
          : 'Something else answers at API_ORIGIN: the proxy must pass the Host header on to the service.',
      ),
    ]
  }
  const date = Date.parse(headers.get('date') ?? '')
  return [
    judgeMail(health.data.mail),
    judgeSkew('clock.service', 'the service', health.data.time - Date.now()),
    Number.isNaN(date)
      ? warn('clock.proxy', 'Answers have no Date header.', 'Let the proxy pass the Date header on.')
      : judgeSkew('clock.proxy', 'what answers at API_ORIGIN', date - Date.now()),
  ]
}

async function checkHealth({ ask, config }: Diagnosis): Promise<Finding[]> {
  try {
    return judgeHealth(await ask(`${config.apiOrigin}/health`))
  } catch (error) {
    return [
      fail(
        'service.health',
        `Nothing answers at API_ORIGIN (${reasonOf(error)}).`,
        'Start the service; check the DNS name, the certificate and the proxy.',
      ),
    ]
  }
}

/** From outside there must be nothing; this machine itself may read them. */
export async function checkMetrics({ ask, config }: Pick<Diagnosis, 'ask' | 'config'>): Promise<Finding[]> {
  if (isLoopbackName(new URL(config.apiOrigin).hostname)) return []
  const { status } = await ask(`${config.apiOrigin}/metrics`).catch(() => ({ status: 0 }))
  // Nothing is known then: no answer came, or a proxy's in the place of the service's. The check of health says so.
  if (status < 200 || status >= 500) return []
  if (status !== 200) return [ok('service.metrics', 'Metrics are not public.')]
  return [
    warn(
      'service.metrics',
      '/metrics was answered without a token.',
      'Right on this machine; if others can read it too, let the proxy set X-Forwarded-For and set METRICS_TOKEN.',
    ),
  ]
}

/** The configuration in a document, as the service wrote it into the HTML. */
export function readDocumentConfig(html: string): unknown {
  const content = /<meta name="latchkey-config" content="([^"]*)"/.exec(html)?.[1] ?? ''
  const text = content
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
  return readJson(text)
}

function channelKeyIn(html: string): string | null {
  try {
    return keysDocumentConfig(readDocumentConfig(html)).channelKey
  } catch {
    // No document of the service.
    return null
  }
}

/** The channel's public key tells which KEK a running process has. */
export async function checkRunningKey({
  ask,
  config,
}: Pick<Diagnosis, 'ask' | 'config'>): Promise<Finding[]> {
  const project = config.projects.find(({ disabled }) => !disabled)
  if (!project) return []
  const { kek, others } = config.secrets
  const reply = await ask(`${config.keysOrigin}/keys?projectId=${project.id}`).catch(() => null)
  if (reply?.status !== 200) return []
  const channelKey = channelKeyIn(reply.body)
  if (channelKey === null) return []
  if (channelKey === (await createChannel(kek)).publicKey)
    return [ok('service.kek', 'The running service has the KEK that is set here.')]
  const earlier = await Promise.all((others?.keks ?? []).map((key) => createChannel(key)))
  if (earlier.some(({ publicKey }) => publicKey === channelKey))
    return [
      warn(
        'service.kek',
        'A process still writes with the key in KEK_PREVIOUS.',
        'Restart every process with the environment of now; then run "rotate" again.',
      ),
    ]
  return [
    fail(
      'service.kek',
      'The running service has another KEK than the one set here.',
      'Run the doctor with the environment of the service, or restart the service with this KEK.',
    ),
  ]
}

/** Whether the service answers from outside, on time, with the keys that are set. */
export async function checkService(diagnosis: Diagnosis): Promise<Finding[]> {
  const parts = await Promise.all([
    checkHealth(diagnosis),
    checkMetrics(diagnosis),
    checkRunningKey(diagnosis),
  ])
  return parts.flat()
}
