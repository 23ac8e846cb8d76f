/**
 * Counts an amount against what a caller may use in a minute of all processes together.
 *
 * @param key names the caller and what is counted
 * @param most in a minute
 * @returns false when that would be more
 */
export type CountAll = (key: string, amount: number, most: number) => Promise<boolean>

/** What a token bucket lets through in a minute that begins with a full one. */
export const inAMinute = (burst: number, perSecond: number): number => burst + perSecond * 60
