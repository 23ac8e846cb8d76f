/** A WalletConnect pairing link holds the key of its session. */
const PAIRING = /\bwc:\S+/gi
/** Also percent-encoded, as in a path. The name of a package, such as `@scope/name`, has no dot and stays. */
const EMAIL = /[^\s@/:]{0,64}(?:@|%40)[^\s@/.]{1,63}(?:\.[^\s@/.]{1,63})+/gi
const AFTER_PATH = /(\b(?:https?|wss?):\/\/[^\s?#]{1,2048})[?#]\S*/gi
const HEX = /\b0x[0-9a-f]{16,}/gi
/** Addresses, hashes, tokens: long, and with a digit, which the names in a stack trace seldom have. */
const TOKEN = /(?=[A-Za-z_-]{0,64}[0-9])[A-Za-z0-9_-]{26,}/g

/**
 * Takes out of a text what could name a person or be a secret: e-mail addresses, pairing links, what follows the path
 * of a URL, addresses, hashes and tokens.
 *
 * @param text anything that an error said
 * @param max most characters of the result
 * @example
 * redactText('mia@example.com at https://a.example/x?t=1', 100) // '[email] at https://a.example/x'
 */
export const redactText = (text: string, max: number): string =>
  text
    // What is cut off in the end need not be searched.
    .slice(0, 16_384)
    .replace(PAIRING, '[pairing]')
    .replace(EMAIL, '[email]')
    .replace(AFTER_PATH, '$1')
    .replace(HEX, '[hex]')
    .replace(TOKEN, '[token]')
    .slice(0, max)
