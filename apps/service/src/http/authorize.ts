import { InvalidTokenError, type Route } from '@latchkey/protocol/http'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { type ActiveSession, findSession } from '../sessions/sessions.ts'
import { verifyProof } from '../sessions/verifyProof.ts'

export type Authority = { jkt: string | null; session: ActiveSession | null }

function readToken(request: Request): string {
  const token = /^DPoP ([A-Za-z0-9_-]{43})$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (!token) throw new InvalidTokenError()
  return token
}

/**
 * Checks what the route asks for: nothing, a proof, or a proof and the token bound to the same key. A token is checked
 * wherever one comes along with a proof.
 *
 * @param body the bytes as they came, for the proof covers them
 */
export async function authorize(
  service: ServiceContext,
  auth: Route['auth'],
  request: Request,
  body: Uint8Array,
): Promise<Authority> {
  if (auth === 'none') return { jkt: null, session: null }
  // Where a proof is enough, a token may come along: then the call is somebody's.
  const isAnonymous = auth === 'proof' && request.headers.get('authorization') === null
  const accessToken = isAnonymous ? null : readToken(request)
  const { jkt } = await verifyProof(service, {
    proof: request.headers.get('dpop'),
    method: request.method,
    path: new URL(request.url).pathname,
    body,
    accessToken,
    needsNonce: auth === 'nonce',
  })
  return { jkt, session: accessToken === null ? null : await findSession(service, accessToken, jkt) }
}
