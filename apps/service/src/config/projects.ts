import * as z from 'zod'
import { type AllowedOrigin, matchesOrigin, parseOriginPattern } from './originPattern.ts'

/** What a development project without a list of its own allows. In production an empty list allows nobody. */
export const DEVELOPMENT_ORIGINS = [
  'http://localhost',
  'http://localhost:3000',
  'http://localhost:5173',
  'http://localhost:8080',
  'https://*.pages.dev',
  'https://*.vercel.app',
  'https://*.ngrok-free.app',
  'https://secure-mobile.walletconnect.com',
  'https://secure-mobile.walletconnect.org',
] as const

export const projectSchema = z
  .strictObject({
    id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'letters, digits, - and _, at most 64'),
    name: z.string().min(1).max(64),
    mode: z.enum(['development', 'production']),
    allowedOrigins: z.array(z.string().max(255)).max(200),
    headlessOtp: z.boolean().default(false),
    disabled: z.boolean().default(false),
  })
  .transform((project, context): Project => {
    const texts =
      project.mode === 'development' && project.allowedOrigins.length === 0
        ? DEVELOPMENT_ORIGINS
        : project.allowedOrigins
    const allowedOrigins = texts.flatMap((text): AllowedOrigin[] => {
      try {
        return [parseOriginPattern(text, project.mode)]
      } catch (error) {
        context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
        return []
      }
    })
    return { ...project, allowedOrigins }
  })

/** A site or group of sites that embeds the wallet. */
export type Project = {
  id: string
  name: string
  mode: 'development' | 'production'
  allowedOrigins: AllowedOrigin[]
  /** The host page may collect codes itself. */
  headlessOtp: boolean
  disabled: boolean
}

/** Where projects are looked up. May reject; every caller then fails closed. */
export type ProjectDirectory = { find(id: string): Promise<Project | undefined> }

/** A directory over the projects of the configuration. A disabled project is not found. */
export function createProjectDirectory(projects: readonly Project[]): ProjectDirectory {
  const byId = new Map(projects.filter(({ disabled }) => !disabled).map((project) => [project.id, project]))
  return { find: async (id) => byId.get(id) }
}

/** Whether a page of this origin may use the project. */
export function allowsOrigin(project: Project, origin: string): boolean {
  return matchesOrigin(origin, project.allowedOrigins)
}
