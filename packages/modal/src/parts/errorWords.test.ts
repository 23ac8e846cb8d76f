import { type AlertKind, codeOf, isDeclined } from '@latchkey/core'
import { afterEach, expect, it, vi } from 'vitest'
import { alertWords, errorWords, needsNewCode } from './ErrorCard.tsx'

afterEach(() => void vi.unstubAllGlobals())

it('has words for what it knows, and others for the rest', () => {
  expect(errorWords({ code: 6003 }).title).toBe('error.origin')
  expect(errorWords({ code: 6001 }).help).toBe('error.sameSiteHelp')
  for (const odd of [
    undefined,
    null,
    'text',
    {},
    { code: '6003' },
    { code: Number.NaN },
    new Error('secret'),
  ])
    expect(errorWords(odd).title).toBe('error.unknown')
})

it('R8-14 a sign-in that found no account is said to have failed, and begins anew', () =>
  expect(errorWords({ code: 5018 })).toEqual({ title: 'error.signIn', help: 'error.socialGoneHelp' }))

it('reads a code only where there is one', () => {
  expect(codeOf({ code: 4001 })).toBe(4001)
  expect(codeOf({ code: 1.5 })).toBeUndefined()
})

const ALERTS: Record<AlertKind, string> = {
  networkNotFound: 'error.network',
  originNotAllowed: 'error.origin',
  invalidProjectId: 'error.project',
  invalidConfiguration: 'error.project',
  projectIdMissing: 'error.project',
  unverifiedDomain: 'error.origin',
  frameLoadFailed: 'error.frame',
  frameRequestTimeout: 'error.timeout',
  sessionExpired: 'error.session',
}
it.each(Object.entries(ALERTS))(
  'R7-44 R8-34 the alert %s has words of the visitor’s language',
  (kind, title) => expect(alertWords(kind)?.title).toBe(title),
)

it('knows alerts by their kind, and nothing of a prototype', () => {
  expect(alertWords('sessionExpired')?.title).toBe('error.session')
  expect(alertWords('constructor')).toBeUndefined()
})

it('tells a refusal from a fault, and a dead code from both', () => {
  expect(isDeclined({ code: 4001 })).toBe(true)
  expect(isDeclined({ code: 4000 })).toBe(false)
  expect(needsNewCode({ code: 2010 })).toBe(true)
  expect(needsNewCode({ code: 5018 })).toBe(true)
  expect(needsNewCode({ code: 6002 })).toBe(false)
})

it('speaks of a code below only where one is shown', () => {
  expect(errorWords({ code: 9_999 }).help).toBe('error.unknownHelp')
  expect(errorWords(new Error('x')).help).toBe('error.unknownHelpWithoutCode')
  expect(errorWords({ code: 5022 }).title).toBe('error.frame')
})

it('says that the device is offline instead of blaming the wallet or the service', () => {
  vi.stubGlobal('navigator', { onLine: false })
  for (const error of [
    new Error('x'),
    { code: 5022 },
    { code: 4000 },
    { code: 6002 },
    { code: 6005 },
    { code: 6031 },
  ])
    expect(errorWords(error).title).toBe('error.offline')
  expect(alertWords('frameLoadFailed')?.title).toBe('error.offline')
  expect(errorWords({ code: 6003 }).title).toBe('error.origin')
  expect(alertWords('sessionExpired')?.title).toBe('error.session')
})
