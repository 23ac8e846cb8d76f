import type { PageProvider } from './InjectedWallet.ts'

export type Announcement = {
  uuid: string
  name: string
  rdns: string
  icon?: string
  provider: PageProvider
}

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
const RDNS = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/i
const MAX_RDNS = 80
const MAX_NAME = 64
/** Controls, and what hides or reorders the text around it. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u
const ICON = /^data:image\/[a-z0-9.+-]{1,32}[;,]/i
const MAX_ICON = 100_000

/**
 * Reads the detail of an `eip6963:announceProvider` event. Every script of the page can send one, so each part must have
 * its form. An icon that has not is left out; a wallet without one can still be used.
 *
 * @returns undefined when it is no announcement of a wallet, also when reading it throws
 */
export function parseAnnouncement(detail: unknown): Announcement | undefined {
  try {
    return read(detail)
  } catch {
    return undefined
  }
}

function read(detail: unknown): Announcement | undefined {
  if (!isObject(detail)) return undefined
  const { info, provider } = detail
  if (!isObject(info) || !isProvider(provider)) return undefined
  // Each is read once: what a getter answers the second time may be another thing.
  const { uuid, name, rdns, icon } = info
  if (typeof uuid !== 'string' || !UUID_V4.test(uuid)) return undefined
  if (typeof rdns !== 'string' || rdns.length > MAX_RDNS || !RDNS.test(rdns)) return undefined
  const label = plainName(name)
  if (!label) return undefined
  return {
    uuid: uuid.toLowerCase(),
    name: label,
    rdns: rdns.toLowerCase(),
    ...(isIcon(icon) ? { icon } : {}),
    provider,
  }
}

/** A name of a wallet as plain text of at most 64 characters; undefined when it is anything else. */
export function plainName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  const trimmed = name.trim()
  return trimmed === '' || trimmed.length > MAX_NAME || UNPRINTABLE.test(trimmed) ? undefined : trimmed
}

/** Whether a text is an image of at most 100 kB within a `data:` URI. */
export const isIcon = (icon: unknown): icon is string =>
  typeof icon === 'string' && icon.length <= MAX_ICON && ICON.test(icon)

function isProvider(value: unknown): value is PageProvider {
  return isObject(value) && ['request', 'on', 'removeListener'].every((name) => isFunction(value[name]))
}

const isFunction = (value: unknown) => typeof value === 'function'
const isObject = (value: unknown): value is Record<string, unknown> =>
  (typeof value === 'object' || typeof value === 'function') && value !== null
