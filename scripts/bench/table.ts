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

/** The rows as a Markdown table whose columns also line up as plain text. */
export function table(rows: readonly Row[]): string {
  const lines = [HEAD, ...rows.map(cellsOf)]
  const widths = HEAD.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  const write = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  const [head = [], ...body] = lines
  return [write(head), rule, ...body.map(write)].join('\n')
}
