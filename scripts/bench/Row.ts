import { median, quantile } from './statistics.ts'

/** One line of the table; a cell that does not apply is undefined. */
export type Row = {
  name: string
  ours: string
  floor?: string
  /** Ours divided by the floor. */
  ratio?: number
  target?: string
  /** Undefined where there is no target. */
  ok?: boolean
}

/** Whether every figure of a row was measured: a group that failed, and samples that nobody took, are not. */
export const isMeasured = ({ ours, floor }: Row): boolean =>
  ![ours, floor ?? ''].some((cell) => /^not measured|NaN/.test(cell))

export type Unit = 'ms' | 'µs' | 'kB' | 'MB' | ''

const write = (value: number, unit: Unit) =>
  `${value >= 100 || Number.isInteger(value) ? value.toFixed(0) : value.toFixed(1)}${unit && ` ${unit}`}`

/** One value, with the most that it may be, if there is such a thing. */
export function valueRow(name: string, value: number, unit: Unit, limit?: number): Row {
  const row = { name, ours: write(value, unit) }
  return limit === undefined ? row : { ...row, target: `≤ ${write(limit, unit)}`, ok: value <= limit }
}

/** Median and range of the samples; the median is what the limit is for. */
export function samplesRow(name: string, samples: readonly number[], unit: Unit, limit?: number): Row {
  const row = valueRow(name, median(samples), unit, limit)
  const range = `${write(Math.min(...samples), '')}–${write(Math.max(...samples), '')}`
  return { ...row, ours: `${row.ours} (${range})` }
}

export type Pair = { ours: readonly number[]; floor: readonly number[] }

/** Ours beside the floor of the same run, by the median or another quantile. */
export function ratioRow(name: string, pair: Pair, unit: Unit, limit?: number, part?: number): Row {
  const read = (samples: readonly number[]) =>
    part === undefined ? median(samples) : quantile(samples, part)
  const ours = read(pair.ours)
  const floor = read(pair.floor)
  const ratio = ours / floor
  const row = { name, ours: write(ours, unit), floor: write(floor, unit), ratio }
  return limit === undefined ? row : { ...row, target: `≤ ${limit} ×`, ok: ratio <= limit }
}
