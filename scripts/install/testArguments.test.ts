import { expect, test } from 'vitest'
import { testArguments } from './testArguments.mjs'

test.each([
  [[], {}],
  [['--only', 'unit'], { only: 'unit' }],
  [['--changed'], { changed: 'HEAD' }],
  [['--changed', 'main'], { changed: 'main' }],
  [['--changed=main~2'], { changed: 'main~2' }],
  [['--only', 'checks', '--changed', 'main'], { only: 'checks', changed: 'main' }],
])('%j', (args, expected) => {
  expect(testArguments(args)).toEqual(expected)
})

test.each([
  [['--only', 'all'], /checks, unit or e2e, not all/],
  [['main'], /does not take main/],
  [['--changed=a', 'b'], /does not take b/],
  [['--changed', 'a', 'b'], /does not take b/],
  [['--changed=--output=x'], /a revision of git/],
  [['--quick'], /quick/],
])('%j is refused in words', (args, words) => {
  expect(() => testArguments(args)).toThrow(words)
})
