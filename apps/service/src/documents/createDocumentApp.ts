import { NotFoundError } from '@latchkey/protocol/http'
import { Hono } from 'hono'
import type { Project } from '../config/projects.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { type Routes, registerRoute, type Serving } from '../http/registerRoute.ts'
import { serveRoutes } from '../http/serveRoutes.ts'
import { describeError } from '../observability/createLogger.ts'
import type { Asset, BuiltFiles, DocumentConfig } from './builtFiles.ts'
import { accountConfigOf, frameConfigOf, keysConfigOf, panelConfigOf } from './documentConfigs.ts'
import { assetHeaders, type DocumentKind, documentHeaders } from './documentHeaders.ts'

/** One built page and where it is served. */
type ServedDocument = {
  kind: DocumentKind
  path: string
  /** Name of the built page, such as `index.html`. */
  file: string
  /** What the document of a project is told. */
  configOf: (project: Project) => DocumentConfig
  /** The page is of no project: without one in its address it is told of the first. */
  anyProject?: boolean
}

type Outcome = { status: 200 | 404 | 500 | 503; html: string; project: Project | null }

const PAGE = (sentence: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Wallet</title></head><body><p>${sentence}</p></body></html>`
const UNKNOWN = PAGE('This site uses a project id that the wallet service does not know.')
const UNAVAILABLE = PAGE('The wallet cannot be shown right now. Try again in a moment.')
const NOTHING = PAGE('There is nothing at this address.')

function pickBody(asset: Asset, accepted: string) {
  const encodings = new Set(
    accepted
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';')[0]?.trim().toLowerCase()),
  )
  return asset.bodies.find(({ encoding }) => encoding === null || encodings.has(encoding))
}

async function findProject(
  { projects, config }: ServiceContext,
  id: string | undefined,
  anyProject: boolean,
): Promise<Project | undefined> {
  if (id !== undefined || !anyProject) return projects.find(id ?? '')
  for (const { id: known } of config.projects) {
    const project = await projects.find(known)
    if (project) return project
  }
  return undefined
}

/**
 * Adds documents and their hashed files to the routes of their own host.
 *
 * @param files the built app
 */
export function addDocuments(routes: Routes, files: BuiltFiles, documents: readonly ServedDocument[]): void {
  const { service } = routes
  const { config, logger } = service

  async function render(document: ServedDocument, projectId: string | undefined): Promise<Outcome> {
    const { kind, file, configOf, anyProject = false } = document
    let project: Project | undefined
    try {
      project = await findProject(service, projectId, anyProject)
    } catch (error) {
      logger.error({ document: kind, ...describeError(error) }, 'project lookup failed')
      return { status: 503, html: UNAVAILABLE, project: null }
    }
    if (!project) return { status: 404, html: UNKNOWN, project: null }
    try {
      return { status: 200, html: await files.document(file, configOf(project)), project }
    } catch (error) {
      logger.error({ document: kind, ...describeError(error) }, 'document cannot be served')
      return { status: 500, html: UNAVAILABLE, project: null }
    }
  }

  const serving: Serving = { audience: 'anyone', count: null }
  for (const document of documents)
    registerRoute(routes, { method: 'GET', path: document.path }, serving, async (_, { query }) => {
      const { status, html, project } = await render(document, query.get('projectId') ?? undefined)
      const headers = documentHeaders(config, document.kind, project?.allowedOrigins ?? null)
      return new Response(html, { status, headers })
    })
  registerRoute(routes, { method: 'GET', path: '/assets/:name' }, serving, async (_, { params, request }) => {
    const asset = await files.asset(params.name ?? '')
    if (!asset) throw new NotFoundError()
    const headers = assetHeaders(config, asset.contentType)
    const body = pickBody(asset, request.headers.get('accept-encoding') ?? '')
    if (body?.encoding) headers.set('content-encoding', body.encoding)
    return new Response(body?.bytes ?? null, { headers })
  })
}

/**
 * Serves the routes of a host of documents. Whatever goes wrong, a page leaves that nobody may embed.
 *
 * @param main whose policy is that of what is not found
 */
export function createDocumentApp(routes: Routes, main: DocumentKind): Hono {
  const { config, logger, routeLabels } = routes.service
  const app = new Hono()
  app.use(routeLabels.note)
  const page = (status: 404 | 500, html: string) =>
    new Response(html, { status, headers: documentHeaders(config, main, null) })
  app.notFound(() => page(404, NOTHING))
  app.onError((error) => {
    if (error instanceof NotFoundError) return page(404, NOTHING)
    logger.error({ document: main, ...describeError(error) }, 'request failed')
    return page(500, UNAVAILABLE)
  })
  serveRoutes(app, routes)
  return app
}

/** The documents of the wallet's origin. The pages that links in mails lead to are those of the account page. */
export function walletDocuments({ config }: ServiceContext): readonly ServedDocument[] {
  const account = {
    kind: 'account' as const,
    file: 'account.html',
    configOf: (project: Parameters<ServedDocument['configOf']>[0]) => accountConfigOf(config, project),
  }
  return [
    {
      kind: 'frame',
      path: '/frame',
      file: 'index.html',
      configOf: (project) => frameConfigOf(config, project),
    },
    {
      kind: 'window',
      path: '/window',
      file: 'window.html',
      configOf: (project) => frameConfigOf(config, project),
    },
    { ...account, path: '/account' },
    { ...account, path: '/device', anyProject: true },
    { ...account, path: '/link', anyProject: true },
  ]
}

/** The documents of the keys origin. */
export function keysDocuments({ config, channel: { publicKey } }: ServiceContext): readonly ServedDocument[] {
  return [
    {
      kind: 'keys',
      path: '/keys',
      file: 'index.html',
      configOf: (project) => keysConfigOf(config, project, publicKey),
    },
    {
      kind: 'panel',
      path: '/panel',
      file: 'panel.html',
      configOf: (project) => panelConfigOf(config, project, publicKey),
    },
    {
      kind: 'passkey',
      path: '/passkey',
      file: 'passkey.html',
      configOf: (project) => panelConfigOf(config, project, publicKey),
    },
  ]
}
