import type { Row } from './Row.ts'

const HEAD = ['name', 'ours', 'floor', 'ratio', 'target', 'ok']

const cellsOf = ({ name, ours, floor, ratio, target, ok }: Row): string[] => [
  name,
  ours,
  floor ?? '–',
  ratio === undefined ? '–' : `${ratio.toFixed(2)} ×`,
  target ?? '–',
  ok === undefined ? '–' : ok ? 'ok' : 'MISS',
]

/** Lines of cells, the first of them the head, as a Markdown table whose columns also line up as plain text. */
export function alignTable(lines: readonly (readonly string[])[]): string {
  const [head = [], ...body] = lines
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  const write = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [write(head), rule, ...body.map(write)].join('\n')
}

/** The rows as a table. */
export const table = (rows: readonly Row[]): string => alignTable([HEAD, ...rows.map(cellsOf)])

const PLACE = /(<!-- bench -->\n)[\s\S]*?(<!-- \/bench -->)/

/**
 * A page with the table where its marks are.
 *
 * @throws Error when the page has no marks
 */
export function putTable(page: string, written: string): string {
  if (!PLACE.test(page)) throw new Error('The page has no place for the table.')
  return page.replace(PLACE, (_, begin: string, end: string) => `${begin}\n${written}\n\n${end}`)
}
