import { AsyncLocalStorage } from 'node:async_hooks'
import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import { randomId } from '../crypto/bytes.ts'

export type Logger = {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** Nothing logs these on purpose; should a later line do so, they are cut out. */
const SECRETS = [
  'email',
  'code',
  'token',
  'accessToken',
  'refreshToken',
  'authorization',
  'dpop',
  'body',
  'to',
  'share',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

/** JSON lines on standard output, or on `destination`. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    redact: { paths: SECRETS, censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  return destination ? pino(options, destination) : pino(options)
}

/** What a log may say of an error: names, codes and places. Messages may quote input and are left out. */
export function describeError(error: unknown): { error: string; errorCode?: string | number; at?: string } {
  if (!(error instanceof Error)) return { error: typeof error }
  const root = error.cause instanceof Error ? error.cause : error
  const code =
    'code' in root && (typeof root.code === 'string' || typeof root.code === 'number') ? root.code : undefined
  const frames = (root.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6)
    .map((line) => line.trim())
  return {
    error: root === error ? error.name : `${error.name}: ${root.name}`,
    ...(code === undefined ? {} : { errorCode: code }),
    ...(frames.length ? { at: frames.join(' | ') } : {}),
  }
}

const HEADER = 'x-request-id'
/** What the proxies of this world write: UUIDs, hex, ULIDs and the like. */
const SANE = /^[A-Za-z0-9._-]{8,64}$/

/** One id a request: in the answer, and in every line that is logged on the way to it. */
export type RequestIds = {
  /** Answers a request under its id. */
  answer(request: Request, handler: () => Promise<Response>): Promise<Response>
  /** The logger, with the id of the request that each line belongs to. */
  nameIn(logger: Logger): Logger
  /** Ends it. Until then Node carries the id along in every promise of the process. */
  close(): void
}

/**
 * @param trustedProxies with a proxy of the operator in front, its id is taken if it looks like one; else anybody could
 *   write what they like into the log
 */
export function createRequestIds(trustedProxies: number): RequestIds {
  const current = new AsyncLocalStorage<string>()
  const idOf = (request: Request) => {
    const told = trustedProxies > 0 ? request.headers.get(HEADER) : null
    return told !== null && SANE.test(told) ? told : randomId()
  }
  const named = (facts: object) => {
    const requestId = current.getStore()
    return requestId === undefined ? facts : { requestId, ...facts }
  }
  return {
    async answer(request, handler) {
      const id = idOf(request)
      const response = await current.run(id, handler)
      response.headers.set(HEADER, id)
      return response
    },
    nameIn: (logger) => ({
      info: (facts, message) => logger.info(named(facts), message),
      warn: (facts, message) => logger.warn(named(facts), message),
      error: (facts, message) => logger.error(named(facts), message),
    }),
    close: () => current.disable(),
  }
}
