import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { withDeadline } from '@latchkey/std/deadline'
import * as z from 'zod'
import { isLoopbackName } from '../../config/originPattern.ts'
import type { ServiceConfig } from '../../config/ServiceConfig.ts'
import type { Database } from '../../db/Database.ts'

/** Proofs of devices are taken from a minute before to a minute after. */
const MOST = 30_000
const NOTABLE = 5_000

/** @param skew ms by which the other clock is ahead of this one */
export function judgeSkew(check: string, whose: string, skew: number): Finding {
  const seconds = Math.round(Math.abs(skew) / 1_000)
  const message = `The clock of ${whose} is ${seconds} s ${skew > 0 ? 'ahead' : 'behind'}.`
  const fix = 'Set both clocks by NTP.'
  if (Math.abs(skew) > MOST) return fail(check, message, fix)
  if (Math.abs(skew) > NOTABLE) return warn(check, message, fix)
  return ok(check, `The clock of ${whose} agrees.`)
}

const MARKS: Readonly<Record<Level, string>> = { ok: '✓', warn: '!', fail: '✗' }

/** One line a finding, and what to do under those that need it. */
export function describeFindings(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ check, level, message, fix }) => [
    `${MARKS[level]} ${check}  ${message}`,
    ...(fix && level !== 'ok' ? [`    ${fix}`] : []),
  ])
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length
  return [...lines, '', `${count('ok')} ✓  ${count('warn')} !  ${count('fail')} ✗`].join('\n')
}

/** 0: nothing is broken; 1: something is. */
export const exitCodeOf = (findings: readonly Finding[]): 0 | 1 =>
  findings.some(({ level }) => level === 'fail') ? 1 : 0

/** `ok`: as it should be. `warn`: works, and should be better. `fail`: does not work, or is not safe. */
export type Level = 'ok' | 'warn' | 'fail'

/** What one check has found. */
export type Finding = {
  /** Stable name, such as `mail.starttls`. */
  check: string
  level: Level
  /** One sentence. It holds no secret. */
  message: string
  /** What to do, for everything but `ok`. */
  fix?: string
}

export const ok = (check: string, message: string): Finding => ({ check, level: 'ok', message })
export const warn = (check: string, message: string, fix: string): Finding => ({
  check,
  level: 'warn',
  message,
  fix,
})
/** What was not begun within the time of its check. */
export const notInTime = (check: string, what: string): Finding =>
  warn(
    check,
    `${what}: there was no time to look.`,
    'Correct what answers slowly; then run the doctor again.',
  )
export const fail = (check: string, message: string, fix: string): Finding => ({
  check,
  level: 'fail',
  message,
  fix,
})

/** What a text says in JSON; undefined when it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export type Reply = { status: number; headers: Headers; body: string }
export type AskOptions = {
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string
}

/** Of one question, ms. */
export const TIMEOUT = 8_000
const MOST_BYTES = 262_144

/** RFC 6761 section 6.3: names under localhost are this machine; not every resolver knows. */
const lookupLoopback: LookupFunction = (_hostname, options, callback) => {
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }])
  else callback(null, '127.0.0.1', 4)
}

/**
 * One request without redirects. The answer is cut after 256 KiB.
 *
 * @throws Error when there is no answer within 8 s
 */
export function ask(address: string, options: AskOptions = {}): Promise<Reply> {
  const url = new URL(address)
  return withDeadline({ ms: TIMEOUT }, (signal) => send(url, options, signal))
}

function send(url: URL, options: AskOptions, signal: AbortSignal): Promise<Reply> {
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const outgoing = start(
      url,
      {
        method: options.method ?? 'GET',
        headers: { 'user-agent': 'latchkey-doctor', ...options.headers },
        agent: false,
        signal,
        ...(url.hostname.endsWith('localhost') && isLoopbackName(url.hostname)
          ? { lookup: lookupLoopback }
          : {}),
      },
      (incoming) => {
        const headers = new Headers()
        for (const [name, value] of Object.entries(incoming.headers))
          if (value !== undefined) headers.set(name, [value].flat().join(', '))
        const chunks: Buffer[] = []
        let length = 0
        const done = () => {
          incoming.destroy()
          resolve({ status: incoming.statusCode ?? 0, headers, body: Buffer.concat(chunks).toString('utf8') })
        }
        incoming.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          length += chunk.length
          if (length > MOST_BYTES) done()
        })
        incoming.once('error', reject)
        incoming.once('end', done)
      },
    )
    outgoing.once('upgrade', (incoming, socket) => {
      socket.destroy()
      resolve({ status: incoming.statusCode ?? 0, headers: new Headers(), body: '' })
    })
    outgoing.once('error', reject)
    outgoing.end(options.body)
  })
}

