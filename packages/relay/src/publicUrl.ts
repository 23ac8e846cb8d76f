/** What the path of a request is read against. */
const BASE = 'http://relay.invalid'

/**
 * How an address of the relay is compared: scheme, host and path, without a slash at the end, and without the query
 * that clients add. `undefined` for what is not a WebSocket address.
 *
 * @example
 * comparableUrl('wss://Relay.example.org/?x=1') // 'wss://relay.example.org'
 */
export function comparableUrl(text: string): string | undefined {
  if (text.length > 512 || !URL.canParse(text)) return undefined
  const { protocol, host, pathname, username, password } = new URL(text)
  if (!/^wss?:$/.test(protocol) || username || password) return undefined
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`
}

/**
 * The path of an address, as a request names it; `/` stands for none, and nothing for what is no address.
 *
 * @example
 * pathOf('wss://api.example.org/relay/') // '/relay'
 */
export function pathOf(text: string): string {
  return URL.canParse(text, BASE) ? new URL(text, BASE).pathname.replace(/\/+$/, '') || '/' : ''
}
