import { Hono } from 'hono'
import type { Project } from '../config/projects.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { describeError } from '../observability/describeError.ts'
import { type Asset, createBuiltFiles } from './builtFiles.ts'
import { assetHeaders, type DocumentKind, documentHeaders } from './documentHeaders.ts'

/** One built page and where it is served. */
export type ServedDocument = {
  kind: DocumentKind
  path: string
  /** Name of the built page, such as `index.html`. */
  file: string
  /** What the document of a project is told. */
  configOf: (project: Project) => object
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
 * Serves documents and their hashed files on the documents' own host. Whatever goes wrong, a page leaves that nobody
 * may embed.
 *
 * @param folder the built app
 * @param documents the first one's policy is that of what is not found
 */
export function createDocumentApp(
  service: ServiceContext,
  folder: string,
  documents: readonly [ServedDocument, ...ServedDocument[]],
): Hono {
  const { config, logger } = service
  const files = createBuiltFiles(folder)
  const app = new Hono()
  app.use(service.routeLabels.note)
  const [{ kind: main }] = documents

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

  for (const document of documents)
    app.get(document.path, async (context) => {
      const { status, html, project } = await render(document, context.req.query('projectId'))
      const headers = documentHeaders(config, document.kind, project?.allowedOrigins ?? null)
      return new Response(html, { status, headers })
    })
  app.get('/assets/:name', async (context) => {
    const asset = await files.asset(context.req.param('name'))
    if (!asset) return context.notFound()
    const headers = assetHeaders(config, asset.contentType)
    const body = pickBody(asset, context.req.header('accept-encoding') ?? '')
    if (body?.encoding) headers.set('content-encoding', body.encoding)
    return new Response(body?.bytes ?? null, { headers })
  })
  app.notFound(() => new Response(NOTHING, { status: 404, headers: documentHeaders(config, main, null) }))
  app.onError((error) => {
    logger.error({ document: main, ...describeError(error) }, 'request failed')
    return new Response(UNAVAILABLE, { status: 500, headers: documentHeaders(config, main, null) })
  })
  return app
}
