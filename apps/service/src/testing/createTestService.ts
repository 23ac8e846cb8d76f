import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from '@latchkey/std/once'
import { chainSchema } from '../config/chains.ts'
import type { Limits } from '../config/Limits.ts'
import { projectSchema } from '../config/projects.ts'
import type { ServiceConfig } from '../config/ServiceConfig.ts'
import { createService, type ServiceDependencies } from '../createService.ts'
import type { OpenDatabase } from '../db/Database.ts'
import { loadDirectory, shippedDirectory } from '../directory/walletDirectory.ts'
import type { Mail } from '../mail/mailServer.ts'
import { createLogger } from '../observability/createLogger.ts'
import type { Service } from '../runService.ts'
import { openTestDatabase } from './database.ts'

export const API = 'http://api.localhost:8787'
export const WALLET = 'http://wallet.localhost:8787'
export const KEYS = 'http://keys.localhost:8787'
export const HOST = 'http://app.localhost:5173'

export type TestService = Service & {
  config: ServiceConfig
  database: OpenDatabase
  /** What would have been sent, newest last. */
  mails: Mail[]
  /** Every line that was logged. */
  logs: string[]
  /** The service's clock; move it by `advance`. */
  advance(milliseconds: number): void
  stop(): Promise<void>
}

export type TestServiceOptions = {
  limits?: Partial<Limits>
  chains?: unknown[]
  projects?: unknown[]
  smtpUrl?: string
  deps?: ServiceDependencies
  config?: Partial<ServiceConfig>
}

const secret = (byte: number) => new Uint8Array(32).fill(byte)

export const DEMO = { id: 'demo', name: 'Demo & Co', mode: 'development', allowedOrigins: [HOST] }
const LOCAL = {
  id: 31_337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['http://127.0.0.1:9'],
  testnet: true,
}

function writeBuilds(root: string): void {
  for (const kind of ['frame', 'keys']) {
    const folder = join(root, kind)
    mkdirSync(join(folder, 'assets'), { recursive: true })
    for (const page of [
      'index.html',
      ...(kind === 'frame' ? ['account.html'] : ['panel.html', 'passkey.html']),
    ])
      writeFileSync(
        join(folder, page),
        `<!doctype html><meta name="latchkey-config" content="__LATCHKEY_CONFIG__"><p>${page}</p><iframe src="__LATCHKEY_KEYS__">`,
      )
    writeFileSync(join(folder, 'assets', 'index-abc123.js'), `console.log(1)\n`.repeat(500))
  }
}

/** Hundreds of pictures, which no test changes. */
const directoryOf = once(() => loadDirectory(shippedDirectory()))

/** A whole service over a database of its own, with a clock that only the test moves. */
export async function createTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const root = mkdtempSync(join(tmpdir(), 'latchkey-service-'))
  writeBuilds(root)
  const mails: Mail[] = []
  const logs: string[] = []
  let time = 1_900_000_000_000
  const config: ServiceConfig = {
    walletOrigin: WALLET,
    keysOrigin: KEYS,
    apiOrigin: API,
    walletName: 'Latchkey',
    projects: (options.projects ?? [DEMO]).map((project) => projectSchema.parse(project)),
    chains: (options.chains ?? [LOCAL]).map((chain) => chainSchema.parse(chain)),
    secrets: { kek: secret(1), recoveryKek: secret(2), pepper: secret(3) },
    mail: { smtpUrl: options.smtpUrl ?? null, from: 'Latchkey <no-reply@example.com>' },
    database: { directory: 'memory://' },
    frameDist: join(root, 'frame'),
    keysDist: join(root, 'keys'),
    trustedProxies: 0,
    metricsToken: null,
    adminToken: null,
    analytics: { retentionDays: 30, keepsAddresses: false },
    logLevel: 'info',
    now: () => time,
    // Whoever must answer has time to, on a slow machine too.
    // Several services of a test count in one database, and must mean the same by it.
    test: {
      startFloor: 0,
      mailWait: 60_000,
      socialTimeout: 60_000,
      healthWait: 60_000,
      codesPerAddressHour: 1_000_000,
      codesPerProjectMinute: 1_000_000,
      ...options.limits,
    },
    ...options.config,
  }
  const database = options.deps?.database ?? (await openTestDatabase())
  const logger = createLogger('info', { write: (line: string) => logs.push(line) })
  const sendMail = async (mail: Mail) => {
    mails.push(mail)
    return 'sent' as const
  }
  const service = await createService(config, {
    logger,
    database,
    ...(config.directoryDir === undefined ? { directory: directoryOf() } : {}),
    ...(options.smtpUrl ? {} : { sendMail }),
    ...options.deps,
  })
  return {
    ...service,
    config,
    database,
    mails,
    logs,
    advance: (milliseconds) => {
      time += milliseconds
    },
    stop: async () => {
      await service.close()
      if (!options.deps?.database) await database.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
