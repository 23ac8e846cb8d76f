import { type DestinationStream, type LoggerOptions, pino } from 'pino'

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
