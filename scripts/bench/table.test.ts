import { expect, test } from 'vitest'
import { isMeasured, ratioRow, samplesRow, valueRow } from './Row.ts'
import { putTable, table } from './table.ts'

test('a row says whether its target is met, and nothing where there is none', () => {
  expect(valueRow('heap', 4.5, 'MB', 4)).toMatchObject({ ours: '4.5 MB', target: '≤ 4 MB', ok: false })
  expect(valueRow('rate', 12, '')).not.toHaveProperty('ok')
  expect(samplesRow('open', [30, 10, 20], 'ms', 20)).toMatchObject({ ours: '20 ms (10–30)', ok: true })
})

test('a ratio compares the same quantile of both sides', () => {
  const pair = { ours: [10, 12, 50], floor: [10, 10, 20] }
  expect(ratioRow('call', pair, 'µs', 1.25)).toMatchObject({ ratio: 1.2, ok: true })
  expect(ratioRow('call', pair, 'µs', 1.25, 0.99)).toMatchObject({ ratio: 2.5, ok: false })
})

test('what was not measured misses its target', () => {
  const none = ratioRow('call', { ours: [], floor: [] }, 'µs', 2)
  expect(none.ok).toBe(false)
  expect(isMeasured(none)).toBe(false)
  expect(isMeasured({ name: 'open', ours: 'not measured: no page' })).toBe(false)
  expect(isMeasured(valueRow('heap', 4.5, 'MB', 4))).toBe(true)
})

test('columns line up and empty cells have a dash', () => {
  const [head = '', rule = '', ...body] = table([{ name: 'a long name', ours: '1' }]).split('\n')
  expect(new Set([head.length, rule.length, ...body.map(({ length }) => length)]).size).toBe(1)
  expect(body).toEqual(['| a long name | 1    | –     | –     | –      | –  |'])
})

test('the table replaces the previous one, and nothing else', () => {
  const page = 'Before\n<!-- bench -->\nold\n<!-- /bench -->\nAfter\n'
  expect(putTable(page, 'new')).toBe('Before\n<!-- bench -->\n\nnew\n\n<!-- /bench -->\nAfter\n')
  expect(() => putTable('Before', 'new')).toThrow('no place')
})
