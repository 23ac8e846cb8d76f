import type { ServiceConfig } from '../../config/ServiceConfig.ts'
import type { Database } from '../../db/Database.ts'
import type { ask } from './ask.ts'

/** What every check is handed. */
export type Diagnosis = {
  /** As the service's process has it. */
  environment: Readonly<Record<string, string | undefined>>
  config: ServiceConfig
  /** null: it does not open, or belongs to the running service alone. */
  db: Database | null
  ask: typeof ask
}
