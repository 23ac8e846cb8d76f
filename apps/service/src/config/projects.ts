import { SOCIAL_PROVIDERS } from '@latchkey/protocol/socials'
import * as z from 'zod'
import { type AllowedOrigin, isLoopbackName, matchesOrigin, parseOriginPattern } from './originPattern.ts'

/** Wei as a decimal string: JSON numbers lose digits. */
const wei = z.string().regex(/^(?:0|[1-9][0-9]{0,29})$/, 'write wei as a whole number in quotes')
const operations = z.int().min(0).max(10_000_000)

const budgetSchema = z.strictObject({
  /** What all accounts of the project may cost in a day (UTC) on one network. 0: nothing is paid. */
  weiPerDay: wei,
  operationsPerDay: operations,
  /** The same for one account. */
  weiPerAccountDay: wei,
  operationsPerAccountDay: operations,
})

/** What an operator sets; what is left out is as `DEFAULT_SPONSORSHIP` says. */
export const sponsorshipSchema = z.strictObject({
  ...budgetSchema.partial().shape,
  /** Other numbers for single networks, by chain id. */
  networks: z.record(z.string().regex(/^[1-9][0-9]{0,15}$/), budgetSchema.partial()).optional(),
})

/** How much the operator's paymaster pays for a project, on each network. */
export type Sponsorship = z.output<typeof sponsorshipSchema>
export type Budget = z.output<typeof budgetSchema>

const NUMBERS = { operationsPerDay: 1_000, operationsPerAccountDay: 100 }

/** Nobody is paid for in production unless the operator says so. */
export const DEFAULT_SPONSORSHIP: Readonly<Record<'development' | 'production', Budget>> = {
  development: { ...NUMBERS, weiPerDay: '1000000000000000000', weiPerAccountDay: '200000000000000000' },
  production: { ...NUMBERS, weiPerDay: '0', weiPerAccountDay: '200000000000000000' },
}

/** The budget of a project on one network. */
export function budgetOf(
  { mode, sponsorship = {} }: { mode: 'development' | 'production'; sponsorship?: Sponsorship | undefined },
  chainId: number,
): Budget {
  const { networks, ...everywhere } = sponsorship
  const set = { ...everywhere, ...networks?.[String(chainId)] }
  const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
  return { ...DEFAULT_SPONSORSHIP[mode], ...given }
}

/** Whether a budget pays for anything at all. */
export const isAnything = (budget: Budget): boolean =>
  budget.weiPerDay !== '0' &&
  budget.weiPerAccountDay !== '0' &&
  budget.operationsPerDay > 0 &&
  budget.operationsPerAccountDay > 0

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

const providers = z.union([z.literal(false), z.array(z.string().regex(/^[a-z0-9_-]{1,32}$/)).max(16)])

/** Spec 3, remote features. What is left out is left to the page. */
export const projectFeaturesSchema = z
  .strictObject({
    email: z.boolean(),
    socials: z.union([z.literal(false), z.array(z.enum(SOCIAL_PROVIDERS)).max(SOCIAL_PROVIDERS.length)]),
    swaps: providers,
    onramp: providers,
    activity: z.boolean(),
    reownBranding: z.boolean(),
  })
  .partial()
  .refine(({ email, socials }) => (email === undefined) === (socials === undefined), {
    path: ['socials'],
    message: 'set email and socials together: they are one feature of the API',
  })
export type ProjectFeatures = z.output<typeof projectFeaturesSchema>

/** Where requests of single origins are approved, by the origin as `allowedOrigins` has it. What is left out is `auto`. */
export const approvalsSchema = z.record(z.string().max(255), z.enum(['auto', 'window', 'frame']))

/** When a device that signs in by e-mail must first be vouched for from the mailbox. */
export const deviceVerificationSchema = z.enum(['never', 'risk', 'always'])
/** Hours that a brand-new device waits for the share of a standard wallet; 0: none. */
export const newDeviceHoldSchema = z.int().min(0).max(72)

