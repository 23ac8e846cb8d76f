import {
  InvalidTokenError,
  MissingProofError,
  OriginNotAllowedError,
  UnknownProjectError,
} from '@latchkey/protocol/http'
import type { Project } from '../config/projects.ts'
import type { ActiveSession } from '../sessions/sessions.ts'

/** One request whose caller may ask this route. Its body is not read yet. */
export type Caller = {
  request: Request
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  /** The caller's IP address. */
  address: string
  /** The address that the connection came from: a proxy's where there is one. */
  peer: string
  /** What its browser says of itself and of its languages; null when it says nothing. */
  userAgent: string | null
  acceptLanguage: string | null
  /** The page's, where the route asks for one. */
  origin: string | null
  /** The project that the query names, where the route asks for one. */
  project: Project | null
  /** The page's origin is not on the project's list. */
  isGuest: boolean
}

/** One request after every check that its route asks for. */
export type Call<Body> = Caller & {
  body: Body
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

/** @throws UnknownProjectError when the route asks for no project */
export function projectOf({ project }: Caller): Project {
  if (project === null) throw new UnknownProjectError()
  return project
}

/** @throws OriginNotAllowedError when the route asks for no page */
export function callerOriginOf({ origin }: Caller): string {
  if (origin === null) throw new OriginNotAllowedError()
  return origin
}
