import type { ServiceConfig } from '../../config/ServiceConfig.ts'
import type { OpenDatabase } from '../../db/Database.ts'
import {
  createTestService,
  type TestService,
  type TestServiceOptions,
} from '../../testing/createTestService.ts'

const key = (byte: number) => new Uint8Array(32).fill(byte)

/** The keys of the test service: before, during and after a rotation of all of them. */
export const BEFORE = { kek: key(1), recoveryKek: key(2), pepper: key(3) }
export const AFTER = { kek: key(11), recoveryKek: key(12), pepper: key(13) }
const othersOf = (secrets: typeof BEFORE) => ({
  keks: [secrets.kek],
  recoveryKeks: [secrets.recoveryKek],
  peppers: [secrets.pepper],
})
/** Processes that still write with the old keys and read both. */
export const PREPARED = { ...BEFORE, others: othersOf(AFTER) }
/** Processes that write with the new keys and read both. */
export const ROTATED = { ...AFTER, others: othersOf(BEFORE) }

/** Another process of the service over the same database, with keys of its own. */
export const createProcess = (
  database: OpenDatabase,
  secrets: ServiceConfig['secrets'],
  options: TestServiceOptions = {},
): Promise<TestService> =>
  createTestService({
    ...options,
    deps: { ...options.deps, database },
    config: { ...options.config, secrets },
  })

/** Points every device that was made with `service` at another process. */
export function moveTo(service: TestService, other: TestService): void {
  const { app, config, mails } = other
  Object.assign(service, { app, config, mails })
}

/** As PREPARED and ROTATED, with one pepper throughout: codes and mailed links go on working. */
export const PREPARED_KEKS = { ...BEFORE, others: { ...othersOf(AFTER), peppers: [] } }
export const ROTATED_KEKS = { ...AFTER, pepper: BEFORE.pepper, others: { ...othersOf(BEFORE), peppers: [] } }
