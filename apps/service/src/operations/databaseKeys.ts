import type { ServiceConfig } from '../config/ServiceConfig.ts'
import { type EnvelopeKey, envelopeKey } from '../crypto/envelope.ts'
import { recordKeys } from '../crypto/recordKeys.ts'

export type DatabaseKey = { variable: 'KEK' | 'RECOVERY_KEK'; key: EnvelopeKey }

/** Every key that records of the database may be under, with the variable that it comes from. */
export function databaseKeys({ kek, recoveryKek, others }: ServiceConfig['secrets']): DatabaseKey[] {
  const { recordKey, recoveryShareKey } = recordKeys(kek, others?.keks)
  return [
    { variable: 'KEK', key: recordKey },
    { variable: 'KEK', key: recoveryShareKey },
    { variable: 'RECOVERY_KEK', key: envelopeKey(recoveryKek, others?.recoveryKeks) },
  ]
}