/** Paymaster services (ERC-7677) by address. Which of them may be asked is decided by `projectSchema`. */
export const paymastersSchema = z.array(z.string().max(512)).max(16)

/** How many codes a project sends to whom nobody knows before it asks for proof of work, and how much its pages read. */
export const projectLimitsSchema = z
  .strictObject({
    /** By the whole project in a minute. */
    codesPerMinute: z.int().min(1).max(100_000),
    /** To one place in an hour: an IPv4 address, or an IPv6 /64. An IPv6 /48 gets eight times as many. */
    codesPerPlaceHour: z.int().min(1).max(100_000),
    /** Calls to networks by its pages in a minute. */
    readsPerMinute: z.int().min(1).max(10_000_000),
  })
  .partial()
type ProjectLimits = z.output<typeof projectLimitsSchema>
type Numbers = { codesPerMinute: number; codesPerPlaceHour: number }

/** An office or a carrier signs in through one address; a developer does not. */
const KIND_LIMITS: Readonly<Record<'development' | 'production', Numbers>> = {
  development: { codesPerMinute: 60, codesPerPlaceHour: 20 },
  production: { codesPerMinute: 600, codesPerPlaceHour: 200 },
}

/** How long a new device of an existing wallet waits (docs/decisions/0040); a developer has one device after another. */
export const DEFAULT_HOLD_HOURS: Readonly<Record<Project['mode'], number>> = { development: 0, production: 1 }

/** What holds for a project: its own numbers, and for the others those of its mode. */
export const limitsOfProject = ({ mode, limits }: Pick<Project, 'mode' | 'limits'>): Numbers => ({
  codesPerMinute: limits.codesPerMinute ?? KIND_LIMITS[mode].codesPerMinute,
  codesPerPlaceHour: limits.codesPerPlaceHour ?? KIND_LIMITS[mode].codesPerPlaceHour,
})

/** Why a paymaster service may not be asked, in words for the operator. */
function paymasterProblem(text: string, mode: 'development' | 'production'): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || url.username || url.password || url.hash) return 'is no plain address'
  if (url.protocol === 'https:') return null
  return mode === 'development' && url.protocol === 'http:' && isLoopbackName(url.hostname)
    ? null
    : 'write https://… (http is for localhost in development alone)'
}

/**
 * A page that a sign-in may come back to in the same window.
 *
 * @throws nothing: the answer is whether it can be compared letter for letter
 */
const isReturnUri = (text: string): boolean =>
  URL.canParse(text) && new URL(text).href === text && /^https?:\/\/[^@#]+$/.test(text)

export const returnUrisSchema = z
  .array(
    z.string().max(2048).refine(isReturnUri, 'write the whole address as the browser shows it, without #'),
  )
  .max(200)

export const projectSchema = z
  .strictObject({
    id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'letters, digits, - and _, at most 64'),
    name: z.string().min(1).max(64),
    mode: z.enum(['development', 'production']),
    allowedOrigins: z.array(z.string().max(255)).max(200),
    headlessOtp: z.boolean().default(false),
    hashMessages: z.boolean().default(false),
    disabled: z.boolean().default(false),
    features: projectFeaturesSchema.nullable().default(null),
    analytics: z.boolean().default(false),
    deviceVerification: deviceVerificationSchema.default('risk'),
    newDeviceHoldHours: newDeviceHoldSchema.optional(),
    sponsorship: sponsorshipSchema.default({}),
    paymasters: paymastersSchema.default([]),
    returnUris: returnUrisSchema.default([]),
    limits: projectLimitsSchema.default({}),
    approvals: approvalsSchema.default({}),
  })
  .transform((project, context): Project => {
    const texts =
      project.mode === 'development' && project.allowedOrigins.length === 0
        ? DEVELOPMENT_ORIGINS
        : project.allowedOrigins
    // By the pattern, as the list is from here on: changes of the operator's are laid over both, and read anew.
    const approvals: Project['approvals'] = {}
    const allowedOrigins = texts.flatMap((text): AllowedOrigin[] => {
      try {
        const origin = parseOriginPattern(text, project.mode)
        // What was changed may spell the origin as the file does, whose approvals are by the pattern by then.
        const place = project.approvals[text] ?? project.approvals[origin.pattern]
        if (!place) return [origin]
        approvals[origin.pattern] = place
        return [{ ...origin, approvals: place }]
      } catch (error) {
        context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
        return []
      }
    })
    for (const text of Object.keys(project.approvals))
      if (!texts.some((listed) => listed === text) && approvals[text] === undefined)
        context.addIssue({
          code: 'custom',
          path: ['approvals', text],
          message: 'is not among allowedOrigins, letter for letter',
        })
    project.paymasters.forEach((text, index) => {
      const message = paymasterProblem(text, project.mode)
      if (message) context.addIssue({ code: 'custom', path: ['paymasters', index], message })
    })
    const { newDeviceHoldHours = DEFAULT_HOLD_HOURS[project.mode] } = project
    return { ...project, allowedOrigins, approvals, newDeviceHoldHours }
  })

