import { codeOf } from './errorWords.ts'

/** Closed, declined or taken back by the person: nothing went wrong. */
const DECLINED: ReadonlySet<number> = new Set([1004, 1011, 2004, 4001, 5008, 5010, 6010])

export const isDeclined = (error: unknown): boolean => DECLINED.has(codeOf(error) ?? 0)
