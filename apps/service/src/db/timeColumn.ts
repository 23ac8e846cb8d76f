import { bigint } from 'drizzle-orm/pg-core'

/** Milliseconds since the epoch, by the service's clock. */
export const time = (name: string) => bigint(name, { mode: 'number' })
