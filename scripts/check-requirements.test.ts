import { describe, expect, it } from 'vitest'
import { checkRequirements, findProofs, parseRequirements, summarize } from './check-requirements.ts'

const tests = new Map([
  ['packages/core/src/pairing.test.ts', "it('R4-12 pairs for 240 s')"],
  [
    'e2e/specs/pairing.spec.ts',
    "test('R4-12 R4-1 pairs')\n/* R4-13 */\n  // R4-14 in words\nconst id = 'R4-120-3'",
  ],
])
const table = (...rows: string[]): string =>
  ['## 4. States', '', '| id | what must hold | state |', '|---|---|---|', ...rows].join('\n')
const mistakes = (...rows: string[]): string[] =>
  checkRequirements(table(...rows), tests)
    .mistakes.map(({ line, message }) => `${line} ${message}`)
    .filter((mistake) => !mistake.includes('has no row'))

describe('a sound table', () => {
  it.each([
    '| R4-12 | a rule | done |',
    '| R4-2 | a rule | open |',
    '| R4-12 | proven, and not yet whole | open |',
    '| R4-2 | light \\| dark | open |',
  ])('takes %s', (row) => expect(mistakes(row)).toEqual([]))

  it('reads a row', () => {
    expect(parseRequirements(table('| R4-12 | light \\| dark | done |')).rows).toEqual([
      { id: 'R4-12', section: 4, rule: 'light | dark', state: 'done', line: 5 },
    ])
  })
})

describe('a table with mistakes', () => {
  it.each([
    ['| R4-12 | a rule |', ['5 a row has 3 cells between bars']],
    ['| R4-12 | a rule | open | 3 |', ['5 a row has 3 cells between bars']],
    ['| R4-12 | a rule | open', ['5 a row has 3 cells between bars']],
    ['| 4-12 | a rule | open |', ['5 4-12 is not an id such as R4-12']],
    ['| R4-0 | a rule | open |', ['5 R4-0 is not an id such as R4-12']],
    ['| R5-1 | a rule | open |', ['5 R5-1 stands in section 4']],
    ['| R4-1 |  | open |', ['5 R4-1 says nothing']],
    ['| R4-1 | a rule | closed |', ['5 R4-1: the state is done or open, not closed']],
    ['| R4-1 | a rule |  |', ['5 R4-1: the state is done or open, not empty']],
    ['| R4-13 | named in a comment | done |', ['5 R4-13: no test names it']],
    ['| R4-14 | named in a comment | done |', ['5 R4-14: no test names it']],
    ['| R4-120 | the beginning of another name | done |', ['5 R4-120: no test names it']],
  ])('refuses %s', (row, expected) => expect(mistakes(row)).toEqual(expected))

  it('refuses an id that repeats', () => {
    const row = '| R4-1 | a rule | open |'
    expect(mistakes(row, row)).toEqual(['6 R4-1 repeats'])
  })

  it('refuses a test that names a row which the table does not have', () => {
    expect(checkRequirements(table('| R4-12 | a rule | done |'), tests).mistakes).toEqual([
      { line: 1, message: 'R4-1 has no row, and e2e/specs/pairing.spec.ts names it' },
    ])
  })

  it.each([
    ['## 4. A\n| id | rule | state |\n|---|---|---|', 'the header is not'],
    ['## 4. A\n| id | what must hold | state |\n\n', 'a table header without its rule'],
    ['## 4. A\n| id | what must hold | state |\n| R4-1 | a | open |', 'the second line'],
    ['## A\n| id | what must hold | state |\n|---|---|---|\n| R4-1 | a | open |', 'none'],
    ['', 'there is no requirement'],
  ])('refuses %j', (markdown, message) => {
    expect(checkRequirements(markdown, new Map()).mistakes[0]?.message).toContain(message)
  })
})

it('finds the tests of a row by its id', () => {
  expect(findProofs(tests).get('R4-12')).toEqual([
    'packages/core/src/pairing.test.ts',
    'e2e/specs/pairing.spec.ts',
  ])
})

it('counts what is open by section', () => {
  const { rows } = parseRequirements(table('| R4-1 | a | open |', '| R4-2 | b | done |'))
  expect(summarize(rows)).toEqual(['section 4: 1 of 2 open', 'requirements: 1 of 2 open'])
})
