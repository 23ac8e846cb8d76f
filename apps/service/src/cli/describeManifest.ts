import type { Manifest } from '../operations/backup/manifest.ts'

/** What is in a backup: when it was made, of which tables, and how many rows. */
export function describeManifest({ createdAt, schema, tables }: Manifest): string {
  const filled = tables.filter(({ rows }) => rows > 0)
  const total = filled.reduce((sum, { rows }) => sum + rows, 0)
  return [
    `made ${new Date(createdAt).toISOString()}, tables of ${schema.migrations} migrations (${schema.hash.slice(0, 12)})`,
    ...filled.map(({ name, rows, sha256 }) => `${String(rows).padStart(9)}  ${name}  ${sha256.slice(0, 12)}`),
    `${String(total).padStart(9)}  rows`,
  ].join('\n')
}
