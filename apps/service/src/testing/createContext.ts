import { limitsOf } from '../config/ServiceConfig.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { createHashKeys, recordKeys } from '../crypto/serviceKeys.ts'
import type { TestService } from './createTestService.ts'

/** As much of a service's context as its storage needs: for tests of parts that no route shows alone. */
export function createContext(
  { config, database }: TestService,
  pepper: Uint8Array = config.secrets.pepper,
  otherPeppers: readonly Uint8Array[] = [],
): ServiceContext {
  const context = {
    config,
    limits: limitsOf(config),
    db: database.db,
    hashKeys: createHashKeys(pepper, otherPeppers),
    ...recordKeys(config.secrets.kek),
  }
  return context as unknown as ServiceContext
}
