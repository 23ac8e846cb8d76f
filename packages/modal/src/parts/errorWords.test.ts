import { expect, it } from 'vitest'
import { alertWords, codeOf, errorWords, needsNewCode } from './errorWords.ts'
import { isDeclined } from './isDeclined.ts'

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

it('reads a code only where there is one', () => {
  expect(codeOf({ code: 4001 })).toBe(4001)
  expect(codeOf({ code: 1.5 })).toBeUndefined()
})

it('knows alerts by their kind, and nothing of a prototype', () => {
  expect(alertWords('sessionExpired')?.title).toBe('error.session')
  expect(alertWords('constructor')).toBeUndefined()
})

it('tells a refusal from a fault, and a dead code from both', () => {
  expect(isDeclined({ code: 4001 })).toBe(true)
  expect(isDeclined({ code: 4000 })).toBe(false)
  expect(needsNewCode({ code: 2010 })).toBe(true)
  expect(needsNewCode({ code: 6002 })).toBe(false)
})
