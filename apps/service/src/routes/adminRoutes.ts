import type { BaseError } from '@latchkey/errors'
import { InvalidRequestError, UnknownProjectError } from '@latchkey/protocol/http'
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
import { summarizeEvents } from '../analytics/events.ts'
import type { Project } from '../config/projects.ts'
import type { Caller } from '../http/Call.ts'
import { type Routes, registerRoute, type Served, type Serving } from '../http/registerRoute.ts'

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

function refusalOf(error: z.core.$ZodError): BaseError {
  const [issue] = error.issues
  const field = (issue?.path ?? []).join('.').slice(0, 64)
  return new InvalidRequestError({ data: { field, reason: (issue?.message ?? '').slice(0, 200) } })
}

function check<Output>(work: () => Output): Output {
  try {
    return work()
  } catch (error) {
    throw error instanceof z.core.$ZodError ? refusalOf(error) : error
  }
}

const PROJECT = '/admin/v1/projects/:id'

/** Runtime settings of projects and what their pages report, for the bearer of the admin token. */
export function addAdminRoutes(routes: Routes): void {
  const { config, db, projects, logger } = routes.service
  const baseOf = ({ params }: Caller): Project => {
    const base = config.projects.find(({ id }) => id === params.id)
    if (!base) throw new UnknownProjectError()
    return base
  }
  const serving: Serving = { audience: 'operator', refusalOf, requires: (_, caller) => baseOf(caller) }
  registerRoute(routes, { method: 'GET', path: PROJECT }, serving, async (_, call) => {
    const base = baseOf(call)
    return Response.json(describeProject(base, await readChanges(db, base.id)))
  })
  const change: Served<typeof projectChangesSchema> = {
    method: 'PUT',
    path: PROJECT,
    body: projectChangesSchema,
  }
  registerRoute(routes, change, serving, async (_, call) => {
    const base = baseOf(call)
    const changes: ProjectChanges = call.body
    const stored = { changes, changedAt: config.now() }
    const answer = check(() => describeProject(base, stored))
    await writeChanges(db, { projectId: base.id, changes, at: stored.changedAt })
    projects.forget?.(base.id)
    logger.info({ project: base.id, settings: Object.keys(changes) }, 'project changed')
    return Response.json(answer)
  })
  registerRoute(routes, { method: 'GET', path: `${PROJECT}/sponsorship` }, serving, async (_, call) =>
    Response.json(await summarizeSpending(db, baseOf(call).id)),
  )
  const counted: Serving = { ...serving, query: ['since'] }
  registerRoute(routes, { method: 'GET', path: `${PROJECT}/events` }, counted, async (_, call) => {
    const { id } = baseOf(call)
    const asked = call.query.get('since') ?? String(config.now() - DAY)
    if (!/^[0-9]{1,15}$/.test(asked)) throw new InvalidRequestError({ data: { field: 'since' } })
    return Response.json(await summarizeEvents(db, { projectId: id, since: Number(asked) }))
  })
}
