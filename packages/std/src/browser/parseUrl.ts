/**
 * Reads an absolute address. `URL.canParse` and `URL.parse` came to Safari with 17.
 *
 * @returns undefined for a text that is none
 * @example
 * parseUrl('https://shop.example/cart')?.origin // 'https://shop.example'
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
