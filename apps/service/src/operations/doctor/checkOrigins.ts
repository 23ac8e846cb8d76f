import { getDomain } from 'tldts'
import { isLoopbackName } from '../../config/originPattern.ts'
import type { Project } from '../../config/projects.ts'
import type { ServiceConfig } from '../../config/ServiceConfig.ts'
import { type Finding, fail, ok, warn } from './Diagnosis.ts'

/** The site of an origin or pattern: scheme and registrable domain (HTML standard, "obtain a site"). */
export function siteOf(origin: string): string {
  const [scheme = '', authority = ''] = origin.split('://')
  const hostname = authority.replace(/^\*\./, '').replace(/:[0-9]+$/, '')
  // A pattern such as *.localhost has no domain of its own: each name under it is a site.
  return `${scheme}://${getDomain(hostname, { allowPrivateDomains: true }) ?? hostname}`
}

const ownOrigins = ({ walletOrigin, keysOrigin, apiOrigin }: ServiceConfig) =>
  [
    ['WALLET_ORIGIN', walletOrigin],
    ['KEYS_ORIGIN', keysOrigin],
    ['API_ORIGIN', apiOrigin],
  ] as const

function checkHttps(config: ServiceConfig): Finding {
  const open = ownOrigins(config).filter(
    ([, origin]) => origin.startsWith('http:') && !isLoopbackName(new URL(origin).hostname),
  )
  if (open.length)
    return fail(
      'origins.https',
      `${open.map(([name]) => name).join(', ')}: served without TLS; anyone on the way can read codes and change code.`,
      'Put a TLS proxy in front and write https://….',
    )
  const local = ownOrigins(config).every(([, origin]) => origin.startsWith('http:'))
  const mixed = !local && ownOrigins(config).some(([, origin]) => origin.startsWith('http:'))
  if (mixed)
    return fail(
      'origins.https',
      'WALLET_ORIGIN, KEYS_ORIGIN and API_ORIGIN mix http and https: a browser blocks the calls between them.',
      'Use https:// for all three.',
    )
  return ok('origins.https', local ? 'The origins are on this machine.' : 'All three origins use https.')
}

function checkSites(config: ServiceConfig): Finding {
  const wallet = siteOf(config.walletOrigin)
  const keys = siteOf(config.keysOrigin)
  const api = siteOf(config.apiOrigin)
  if (new Set([wallet, keys, api]).size === 3)
    return ok('origins.sites', 'Wallet, keys and API are on three sites.')
  const shared =
    wallet === keys
      ? 'WALLET_ORIGIN and KEYS_ORIGIN are on one site: a browser may run both in one process, and a flaw in one reaches the memory of the other.'
      : 'API_ORIGIN is on the site of a document: its cookies and subdomains are one trust.'
  return warn('origins.sites', shared, 'Give each a registrable domain of its own, such as example-keys.net.')
}

function checkProject(config: ServiceConfig, project: Project): Finding[] {
  const name = `projects.${project.id}`
  const production = config.walletOrigin.startsWith('https:')
  const findings: Finding[] = []
  const ownSites = new Map(ownOrigins(config).map(([variable, origin]) => [siteOf(origin), variable]))
  for (const { pattern } of project.allowedOrigins) {
    const variable = ownSites.get(siteOf(pattern))
    if (variable)
      findings.push(
        fail(
          name,
          `${pattern} is on the site of ${variable}: storage and processes of page and wallet are not kept apart.`,
          `Move ${variable} to another domain, or take the page off PROJECTS.`,
        ),
      )
  }
  if (project.allowedOrigins.length === 0)
    findings.push(
      warn(name, 'allowedOrigins is empty: no page can use the project.', 'Name its pages in PROJECTS.'),
    )
  const settings: readonly (readonly [boolean, string, string])[] = [
    [
      project.mode === 'development',
      'The project is in development mode on a public deployment: http pages and names that anyone can get may be allowed.',
      'Set "mode": "production" in PROJECTS.',
    ],
    [
      project.headlessOtp,
      'headlessOtp is on: every page of the project can read the codes that people type.',
      'Leave headlessOtp out of PROJECTS unless the page is your own.',
    ],
    [
      project.hashMessages,
      'hashMessages is on: a page can ask for a signature of 32 bytes, which may move all that a smart account owns.',
      'Leave hashMessages out of PROJECTS unless your page needs it.',
    ],
    [
      project.newDeviceHoldHours === 0,
      'newDeviceHoldHours is 0: whoever gets a code of a mailbox has the wallet at once, before its owner reads the notice.',
      'Leave newDeviceHoldHours out of PROJECTS: a new device then waits for an hour, unless an older one or a passkey lets it in.',
    ],
  ]
  for (const [isOn, message, fix] of settings) if (production && isOn) findings.push(warn(name, message, fix))
  for (const { pattern } of project.allowedOrigins.filter((one) => one.pattern.includes('://*.')))
    if (production)
      findings.push(
        warn(
          name,
          `${pattern} lets every name under it embed the wallet; one forgotten subdomain is enough.`,
          'Write the pages out in PROJECTS.',
        ),
      )
  return findings.length ? findings : [ok(name, `${project.allowedOrigins.length} allowed page(s).`)]
}

/** Whether the origins keep page, wallet and keys apart, and who is let in. */
export function checkOrigins({ config }: { config: ServiceConfig }): Finding[] {
  const projects = config.projects.filter(({ disabled }) => !disabled)
  return [
    checkHttps(config),
    checkSites(config),
    ...projects.flatMap((project) => checkProject(config, project)),
  ]
}
