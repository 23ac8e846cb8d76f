import { parseUrl } from '@latchkey/std/parseUrl'

/** Second labels that registries of countries sell names under, such as `co` in `example.co.uk`. */
const SECOND_LEVEL: ReadonlySet<string> = new Set('ac co com edu go gob gov ne net nom or org'.split(' '))
/** Hosting domains whose names belong to many (Public Suffix List, private part). */
const SHARED_HOSTS: ReadonlySet<string> = new Set(
  'github.io gitlab.io netlify.app ngrok-free.app pages.dev vercel.app web.app workers.dev'.split(' '),
)

/**
 * Whether two origins could be of one site (HTML, "same site"), as far as one can tell without the whole list of public
 * suffixes. `*.localhost` names are sites of their own in browsers. Where it cannot tell it says yes: the answer only
 * ever refuses a set-up that would put the wallet on the page's own site.
 *
 * @example
 * isSameSite('https://app.example.co.uk', 'https://wallet.example.co.uk') // true
 */
export function isSameSite(a: string, b: string): boolean {
  const siteA = siteOf(a)
  const siteB = siteOf(b)
  return siteA === undefined || siteB === undefined || siteA === siteB
}

function siteOf(origin: string): string | undefined {
  const hostname = parseUrl(origin)?.hostname.replace(/\.$/, '')
  if (!hostname) return undefined
  // An address has no labels: it is its own site.
  if (hostname.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(hostname)) return hostname
  const labels = hostname.split('.')
  return labels.slice(-(publicLabels(labels) + 1)).join('.')
}

/** How many labels at the end are a public suffix. */
function publicLabels(labels: readonly string[]): number {
  const [second = '', top = ''] = labels.slice(-2)
  if (SHARED_HOSTS.has(`${second}.${top}`)) return 2
  return top.length === 2 && SECOND_LEVEL.has(second) ? 2 : 1
}
