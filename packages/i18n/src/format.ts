/**
 * A moment, with its date and its time.
 *
 * @param tag BCP 47
 * @param at ms since the epoch
 * @param timeZone IANA name; default: the reader's own
 */
export const formatTime = (tag: string, at: number, timeZone?: string): string =>
  new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)

/** The day of a moment, in the reader's time zone. */
export const formatDay = (tag: string, at: number): string =>
  new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }).format(at)
