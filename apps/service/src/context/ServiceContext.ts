import type { Chain } from '../config/chains.ts'
import type { Limits } from '../config/Limits.ts'
import type { ProjectDirectory } from '../config/projects.ts'
import type { ServiceConfig } from '../config/ServiceConfig.ts'
import type { Channel } from '../crypto/channel.ts'
import type { EnvelopeKey } from '../crypto/envelope.ts'
import type { HashKeys } from '../crypto/hashKeys.ts'
import type { Database, OpenDatabase } from '../db/Database.ts'
import type { LeasedLimiter } from '../db/leasedLimiter.ts'
import type { Directory } from '../directory/loadDirectory.ts'
import type { SendMail } from '../mail/connectMailServer.ts'
import type { MailHealth } from '../mail/watchMail.ts'
import type { Logger } from '../observability/createLogger.ts'
import type { Metrics } from '../observability/createMetrics.ts'
import type { RouteLabels } from '../observability/routeLabels.ts'
import type { RecoveryModule } from '../recovery/RecoveryModule.ts'
import type { Lifecycle } from './lifecycle.ts'

/** What every part of the service is handed as its first argument. */
export type ServiceContext = {
  config: ServiceConfig
  limits: Limits
  db: Database
  ping: () => Promise<void>
  /** Connections of the pool; null: the database has none. */
  poolStats: OpenDatabase['poolStats']
  projects: ProjectDirectory
  chains: ReadonlyMap<string, Chain>
  hashKeys: HashKeys
  /** Seals addresses, mail and device shares. */
  recordKey: EnvelopeKey
  /** Seals recovery shares. */
  recoveryShareKey: EnvelopeKey
  channel: Channel
  recovery: RecoveryModule
  take: LeasedLimiter
  sendMail: SendMail | null
  mailHealth: () => Promise<MailHealth>
  lifecycle: Lifecycle
  logger: Logger
  metrics: Metrics
  routeLabels: RouteLabels
  /** Wallets and pictures, read once at the start. */
  directory: Directory
}
