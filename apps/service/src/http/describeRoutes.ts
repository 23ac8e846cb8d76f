import { problem } from '@latchkey/protocol/client'
import * as z from 'zod'
import { etagOf, matchesEtag } from '../crypto/etag.ts'
import type { Audience } from './admitCaller.ts'
import { type RouteEntry, type Routes, registerRoute } from './registerRoute.ts'

type Json = Record<string, unknown>

/** What a check in code cannot say in JSON Schema, such as a checksum, is left open. */
function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const AUDIENCES: Readonly<Record<Audience, string>> = {
  keys: 'The keys origin alone.',
  wallet: "The wallet's own origin alone.",
  project: "Pages of the project, and the wallet's own.",
  site: 'Pages of the project.',
  siteOrBackEnd: 'Pages of the project, and programs, which have no origin.',
  page: "Any page; one that is not on the project's list is a guest, within limits of its own.",
  operator: 'The operator.',
  monitor: 'This machine, and who has the metrics token.',
  anyone: 'Everybody.',
}

const isOperators = ({ audience }: { audience: Audience }) =>
  audience === 'operator' || audience === 'monitor'

const NAMED: ReadonlySet<Audience> = new Set(['project', 'site', 'siteOrBackEnd', 'page'])

function securityOf({ route: { auth = 'none' }, serving: { audience } }: RouteEntry): Json[] {
  if (audience === 'operator') return [{ adminToken: [] }]
  if (audience === 'monitor') return [{ metricsToken: [] }, {}]
  if (auth === 'none') return []
  // Where a proof is enough, a token may come along.
  return auth === 'proof' ? [{ proof: [] }, { proof: [], accessToken: [] }] : [{ proof: [], accessToken: [] }]
}

const inJson = (schema: Json) => ({ 'application/json': { schema } })

function operationOf(entry: RouteEntry): Json {
  const { path, body, reply } = entry.route
  const { audience, query = [], contentTypes = ['application/json'] } = entry.serving
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true, schema: { type: 'string' } },
  }))
  const inQuery = [...new Set([...(NAMED.has(audience) ? ['projectId'] : []), ...query])].map((name) => ({
    ...{ name, in: 'query', required: name === 'projectId', schema: { type: 'string' } },
  }))
  const content =
    body && Object.fromEntries(contentTypes.map((type) => [type, { schema: schemaOf(body, 'input') }]))
  const hasBody = content && entry.route.method !== 'GET'
  return {
    description: `For: ${AUDIENCES[audience]}`,
    security: securityOf(entry),
    parameters: [...inPath, ...inQuery],
    ...(hasBody ? { requestBody: { required: true, content } } : {}),
    responses: {
      '2XX': { description: 'Done.', ...(reply ? { content: inJson(schemaOf(reply, 'output')) } : {}) },
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

/** Two routes of one address, told apart by their callers' origins, are one operation in OpenAPI. */
function join(one: Json | undefined, other: Json): Json {
  if (!one) return other
  const replyOf = ({ responses }: Json) =>
    ((responses as Json)['2XX'] as { content: Record<string, { schema: Json }> }).content['application/json']
      ?.schema
  const parameters = [...(one.parameters as Json[]), ...(other.parameters as Json[])]
  return {
    description: `${one.description} ${other.description}`,
    security: [...(one.security as Json[]), ...(other.security as Json[]), {}],
    parameters: parameters.map((parameter) => ({ ...parameter, required: parameter.in === 'path' })),
    responses: {
      '2XX': { description: 'Done.', content: inJson({ anyOf: [replyOf(one), replyOf(other)] }) },
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

const SECURITY_SCHEMES: Json = {
  proof: {
    type: 'apiKey',
    in: 'header',
    name: 'DPoP',
    description: "A proof by the device's key, RFC 9449.",
  },
  accessToken: { type: 'http', scheme: 'DPoP', description: 'An access token bound to that key, RFC 9449.' },
}

const OPERATOR_SCHEMES: Json = {
  adminToken: { type: 'http', scheme: 'bearer', description: "The operator's admin token." },
  metricsToken: { type: 'http', scheme: 'bearer', description: "The operator's token for figures." },
}

/**
 * Describes routes in OpenAPI 3.1, made from the contracts that they are served by.
 *
 * @param origin where they are served
 * @param forOperator with the routes that only the operator may call
 */
function describeRoutes(all: readonly RouteEntry[], origin: string, forOperator: boolean): Json {
  const entries = all.filter(({ serving }) => forOperator || !isOperators(serving))
  const paths: Record<string, Record<string, Json>> = {}
  for (const entry of entries) {
    const path = entry.route.path.replace(/:(\w+)/g, '{$1}')
    const method = entry.route.method.toLowerCase()
    paths[path] = { ...paths[path], [method]: join(paths[path]?.[method], operationOf(entry)) }
  }
  const content = inJson(schemaOf(problem(), 'output'))
  return {
    openapi: '3.1.0',
    info: { title: 'Latchkey service', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: origin }],
    paths,
    components: {
      securitySchemes: forOperator ? { ...SECURITY_SCHEMES, ...OPERATOR_SCHEMES } : SECURITY_SCHEMES,
      responses: { Problem: { description: 'Refused, or failed.', content } },
    },
  }
}

/** What everybody may keep for an hour. */
const SHARED = {
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=3600',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Every route of the API, itself included: those of the operator in the operator's document alone. */
export function addOpenApiRoutes(routes: Routes): void {
  const add = (path: string, audience: 'anyone' | 'operator', headers: Record<string, string>) => {
    // Described when it is asked for: until then routes may be added.
    let document: { text: string; etag: string } | undefined
    registerRoute(routes, { method: 'GET', path }, { audience }, async ({ config }, { request }) => {
      if (!document) {
        const text = JSON.stringify(describeRoutes(routes.entries, config.apiOrigin, audience === 'operator'))
        document = { text, etag: etagOf(text) }
      }
      const { text, etag } = document
      if (matchesEtag(request.headers.get('if-none-match') ?? undefined, etag))
        return new Response(null, { status: 304, headers: { ...headers, etag } })
      return new Response(text, { headers: { ...headers, etag, 'content-type': 'application/json' } })
    })
  }
  add('/openapi.json', 'anyone', SHARED)
  add('/admin/v1/openapi.json', 'operator', {})
}
