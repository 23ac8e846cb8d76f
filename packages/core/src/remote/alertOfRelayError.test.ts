import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alertOfRelayError } from './alertOfRelayError.ts'

describe('alertOfRelayError', () => {
  it.each([
    ['R8-45', 'Unauthorized: origin not allowed', 'originNotAllowed'],
    [
      'R8-45',
      'WebSocket connection closed abnormally with code: 3000 (Unauthorized: origin not allowed)',
      'originNotAllowed',
    ],
    ['R8-46', 'JWT not yet valid', 'sessionExpired'],
    ['R8-46', 'JWT validation error: JWT Token is not yet valid: iat', 'sessionExpired'],
    ['R8-46', 'JWT expired', 'sessionExpired'],
    ['R8-47', 'Unauthorized: invalid key', 'invalidProjectId'],
    ['R8-47', 'Project not found', 'invalidProjectId'],
    ['R8-47', "project id doesn't exist", 'invalidProjectId'],
    ['R8-37', 'Unverified domain', 'unverifiedDomain'],
    ['R8-37', 'The domain of this app is not verified', 'unverifiedDomain'],
    ['', 'User rejected the request', undefined],
    ['', 'Proposal expired', undefined],
    ['', 'socket hang up', undefined],
    ['', 'Subscribing to 0f3a failed, please try again', undefined],
    ['', '', undefined],
  ])('%s "%s" is %s', (_, message, kind) => {
    expect(alertOfRelayError(new Error(message))).toBe(kind)
    expect(alertOfRelayError(message)).toBe(kind)
    expect(alertOfRelayError({ reason: message })).toBe(kind)
    expect(alertOfRelayError(new Error('outer', { cause: new Error(message) }))).toBe(kind)
  })
  it('takes anything, also what is its own cause', () => {
    const loop = new Error('loop')
    loop.cause = loop
    expect(alertOfRelayError(loop)).toBeUndefined()
    fc.assert(fc.property(fc.anything(), (value) => void alertOfRelayError(value)))
  })
})
