import { readFileSync } from 'node:fs'
import { comparableUrl } from '@latchkey/relay'
import { privateKeyToAddress } from 'viem/accounts'
import * as z from 'zod'
import { chainSchema } from './chains.ts'
import { nameZones, reservedLabels } from './nameSettings.ts'
import { networkSchema } from './networks.ts'
import { onrampProvidersSchema } from './onrampProviders.ts'
import { projectSchema } from './projects.ts'
import { readKeyFiles, SECRET_VARIABLES } from './readKeyFiles.ts'
import { parseSecretJson, readSecretJson } from './readSecretJson.ts'
import { timeZoneList } from './restrictedTimeZones.ts'
import { type ServiceConfig, socialProvidersSchema } from './ServiceConfig.ts'
import { secretUrl } from './secretUrl.ts'
import { unknownVariables } from './unknownVariables.ts'

function isPrivateKey(hex: string): boolean {
  try {
    return privateKeyToAddress(`0x${hex}`) !== '0x'
  } catch {
    return false
  }
}

/** A private key of secp256k1 in hex, with or without 0x. A refusal does not quote it. */
const signerKey = z.string().transform((text, context) => {
  const hex = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(text)?.[1]
  if (hex && isPrivateKey(hex)) return new Uint8Array(Buffer.from(hex, 'hex'))
  context.addIssue({ code: 'custom', message: 'write the private key: 64 hex digits' })
  return z.NEVER
})

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
const hexKey = /^[0-9a-fA-F]{64}$/
/** Keys that open and seal nothing, with a comma or a space between. */
const otherSecrets = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ''))
  .refine(
    (keys) => keys.every((key) => hexKey.test(key)),
    'write keys of 64 hex digits, with a comma between',
  )
  .transform((keys) => keys.map((hex) => new Uint8Array(Buffer.from(hex, 'hex'))))
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
    DATABASE_LISTEN_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'write postgres://…')
      .optional(),
    PGLITE_DIR: z.string().min(1).optional(),
    CHAINS: z.string().optional(),
    CHAINS_FILE: z.string().optional(),
    NETWORKS: z.string().optional(),
    NETWORKS_FILE: z.string().optional(),
    PROJECTS: z.string().optional(),
    PROJECTS_FILE: z.string().optional(),
    KEK: secret,
    RECOVERY_KEK: secret,
    PEPPER: secret,
    KEK_PREVIOUS: otherSecrets.default([]),
    RECOVERY_KEK_PREVIOUS: otherSecrets.default([]),
    PEPPER_PREVIOUS: otherSecrets.default([]),
    PAYMASTER_SIGNER_KEY: signerKey.optional(),
    NAME_SIGNER_KEY: signerKey.optional(),
    NAME_ZONES: nameZones.optional(),
    NAMES_RESERVED: reservedLabels.default([]),
    FRAME_DIST: z.string().min(1),
    KEYS_DIST: z.string().min(1),
    EARLIER_FILES_DIR: z.string().min(1).optional(),
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
    FARCASTER_RELAY_URL: secretUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
    OPTIMISM_RPC_URL: secretUrl.optional(),
    PRICES_URL: secretUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
    SWAPS_URL: secretUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
    RESTRICTED_TIME_ZONES: timeZoneList.optional(),
    IPFS_GATEWAY: z
      .union([z.literal('none'), secretUrl.transform((url) => url.replace(/\/*$/, '/'))])
      .default('https://ipfs.io/ipfs/'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  })
  .check(({ value, issues }) => {
    const complain = (message: string) => issues.push({ code: 'custom', input: undefined, message })
    if (!value.DATABASE_URL && !value.PGLITE_DIR) complain('set DATABASE_URL or PGLITE_DIR')
    if (!value.FARCASTER_RELAY_URL !== !value.OPTIMISM_RPC_URL)
      complain('set FARCASTER_RELAY_URL and OPTIMISM_RPC_URL together')
    const origins = new Set([value.WALLET_ORIGIN, value.KEYS_ORIGIN, value.API_ORIGIN])
    if (origins.size < 3)
      complain('WALLET_ORIGIN, KEYS_ORIGIN and API_ORIGIN must be three different origins')
    const hex = (key: Uint8Array) => Buffer.from(key).toString('hex')
    const keys = [value.KEK, value.RECOVERY_KEK, value.PEPPER].map(hex)
    if (new Set(keys).size < 3) complain('KEK, RECOVERY_KEK and PEPPER must be three different keys')
    for (const name of ['KEK_PREVIOUS', 'RECOVERY_KEK_PREVIOUS', 'PEPPER_PREVIOUS'] as const)
      if (value[name].some((key) => keys.includes(hex(key)))) complain(`${name} holds a key that is in force`)
    for (const name of ['PAYMASTER_SIGNER_KEY', 'NAME_SIGNER_KEY'] as const)
      if (value[name] && keys.includes(hex(value[name]))) complain(`${name} must be a key of its own`)
    if (!value.NAME_ZONES !== !value.NAME_SIGNER_KEY) complain('set NAME_ZONES and NAME_SIGNER_KEY together')
  })

/** Every name that the service reads. */
const KNOWN = [
  ...Object.keys(schema.shape),
  ...SECRET_VARIABLES.map((name) => `${name}_FILE`),
  'SOCIAL_PROVIDERS',
  'SOCIAL_PROVIDERS_FILE',
  'ONRAMP_PROVIDERS',
  'ONRAMP_PROVIDERS_FILE',
]

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
    if (text !== undefined && file) throw new Error(`set ${name} or ${name}_FILE, not both`)
    if (file) text = readFileSync(file, 'utf8')
    if (text === undefined) throw new Error(`set ${name} or ${name}_FILE`)
    const result = z.array(item).min(1).safeParse(parseSecretJson(text))
    if (result.success) return result.data
    problems.push(...describeIssues(name, result.error))
  } catch (error) {
    problems.push(`  ${name}: ${error instanceof Error ? error.message : 'cannot be read'}`)
  }
  return []
}

/** Where the service's own files are. */
const foldersOf = ({ FRAME_DIST, KEYS_DIST, EARLIER_FILES_DIR, DIRECTORY_DIR }: z.output<typeof schema>) => ({
  frameDist: FRAME_DIST,
  keysDist: KEYS_DIST,
  ...(EARLIER_FILES_DIR ? { earlierFilesDir: EARLIER_FILES_DIR } : {}),
  ...(DIRECTORY_DIR ? { directoryDir: DIRECTORY_DIR } : {}),
})

/** What the names of accounts need; nothing where the operator gives none. */
function nameSettingsOf({
  NAME_ZONES: zones,
  NAME_SIGNER_KEY: signer,
  NAMES_RESERVED: reserved,
}: z.output<typeof schema>) {
  return zones && signer ? { names: { zones, signer, reserved } } : {}
}

/** The environment is not enough to start; the message lists every problem, one a line, and no secret. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

/** Services that are asked beside the networks themselves. */
const sourcesOf = ({
  PRICES_URL,
  SWAPS_URL,
}: {
  PRICES_URL?: string | undefined
  SWAPS_URL?: string | undefined
}) => ({
  ...(PRICES_URL ? { pricesUrl: PRICES_URL } : {}),
  ...(SWAPS_URL ? { swapsUrl: SWAPS_URL } : {}),
})

/**
 * Reads the environment variables of docs/operating.md.
 *
 * @throws EnvironmentError naming every variable that is missing or wrong, and those that look like ours and are not
 */
export function readEnvironment(environment: Environment): {
  host: string
  port: number
  config: ServiceConfig
} {
  const { environment: set, problems: fileProblems } = readKeyFiles(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== '')),
  )
  const parsed = schema.safeParse(set)
  const problems = [
    ...unknownVariables(Object.keys(environment), KNOWN),
    ...fileProblems,
    ...(parsed.success ? [] : describeIssues('', parsed.error)),
  ]
  const chains = readList(set, 'CHAINS', chainSchema, problems)
  if (chains.filter(({ ens }) => ens).length > 1)
    problems.push('  CHAINS: ens is of one chain alone: names are looked up there')
  const hasNetworks = (set.NETWORKS ?? set.NETWORKS_FILE) !== undefined
  const networks = hasNetworks ? readList(set, 'NETWORKS', networkSchema, problems) : []
  const projects = readList(set, 'PROJECTS', projectSchema, problems)
  const socials = readSecretJson(set, 'SOCIAL_PROVIDERS', socialProvidersSchema, problems) ?? {}
  const onramps = readSecretJson(set, 'ONRAMP_PROVIDERS', onrampProvidersSchema, problems) ?? {}
  if (!parsed.success || problems.length)
    throw new EnvironmentError(`The service cannot start with this environment:\n${problems.join('\n')}`)
  const value = parsed.data
  return {
    ...{ host: value.HOST, port: value.PORT },
    config: {
      walletOrigin: value.WALLET_ORIGIN,
      keysOrigin: value.KEYS_ORIGIN,
      apiOrigin: value.API_ORIGIN,
      walletName: value.WALLET_NAME,
      projects,
      chains,
      networks,
      secrets: {
        kek: value.KEK,
        recoveryKek: value.RECOVERY_KEK,
        pepper: value.PEPPER,
        others: {
          keks: value.KEK_PREVIOUS,
          recoveryKeks: value.RECOVERY_KEK_PREVIOUS,
          peppers: value.PEPPER_PREVIOUS,
        },
        ...(value.PAYMASTER_SIGNER_KEY ? { paymasterSigner: value.PAYMASTER_SIGNER_KEY } : {}),
      },
      mail: { smtpUrl: value.SMTP_URL ?? null, from: value.MAIL_FROM },
      database: value.DATABASE_URL
        ? {
            url: value.DATABASE_URL,
            ...(value.DATABASE_LISTEN_URL ? { listenUrl: value.DATABASE_LISTEN_URL } : {}),
          }
        : { directory: value.PGLITE_DIR ?? '' },
      ...foldersOf(value),
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
      socials,
      onramps,
      ...(value.RESTRICTED_TIME_ZONES ? { restrictedTimeZones: value.RESTRICTED_TIME_ZONES } : {}),
      ...(value.FARCASTER_RELAY_URL && value.OPTIMISM_RPC_URL
        ? { farcaster: { relayUrl: value.FARCASTER_RELAY_URL, optimismRpcUrl: value.OPTIMISM_RPC_URL } }
        : {}),
      ...nameSettingsOf(value),
      ipfsGateway: value.IPFS_GATEWAY === 'none' ? null : value.IPFS_GATEWAY,
      ...sourcesOf(value),
      logLevel: value.LOG_LEVEL,
      now: () => Date.now(),
    },
  }
}
