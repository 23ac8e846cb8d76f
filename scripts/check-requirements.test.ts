import { describe, expect, it } from 'vitest'
import { checkRequirements, isOpen, parseRequirements, summarize } from './check-requirements.ts'

const files: Record<string, string> = {
  'packages/core/src/pairing.ts': 'export const PAIRING_LIFE = 240_000',
  'packages/core/src/pairing.test.ts': "it('R4-12 pairs for 240 s')",
  'packages/core': '',
}
const read = (path: string): string | undefined => files[path]
const table = (...rows: string[]): string =>
  [
    '## 4. States',
    '',
    '| id | what must hold | where | test | issue |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
const place = 'packages/core/src/pairing.ts'
const test = 'packages/core/src/pairing.test.ts'
const mistakes = (...rows: string[]): string[] =>
  checkRequirements(table(...rows), read).mistakes.map(({ line, message }) => `${line} ${message}`)

describe('a sound table', () => {
  it.each([
    '| R4-12 | a rule | – | – | later |',
    `| R4-12 | a rule | ${place} | – | 2 |`,
    `| R4-12 | a rule | \`${place}#PAIRING_LIFE\` | \`${test}\` | 3 |`,
    `| R4-12 | a rule | packages/core, ${place} | ${test} | 3 |`,
    '| R4-12 | light \\| dark | – | – | 5 |',
  ])('takes %s', (row) => expect(mistakes(row)).toEqual([]))

  it('reads a row', () => {
    const row = `| R4-12 | light \\| dark | ${place}#LIFE, packages/core | ${test} | 3 |`
    expect(parseRequirements(table(row)).rows).toEqual([
      {
        id: 'R4-12',
        section: 4,
        rule: 'light | dark',
        places: [
          { path: place, symbol: 'LIFE' },
          { path: 'packages/core', symbol: undefined },
        ],
        tests: [test],
        issue: '3',
        line: 5,
      },
    ])
  })
})

describe('a table with mistakes', () => {
  it.each([
    ['| R4-12 | a rule | – | – |', ['5 a row has 5 cells between bars']],
    ['| R4-12 | a rule | – | – | 2 | 3 |', ['5 a row has 5 cells between bars']],
    ['| R4-12 | a rule | – | – | 2', ['5 a row has 5 cells between bars']],
    ['| 4-12 | a rule | – | – | 2 |', ['5 4-12 is not an id such as R4-12']],
    ['| R4-0 | a rule | – | – | 2 |', ['5 R4-0 is not an id such as R4-12']],
    ['| R5-1 | a rule | – | – | 2 |', ['5 R5-1 stands in section 4']],
    ['| R4-1 |  | – | – | 2 |', ['5 R4-1 says nothing']],
    ['| R4-1 | a rule | – | – | 7 |', ['5 R4-1: the issue is 2, 3, 4, 5, 10, later, not 7']],
    ['| R4-1 | a rule | - | – | 2 |', ['5 R4-1: - does not exist']],
    ['| R4-1 | a rule |  | – | 2 |', ['5 R4-1: where is – or paths with commas between, not empty']],
    ['| R4-1 | a rule | – | – ? | 2 |', ['5 R4-1: test is – or paths with commas between, not – ?']],
    ['| R4-1 | a rule | ../a.ts | – | 2 |', ['5 R4-1: where is – or paths with commas between, not ../a.ts']],
    ['| R4-1 | a rule | /a.ts | – | 2 |', ['5 R4-1: where is – or paths with commas between, not /a.ts']],
    ['| R4-1 | a rule | a.ts | – | 2 |', ['5 R4-1: a.ts does not exist']],
    [`| R4-1 | a rule | ${place}#GONE | – | 2 |`, [`5 R4-1: ${place} does not contain GONE`]],
    ['| R4-1 | a rule | – | a.test.ts | 2 |', ['5 R4-1: a.test.ts does not exist']],
    [`| R4-1 | a rule | – | ${test} | 2 |`, [`5 R4-1: ${test} does not name it`]],
  ])('refuses %s', (row, expected) => expect(mistakes(row)).toEqual(expected))

  it('refuses an id that repeats', () => {
    const row = '| R4-1 | a rule | – | – | 2 |'
    expect(mistakes(row, row)).toEqual(['6 R4-1 repeats'])
  })

  it.each([
    ['## 4. A\n| id | rule | where | test | issue |\n|---|---|---|---|---|', 'the header is not'],
    ['## 4. A\n| id | what must hold | where | test | issue |\n\n', 'a table header without its rule'],
    ['## 4. A\n| id | what must hold | where | test | issue |\n| R4-1 | a | – | – | 2 |', 'the second line'],
    [
      '## A\n| id | what must hold | where | test | issue |\n|---|---|---|---|---|\n| R4-1 | a | – | – | 2 |',
      'none',
    ],
    ['', 'there is no requirement'],
  ])('refuses %j', (markdown, message) => {
    expect(checkRequirements(markdown, read).mistakes[0]?.message).toContain(message)
  })
})

it('counts what is open by section and by issue', () => {
  const { rows } = parseRequirements(
    table(
      '| R4-1 | a | – | – | 2 |',
      `| R4-2 | b | ${place} | – | 2 |`,
      `| R4-3 | c | ${place} | ${test} | 2 |`,
      `| R4-4 | d | – | ${test} | later |`,
    ),
  )
  expect(rows.map(isOpen)).toEqual([true, true, false, true])
  expect(summarize(rows)).toEqual([
    'section 4: 3 of 4 open',
    'issue 2: 2 of 3 open',
    'issue 3: 0 of 0 open',
    'issue 4: 0 of 0 open',
    'issue 5: 0 of 0 open',
    'issue 10: 0 of 0 open',
    'issue later: 1 of 1 open',
    'requirements: 3 of 4 open',
  ])
})
