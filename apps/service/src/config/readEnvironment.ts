import { readFileSync } from 'node:fs'
import { comparableUrl } from '@latchkey/relay'
import * as z from 'zod'
import { chainSchema } from './chains.ts'
import { projectSchema } from './projects.ts'
import type { ServiceConfig } from './ServiceConfig.ts'

type Environment = Readonly<Record<string, string | undefined>>

const origin = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null
  const plain =
    url && /^https?:\/\/[a-z0-9.:[\]_-]+$/.test(url.origin) && url.origin === text.replace(/\/$/, '')
  if (plain) return url.origin
  context.addIssue({ code: 'custom', message: 'write scheme://host or scheme://host:port' })
  return z.NEVER
})
const secret = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/, 'write 64 hex digits (openssl rand -hex 32)')
  .transform((hex) => new Uint8Array(Buffer.from(hex, 'hex')))
const integer = (max: number) =>
  z
    .string()
    .regex(/^[0-9]{1,5}$/, 'write a whole number')
    .transform(Number)
    .refine((value) => value <= max, `at most ${max}`)

const relayUrls = z.string().transform((text, context) => {
  const urls = text.split(',').map((url) => url.trim())
  if (urls.every((url) => comparableUrl(url) !== undefined)) return urls
  context.addIssue({ code: 'custom', message: 'write ws://… or wss://… addresses with a comma between' })
  return z.NEVER
})

const schema = z
  .object({
    PORT: integer(65_535).default(8787),
    HOST: z.string().min(1).default('127.0.0.1'),
    WALLET_ORIGIN: origin,
    KEYS_ORIGIN: origin,
    API_ORIGIN: origin,
    WALLET_NAME: z.string().min(1).max(32).default('Latchkey'),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, 'write smtp://… or smtps://…')
      .optional(),
    MAIL_FROM: z.string().min(3).max(254).default('Latchkey <no-reply@localhost>'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'write postgres://…')
      .optional(),
    PGLITE_DIR: z.string().min(1).optional(),
    CHAINS: z.string().optional(),
    CHAINS_FILE: z.string().optional(),
    PROJECTS: z.string().optional(),
    PROJECTS_FILE: z.string().optional(),
    KEK: secret,
    RECOVERY_KEK: secret,
    PEPPER: secret,
    FRAME_DIST: z.string().min(1),
    KEYS_DIST: z.string().min(1),
    DIRECTORY_DIR: z.string().min(1).optional(),
    TRUSTED_PROXIES: integer(8).default(0),
    METRICS_TOKEN: z.string().min(16).optional(),
    ADMIN_TOKEN: z
      .string()
      .regex(/^\S{32,}$/, 'write at least 32 characters (openssl rand -hex 32)')
      .optional(),
    ANALYTICS_RETENTION_DAYS: integer(3_650).default(30),
    ANALYTICS_ADDRESSES: z.enum(['true', 'false']).default('false'),
    RELAY_PUBLIC_URLS: relayUrls.optional(),
    RELAY_WALLETS: z.enum(['projects', 'any']).default('projects'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  })
  .check(({ value, issues }) => {
    const complain = (message: string) => issues.push({ code: 'custom', input: undefined, message })
    if (!value.DATABASE_URL && !value.PGLITE_DIR) complain('set DATABASE_URL or PGLITE_DIR')
    const origins = new Set([value.WALLET_ORIGIN, value.KEYS_ORIGIN, value.API_ORIGIN])
    if (origins.size < 3)
      complain('WALLET_ORIGIN, KEYS_ORIGIN and API_ORIGIN must be three different origins')
    const keys = [value.KEK, value.RECOVERY_KEK, value.PEPPER].map((key) => Buffer.from(key).toString('hex'))
    if (new Set(keys).size < 3) complain('KEK, RECOVERY_KEK and PEPPER must be three different keys')
  })

const describeIssues = (prefix: string, error: z.ZodError) =>
  error.issues.map(({ path, message }) => {
    const name = [prefix, ...path].filter((part) => part !== '').join('.')
    const sentence = message.endsWith('received undefined') ? 'is missing' : message
    return `  ${name ? `${name}: ` : ''}${sentence}`
  })

function readList<T>(environment: Environment, name: string, item: z.ZodType<T>, problems: string[]): T[] {
  const file = environment[`${name}_FILE`]
  let text = environment[name]
  try {
    if (text === undefined && file) text = readFileSync(file, 'utf8')
    if (text === undefined) throw new Error(`set ${name} or ${name}_FILE`)
    const result = z.array(item).min(1).safeParse(JSON.parse(text))
    if (result.success) return result.data
    problems.push(...describeIssues(name, result.error))
  } catch (error) {
    problems.push(`  ${name}: ${error instanceof Error ? error.message : 'cannot be read'}`)
  }
  return []
}

/** The environment is not enough to start; the message lists every problem, one a line, and no secret. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

/**
 * Reads the environment variables of docs/operator.md.
 *
 * @throws EnvironmentError naming every variable that is missing or wrong
 */
export function readEnvironment(environment: Environment): {
  host: string
  port: number
  config: ServiceConfig
} {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(set)
  const problems = parsed.success ? [] : describeIssues('', parsed.error)
  const chains = readList(set, 'CHAINS', chainSchema, problems)
  const projects = readList(set, 'PROJECTS', projectSchema, problems)
  if (!parsed.success || problems.length)
    throw new EnvironmentError(`The service cannot start with this environment:\n${problems.join('\n')}`)
  const value = parsed.data
  return {
    host: value.HOST,
    port: value.PORT,
    config: {
      walletOrigin: value.WALLET_ORIGIN,
      keysOrigin: value.KEYS_ORIGIN,
      apiOrigin: value.API_ORIGIN,
      walletName: value.WALLET_NAME,
      projects,
      chains,
      secrets: { kek: value.KEK, recoveryKek: value.RECOVERY_KEK, pepper: value.PEPPER },
      mail: { smtpUrl: value.SMTP_URL ?? null, from: value.MAIL_FROM },
      database: value.DATABASE_URL ? { url: value.DATABASE_URL } : { directory: value.PGLITE_DIR ?? '' },
      frameDist: value.FRAME_DIST,
      keysDist: value.KEYS_DIST,
      ...(value.DIRECTORY_DIR ? { directoryDir: value.DIRECTORY_DIR } : {}),
      trustedProxies: value.TRUSTED_PROXIES,
      metricsToken: value.METRICS_TOKEN ?? null,
      adminToken: value.ADMIN_TOKEN ?? null,
      analytics: {
        retentionDays: value.ANALYTICS_RETENTION_DAYS,
        keepsAddresses: value.ANALYTICS_ADDRESSES === 'true',
      },
      ...(value.RELAY_PUBLIC_URLS
        ? { relay: { publicUrls: value.RELAY_PUBLIC_URLS, wallets: value.RELAY_WALLETS } }
        : {}),
      logLevel: value.LOG_LEVEL,
      now: () => Date.now(),
    },
  }
}
