import { describe, expect, it } from 'vitest'
import type { AlertKind } from '../interfaces/Connector.ts'
import { alertOf } from './alerts.ts'

/** Each alert of spec 8: its short form, and what its long form tells somebody to do. */
const rows: readonly [string, AlertKind, string, RegExp][] = [
  ['R8-33 R8-44', 'projectIdMissing', 'Project ID Not Configured', /Set `projectId`/],
  ['R8-34 R8-40', 'originNotAllowed', 'Invalid App Configuration', /Add its origin to the project/],
  ['R8-34 R8-40', 'invalidProjectId', 'Invalid App Configuration', /Check `projectId`/],
  ['R8-34 R7-44', 'invalidConfiguration', 'Invalid App Configuration', /Compare the options of the page/],
  ['R8-35 R8-41', 'frameLoadFailed', 'Network Error, Could not load embedded wallet', /Check the connection/],
  ['R8-36 R8-42', 'frameRequestTimeout', 'Embedded Wallet Request Timed Out', /try again/],
  ['R8-37', 'unverifiedDomain', 'Unverified Domain', /Check the address .* adds its origin/],
  ['R8-38 R8-39', 'networkNotFound', 'Network Not Found', /Add it to `networks`/],
  ['R8-43 R8-46', 'sessionExpired', 'Session Expired', /clock .* connect again/],
]

describe('alerts', () => {
  it.each(rows)('%s: %s has a short form, and a long one with a way to act', (_, kind, short, act) => {
    const alert = alertOf(kind, 4011)
    expect(alert).toMatchObject({ kind, short, code: 4011 })
    expect(alert.long).toMatch(act)
    expect(alert.long.length).toBeGreaterThan(short.length)
  })
})
