import { eq } from 'drizzle-orm'
import * as z from 'zod'
import {
  approvalsSchema,
  deviceVerificationSchema,
  newDeviceHoldSchema,
  type Project,
  paymastersSchema,
  projectFeaturesSchema,
  projectLimitsSchema,
  projectSchema,
  returnUrisSchema,
  sponsorshipSchema,
} from '../config/projects.ts'
import { audit } from '../db/audit.ts'
import type { Database } from '../db/Database.ts'
import { projectSettings } from '../db/schema.ts'

/** What the operator may change of a project while the service runs. The rest is in the file alone. */
export const projectChangesSchema = z
  .strictObject({
    name: z.string().min(1).max(64),
    allowedOrigins: z.array(z.string().max(255)).max(200),
    headlessOtp: z.boolean(),
    hashMessages: z.boolean(),
    disabled: z.boolean(),
    features: projectFeaturesSchema.nullable(),
    analytics: z.boolean(),
    deviceVerification: deviceVerificationSchema,
    newDeviceHoldHours: newDeviceHoldSchema,
    sponsorship: sponsorshipSchema,
    paymasters: paymastersSchema,
    returnUris: returnUrisSchema,
    limits: projectLimitsSchema,
    approvals: approvalsSchema,
  })
  .partial()
export type ProjectChanges = z.output<typeof projectChangesSchema>

export type StoredChanges = { changes: ProjectChanges; changedAt: number }

/**
 * The project of the file with the changes laid over it, checked as a whole.
 *
 * @throws ZodError when both together are not a valid project
 */
export function applyChanges(project: Project, changes: ProjectChanges): Project {
  return projectSchema.parse({
    ...project,
    allowedOrigins: project.allowedOrigins.map(({ pattern }) => pattern),
    ...changes,
  })
}

/**
 * Reads the changes of one project; undefined when there are none.
 *
 * @throws ZodError when what is stored is not of this form: nobody may guess what the operator meant
 */
export async function readChanges(db: Database, projectId: string): Promise<StoredChanges | undefined> {
  const [row] = await db.select().from(projectSettings).where(eq(projectSettings.projectId, projectId))
  return row && { changes: projectChangesSchema.parse(row.changes), changedAt: row.changedAt }
}

/** Reads a project as it is in force now; for `createProjectDirectory`. */
export const changedProject =
  (db: Database) =>
  async (project: Project): Promise<Project> => {
    const stored = await readChanges(db, project.id)
    return stored ? applyChanges(project, stored.changes) : project
  }

/** Puts changes in the place of those before, and writes down that it happened: which settings, not their values. */
export async function writeChanges(
  db: Database,
  change: { projectId: string; changes: ProjectChanges; at: number },
): Promise<void> {
  const { projectId, changes, at } = change
  await db.transaction(async (transaction) => {
    await transaction
      .insert(projectSettings)
      .values({ projectId, changes, changedAt: at })
      .onConflictDoUpdate({ target: projectSettings.projectId, set: { changes, changedAt: at } })
    await audit(transaction, {
      at,
      userId: 'operator',
      kind: 'project-changed',
      facts: { projectId, settings: Object.keys(changes).sort().join(' ') },
    })
  })
}