/** A site or group of sites that embeds the wallet. */
export type Project = {
  id: string
  name: string
  mode: 'development' | 'production'
  allowedOrigins: AllowedOrigin[]
  /** The host page may collect codes itself. */
  headlessOtp: boolean
  /** Pages may ask for signatures of 32 bytes, as a danger of their own (docs/decisions/0028). */
  hashMessages: boolean
  disabled: boolean
  /** What the operator decides of the features; null: all is left to the page. */
  features: ProjectFeatures | null
  /** Events of the project are taken and kept for a while. */
  analytics: boolean
  deviceVerification: z.output<typeof deviceVerificationSchema>
  /** 0 to 72; the strictest of the projects that an account is connected with holds. */
  newDeviceHoldHours: number
  /** What the operator's own paymaster pays for. */
  sponsorship: Sponsorship
  /** Paymaster services (ERC-7677) that pages of the project may name. */
  paymasters: string[]
  /** Pages that a social sign-in in redirect mode may come back to, letter for letter; none of a site: its first page. */
  returnUris: string[]
  limits: ProjectLimits
  approvals: z.output<typeof approvalsSchema>
}

/** Where projects are looked up. May reject; every caller then fails closed. */
export type ProjectDirectory = {
  find(id: string): Promise<Project | undefined>
  /** The project has changed: the next look-up reads it anew. */
  forget?(id: string): void
}

/** How long a process may go on with what it last read of a project, ms. */
export const PROJECT_CACHE = 10_000

export type ProjectDirectoryOptions = {
  /** The project as the operator has changed it since the start; may reject. */
  changed: (project: Project) => Promise<Project>
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * A directory over the projects of the configuration. A disabled project is not found.
 *
 * @param options where changes are; each is in force everywhere `PROJECT_CACHE` ms after it was made
 */
export function createProjectDirectory(
  projects: readonly Project[],
  options: ProjectDirectoryOptions = { changed: async (project) => project, now: () => 0 },
): ProjectDirectory {
  const { changed, now } = options
  const byId = new Map(projects.map((project) => [project.id, project]))
  // Known ids alone, so that it cannot grow.
  const cache = new Map<string, { project: Promise<Project>; until: number }>()

  function read(project: Project): Promise<Project> {
    const known = cache.get(project.id)
    if (known && known.until > now()) return known.project
    const entry = { project: changed(project), until: now() + PROJECT_CACHE }
    cache.set(project.id, entry)
    entry.project.catch(() => {
      if (cache.get(project.id) === entry) cache.delete(project.id)
    })
    return entry.project
  }
  return {
    async find(id) {
      const base = byId.get(id)
      const project = base && (await read(base))
      return project?.disabled ? undefined : project
    },
    forget: (id) => void cache.delete(id),
  }
}

/** Whether a page of this origin may use the project. */
export function allowsOrigin(project: Project, origin: string): boolean {
  return matchesOrigin(origin, project.allowedOrigins)
}
