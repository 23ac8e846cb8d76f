import { Hono } from 'hono'
import type { Project } from '../config/projects.ts'
import { describeError } from '../observability/describeError.ts'
import type { ServiceContext } from '../ServiceContext.ts'
import { type Asset, createBuiltFiles } from './builtFiles.ts'
import { assetHeaders, type DocumentKind, documentHeaders } from './documentHeaders.ts'

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

/**
 * Serves one document and its hashed files on the document's own host. Whatever goes wrong, a page leaves that nobody
 * may embed.
 *
 * @param configOf what the document of a project is told
 */
export function createDocumentApp(
  service: ServiceContext,
  kind: DocumentKind,
  folder: string,
  configOf: (project: Project) => object,
): Hono {
  const { config, logger } = service
  const files = createBuiltFiles(folder)
  const app = new Hono()

  async function render(projectId: string): Promise<Outcome> {
    let project: Project | undefined
    try {
      project = await service.projects.find(projectId)
    } catch (error) {
      logger.error({ document: kind, ...describeError(error) }, 'project lookup failed')
      return { status: 503, html: UNAVAILABLE, project: null }
    }
    if (!project) return { status: 404, html: UNKNOWN, project: null }
    try {
      return { status: 200, html: await files.document(configOf(project)), project }
    } catch (error) {
      logger.error({ document: kind, ...describeError(error) }, 'document cannot be served')
      return { status: 500, html: UNAVAILABLE, project: null }
    }
  }

  app.get(`/${kind}`, async (context) => {
    const { status, html, project } = await render(context.req.query('projectId') ?? '')
    return new Response(html, {
      status,
      headers: documentHeaders(config, kind, project?.allowedOrigins ?? null),
    })
  })
  app.get('/assets/:name', async (context) => {
    const asset = await files.asset(context.req.param('name'))
    if (!asset) return context.notFound()
    const headers = assetHeaders(config, asset.contentType)
    const body = pickBody(asset, context.req.header('accept-encoding') ?? '')
    if (body?.encoding) headers.set('content-encoding', body.encoding)
    return new Response(body?.bytes ?? null, { headers })
  })
  app.notFound(() => new Response(NOTHING, { status: 404, headers: documentHeaders(config, kind, null) }))
  app.onError((error) => {
    logger.error({ document: kind, ...describeError(error) }, 'request failed')
    return new Response(UNAVAILABLE, { status: 500, headers: documentHeaders(config, kind, null) })
  })
  return app
}
