/** What went wrong with the set-up or the session (spec 8, modal alerts). */
export type AlertKind =
  | 'networkNotFound'
  | 'originNotAllowed'
  | 'invalidProjectId'
  | 'invalidConfiguration'
  | 'frameLoadFailed'
  | 'frameRequestTimeout'
  | 'sessionExpired'
  | 'projectIdMissing'
  | 'unverifiedDomain'