/** Why there was no answer, without what was asked: addresses may hold keys. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return `no answer within ${TIMEOUT / 1_000} s`
  const { code } = error as Error & { code?: unknown }
  return typeof code === 'string' ? code : error.name
}

/** What every check is handed. */
export type Diagnosis = {
  /** As the service's process has it. */
  environment: Readonly<Record<string, string | undefined>>
  config: ServiceConfig
  /** null: it does not open, or belongs to the running service alone. */
  db: Database | null
  ask: typeof ask
}

const envelope = z.object({ result: z.unknown() })
const hex = z.string().regex(/^0x[0-9a-fA-F]*$/)

type Asking = Pick<Diagnosis, 'ask'>
type Call = { method: string; params?: readonly unknown[] }

/**
 * One JSON-RPC call, with a result of a known form.
 *
 * @throws Error when the answer is none
 */
export async function askRpcFor<Schema extends z.ZodType>(
  { ask }: Asking,
  url: string,
  { method, params = [] }: Call,
  result: Schema,
): Promise<z.output<Schema>> {
  const { status, body } = await ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const reply = envelope.safeParse(readJson(body))
  const parsed = result.safeParse(reply.data?.result)
  if (!parsed.success) throw Object.assign(new Error('no result'), { code: `status ${status}, no result` })
  return parsed.data
}

/**
 * One JSON-RPC call to a node whose result is hex.
 *
 * @throws Error when the answer is none
 */
export const askRpc = (
  diagnosis: Asking,
  url: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<string> => askRpcFor(diagnosis, url, { method, params }, hex)

/** Questions at once: many more, and the doctor itself would be what makes answers late. */
const AT_ONCE = 8
/** Nothing more is begun after so long, ms; a question takes at most eight seconds by itself. */
const TIME = 60_000

/**
 * Does the work for each item, a few at once.
 *
 * @param late what is told of an item that was not begun in time
 * @returns the results in the order of the items
 */
export async function sideBySide<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  late: (item: Item) => Result,
  time = TIME,
): Promise<Result[]> {
  const until = performance.now() + time
  const results: Result[] = []
  const queue = items.entries()
  const take = async () => {
    // All take from one iterator.
    for (const [index, item] of queue)
      results[index] = performance.now() < until ? await work(item) : late(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, take))
  return results
}

/** What was found of an upstream. `isWrong`: it is of another network. */
type Upstream = { place: string; problem: string | null; isWrong: boolean }

/** Asks an upstream which network it is of; it is named by its place, since an address may hold a key. */
async function checkUpstream(
  url: string,
  setting: string,
  otherOf: (url: string) => Promise<string | null>,
): Promise<Upstream> {
  const place = `${setting} (${new URL(url).host})`
  try {
    const other = await otherOf(url)
    return { place, isWrong: other !== null, problem: other === null ? null : `${place} is ${other}` }
  } catch (error) {
    return { place, isWrong: false, problem: `${place}: ${reasonOf(error)}` }
  }
}

/**
 * Whether a network's upstreams answer, and are of that network.
 *
 * @param options.setting the list that names them, such as `rpcUrls`
 * @param options.otherOf asks one: `null`, or what it is instead
 * @param options.kind what they are called
 * @param options.isNeeded whether the network does not work without any
 */
export async function checkUpstreams(
  check: string,
  { name, urls }: { name: string; urls: readonly string[] },
  options: {
    setting: string
    otherOf: (url: string) => Promise<string | null>
    kind: string
    isNeeded: boolean
    fix: string
  },
): Promise<Finding> {
  const { setting, otherOf, kind, isNeeded, fix } = options
  const all = await Promise.all(urls.map((url, index) => checkUpstream(url, `${setting}[${index}]`, otherOf)))
  const bad = all.filter(({ problem }) => problem !== null)
  if (bad.length === 0) return ok(check, `${name}: ${all.length} ${kind}(s) answer.`)
  const message = `${name}: ${bad.map(({ problem }) => problem).join('; ')}.`
  // Others take over for a silent one; one of another network gives wrong answers.
  const isFatal = (isNeeded && bad.length === all.length) || bad.some(({ isWrong }) => isWrong)
  return isFatal ? fail(check, message, fix) : warn(check, message, fix)
}
