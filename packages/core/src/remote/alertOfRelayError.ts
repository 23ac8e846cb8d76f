import type { AlertKind } from '../interfaces/Connector.ts'

/** What WalletConnect relays say, in the order in which it is looked for. */
const SENTENCES: readonly (readonly [RegExp, AlertKind])[] = [
  [/origin (?:is )?not (?:allowed|found)|origin mismatch|unauthorized[^a-z]+origin/i, 'originNotAllowed'],
  [
    /(?:unverified|not (?:yet )?verified)[^.]{0,32}(?:domain|origin)|(?:domain|origin)[^.]{0,32}(?:unverified|not (?:yet )?verified)/i,
    'unverifiedDomain',
  ],
  [
    /jwt[^.]{0,64}(?:not yet valid|expired|validation error)|(?:issued in|iat[^.]{0,16}) the future/i,
    'sessionExpired',
  ],
  [
    /project (?:id )?(?:is )?(?:not found|invalid|unknown|does ?n.t exist)|(?:invalid|unknown) (?:project|key)/i,
    'invalidProjectId',
  ],
]
const MOST_CAUSES = 8
const MOST_TEXT = 2_000

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value.slice(0, MOST_TEXT)
  if (typeof value !== 'object' || value === null) return ''
  const { message, reason } = value as { message?: unknown; reason?: unknown }
  return [message, reason].map((part) => (typeof part === 'string' ? part.slice(0, MOST_TEXT) : '')).join(' ')
}

/**
 * Which alert of spec 8 tells of an error of the WalletConnect relay: unauthorized origin, JWT not yet valid, invalid
 * key. Undefined for every other error, such as a visitor who declined.
 *
 * @param error anything that the client threw or emitted; its causes are looked at too
 * @example
 * alertOfRelayError(new Error('Unauthorized: invalid key')) // 'invalidProjectId'
 */
export function alertOfRelayError(error: unknown): AlertKind | undefined {
  let current = error
  for (let depth = 0; depth < MOST_CAUSES && current !== undefined && current !== null; depth++) {
    const text = textOf(current)
    const found = SENTENCES.find(([sentence]) => sentence.test(text))
    if (found) return found[1]
    current = typeof current === 'object' && 'cause' in current ? current.cause : undefined
  }
  return undefined
}
