import * as z from 'zod'
import { schemaVersionSchema } from '../schemaVersion.ts'

/** First character of a line of the dump: what the JSON after it is. */
export const TABLE = 't'
export const ROW = 'r'
export const MANIFEST = 'm'

export const tableLineSchema = z.strictObject({ name: z.string().min(1).max(63) })

/** Last line of the dump: what must have come before it. */
export const manifestSchema = z.strictObject({
  createdAt: z.int().min(0),
  schema: schemaVersionSchema,
  tables: z.array(
    z.strictObject({
      name: z.string(),
      rows: z.int().min(0),
      /** Over every row and a line feed, hex. */
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
})
export type Manifest = z.output<typeof manifestSchema>
