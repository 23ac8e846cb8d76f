import type { BaseError } from '@latchkey/errors'
import { InvalidRequestError, NotFoundError, UnknownProjectError } from '@latchkey/protocol/http'
import type { Context, Hono } from 'hono'
import * as z from 'zod'
import {
  applyChanges,
  type ProjectChanges,
  projectChangesSchema,
  readChanges,
  type StoredChanges,
  writeChanges,
} from '../admin/projectChanges.ts'
import { summarizeSpending } from '../admin/summarizeSpending.ts'
import { summarizeEvents } from '../analytics/summarizeEvents.ts'
import type { Project } from '../config/projects.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { equalsInConstantTime, sha256 } from '../crypto/bytes.ts'
import { clientAddress } from '../http/clientAddress.ts'
import { limitAddress } from '../http/limitAddress.ts'
import { parseJson, readBody, requireContentType } from '../http/readBody.ts'

/**
 * Lets the bearer of the admin token pass. To everybody else, and where no token is set, there is nothing here.
 *
 * @throws NotFoundError, RateLimitedError
 */
async function requireOperator(service: ServiceContext, context: Context): Promise<void> {
  const { adminToken, trustedProxies } = service.config
  await limitAddress(service, 'api', clientAddress(context, trustedProxies))
  const token = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
  // Equal lengths for the comparison.
  if (!adminToken || !token || !equalsInConstantTime(sha256(token), sha256(adminToken)))
    throw new NotFoundError()
}

const BODY_LIMIT = 64 * 1_024
const DAY = 86_400_000

/** The project as the operator wrote it, and what is in force. */
function describeProject(base: Project, stored: StoredChanges | undefined) {
  const project = stored ? applyChanges(base, stored.changes) : base
  return {
    project: { ...project, allowedOrigins: project.allowedOrigins.map(({ pattern }) => pattern) },
    changes: stored?.changes ?? null,
    changedAt: stored?.changedAt ?? null,
  }
}

function refusalOf(error: z.ZodError): BaseError {
  const [issue] = error.issues
  const field = (issue?.path ?? []).join('.').slice(0, 64)
  return new InvalidRequestError({ data: { field, reason: (issue?.message ?? '').slice(0, 200) } })
}

function check<Output>(work: () => Output): Output {
  try {
    return work()
  } catch (error) {
    throw error instanceof z.ZodError ? refusalOf(error) : error
  }
}

/** Runtime settings of projects and what their pages report, for the bearer of the admin token. */
export function addAdminRoutes(app: Hono, service: ServiceContext): void {
  const { config, db, projects } = service
  const baseOf = (context: Context): Project => {
    const base = config.projects.find(({ id }) => id === context.req.param('id'))
    if (!base) throw new UnknownProjectError()
    return base
  }
  app.get('/admin/v1/projects/:id', async (context) => {
    await requireOperator(service, context)
    const base = baseOf(context)
    return context.json(describeProject(base, await readChanges(db, base.id)))
  })
  app.put('/admin/v1/projects/:id', async (context) => {
    await requireOperator(service, context)
    const base = baseOf(context)
    requireContentType(context.req.raw, ['application/json'])
    const body = parseJson(await readBody(context.req.raw, BODY_LIMIT))
    const changes: ProjectChanges = check(() => projectChangesSchema.parse(body))
    const stored = { changes, changedAt: config.now() }
    const answer = check(() => describeProject(base, stored))
    await writeChanges(db, { projectId: base.id, changes, at: stored.changedAt })
    projects.forget?.(base.id)
    service.logger.info({ project: base.id, settings: Object.keys(changes) }, 'project changed')
    return context.json(answer)
  })
  app.get('/admin/v1/projects/:id/sponsorship', async (context) => {
    await requireOperator(service, context)
    return context.json(await summarizeSpending(db, baseOf(context).id))
  })
  app.get('/admin/v1/projects/:id/events', async (context) => {
    await requireOperator(service, context)
    const { id } = baseOf(context)
    const asked = context.req.query('since') ?? String(config.now() - DAY)
    if (!/^[0-9]{1,15}$/.test(asked)) throw new InvalidRequestError({ data: { field: 'since' } })
    return context.json(await summarizeEvents(db, { projectId: id, since: Number(asked) }))
  })
}
