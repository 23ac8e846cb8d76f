import { measure } from '../check-size.ts'
import type { BenchContext } from './BenchContext.ts'
import { type Row, valueRow } from './Row.ts'

/** The byte budgets, in gzip, of the finished builds. */
export const byteRows = async ({ root }: BenchContext): Promise<Row[]> =>
  measure(root).map(({ name, bytes, budget }) => {
    const row = valueRow(`bytes, ${name}`, bytes / 1_000, 'kB', budget / 1_000)
    // Nothing measured is not "within the budget".
    return bytes > 0 ? row : { ...row, ok: false }
  })
