import type { Call } from '../../http/Call.ts'
import { describeBrowser } from './describeBrowser.ts'
import { describePlace } from './describePlace.ts'

/** Who asks, in words that a person can judge and that may be kept. */
export type Caller = {
  /** Families alone, such as `Firefox on Linux`. */
  browser: string
  /** Network alone, such as `203.0.113.0/24`. */
  place: string
  /** The first language its browser asks for (BCP 47). */
  locale: string | undefined
}

/** Describes the caller of one request. */
export function callerOf(call: Pick<Call<unknown>, 'address' | 'userAgent' | 'acceptLanguage'>): Caller {
  const language = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}/.exec(call.acceptLanguage?.trim() ?? '')?.[0]
  return {
    browser: describeBrowser(call.userAgent),
    place: describePlace(call.address),
    locale: language?.slice(0, 35),
  }
}
