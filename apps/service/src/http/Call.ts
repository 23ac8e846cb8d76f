import { InvalidTokenError, MissingProofError } from '@latchkey/protocol/http'
import type { ActiveSession } from '../sessions/sessions.ts'

/** One request after every check that its route asks for. */
export type Call<Body> = {
  body: Body
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  /** The caller's IP address. */
  address: string
  /** What its browser says of itself and of its languages; null when it says nothing. */
  userAgent: string | null
  acceptLanguage: string | null
  /** Aborted when the caller has gone or the process stops: for answers that wait. */
  signal: AbortSignal
  /** Thumbprint of the device key that the proof was made with. */
  jkt: string | null
  session: ActiveSession | null
}

/** @throws MissingProofError when the route asks for no proof */
export function jktOf(call: Call<unknown>): string {
  if (call.jkt === null) throw new MissingProofError()
  return call.jkt
}

/** @throws InvalidTokenError when the route asks for no token */
export function sessionOf(call: Call<unknown>): ActiveSession {
  if (call.session === null) throw new InvalidTokenError()
  return call.session
}
