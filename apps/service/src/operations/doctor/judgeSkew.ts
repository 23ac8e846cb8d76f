import { type Finding, fail, ok, warn } from './Finding.ts'

/** Proofs of devices are taken from a minute before to a minute after. */
const MOST = 30_000
const NOTABLE = 5_000

/** @param skew ms by which the other clock is ahead of this one */
export function judgeSkew(check: string, whose: string, skew: number): Finding {
  const seconds = Math.round(Math.abs(skew) / 1_000)
  const message = `The clock of ${whose} is ${seconds} s ${skew > 0 ? 'ahead' : 'behind'}.`
  const fix = 'Set both clocks by NTP.'
  if (Math.abs(skew) > MOST) return fail(check, message, fix)
  if (Math.abs(skew) > NOTABLE) return warn(check, message, fix)
  return ok(check, `The clock of ${whose} agrees.`)
}
