import type { IncomingMessage } from 'node:http'
import { withDeadline } from '@latchkey/std/deadline'
import type { RefusalStatus } from './RelayEvent.ts'
import type { RelayLimits } from './RelayLimits.ts'
import { verifyAuth } from './verifyAuth.ts'

/** Who asks for a socket. `origin` is what a browser says of the page; other programs mostly say nothing. */
export type RelayCaller = { projectId: string; origin: string | undefined }

export type Admission = { clientId: string; projectId: string } | { refusal: RefusalStatus }

export type AdmissionRules = {
  audiences: ReadonlySet<string>
  isAllowed: (caller: RelayCaller) => boolean | Promise<boolean>
  limits: RelayLimits
  now: () => number
}

/** What the path of a request is read against. */
const BASE = 'http://relay.invalid'

/**
 * Checks the token, the project and the origin of a request for a socket. Never rejects: what cannot be checked is
 * refused.
 */
export async function admit(rules: AdmissionRules, request: IncomingMessage): Promise<Admission> {
  const { audiences, isAllowed, limits, now } = rules
  const url = request.url ?? ''
  if (url.length > 8_192 || !URL.canParse(url, BASE)) return { refusal: 400 }
  const { searchParams } = new URL(url, BASE)
  const projectId = searchParams.get('projectId') ?? ''
  const clientId = await verifyAuth(searchParams.get('auth') ?? '', audiences, now())
  if (!clientId) return { refusal: 401 }
  if (!/^[\w-]{1,64}$/.test(projectId)) return { refusal: 403 }
  const { origin } = request.headers
  try {
    const decide = async () => isAllowed({ projectId, origin })
    const allowed = await withDeadline({ ms: limits.admission }, decide)
    return allowed === true ? { clientId, projectId } : { refusal: 403 }
  } catch {
    return { refusal: 503 }
  }
}
