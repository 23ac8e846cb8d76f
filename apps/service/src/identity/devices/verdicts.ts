import { DeviceRejectedError } from '@latchkey/protocol/http'
import { and, eq, gt } from 'drizzle-orm'
import type { Project } from '../../config/projects.ts'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { retryAfterOf } from '../../db/counters.ts'
import type { Database } from '../../db/Database.ts'
import { deviceVerdicts } from '../../db/identitySchema.ts'
import type { CodeLength } from '../codes/failures.ts'

type Pair = { emailKey: string; jkt: string }

/** Writes down what the mailbox said of a device's key, in the caller's transaction; the newest word counts. */
export async function writeVerdict(
  service: ServiceContext,
  db: Database,
  { emailKey, jkt }: Pair,
  verdict: 'approved' | 'refused',
): Promise<void> {
  const at = service.config.now()
  const until = verdict === 'refused' ? at + service.limits.deviceRefusal : null
  await db
    .insert(deviceVerdicts)
    .values({ emailKey, jkt, verdict, at, until })
    .onConflictDoUpdate({
      target: [deviceVerdicts.emailKey, deviceVerdicts.jkt],
      set: { verdict, at, until },
    })
}

/**
 * Whether a device must be vouched for from the mailbox before it gets a code. It depends on what the mailbox said, on
 * wrong codes and on the project's policy: all of them are written for known and unknown addresses alike, so that the
 * answer never tells whether there is an account.
 *
 * @param required the code that the address's failures call for
 * @throws DeviceRejectedError while a refusal of this device lasts
 */
export async function needsVerification(
  service: ServiceContext,
  pair: Pair,
  { deviceVerification }: Pick<Project, 'deviceVerification'>,
  required: CodeLength,
): Promise<boolean> {
  const now = service.config.now()
  const ofEmail = eq(deviceVerdicts.emailKey, pair.emailKey)
  const [own] = await service.db
    .select()
    .from(deviceVerdicts)
    .where(and(ofEmail, eq(deviceVerdicts.jkt, pair.jkt)))
  const [refused] = await service.db
    .select({ jkt: deviceVerdicts.jkt })
    .from(deviceVerdicts)
    .where(and(ofEmail, eq(deviceVerdicts.verdict, 'refused'), gt(deviceVerdicts.until, now)))
    .limit(1)
  const wait = own?.verdict === 'refused' ? (own.until ?? 0) - now : 0
  if (wait > 0) throw new DeviceRejectedError({ data: { retryAfter: retryAfterOf(wait) } })
  if (deviceVerification === 'never' || own?.verdict === 'approved') return false
  if (deviceVerification === 'always') return true
  // Somebody guesses, or was turned away lately, or this very device was.
  return required === 8 || own !== undefined || refused !== undefined
}
