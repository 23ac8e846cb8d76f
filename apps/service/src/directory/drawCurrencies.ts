import { etagOf } from '../crypto/etag.ts'

const SIDE = 96
const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'
/** Widths of a letter are about this part of its height. */
const BREADTH = 0.62
const WIDEST = 68
const TALLEST = 50
const TURN = 360

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => escapes[one] ?? '')

/** The sign of a currency, where it is one; else its code. */
function signOf(code: string): string {
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  })
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code
  return /^[\p{Sc}\p{L}.]{1,3}$/u.test(sign) ? sign : code
}

/** The same currency always has the same colour; white reads well on each. */
const hueOf = (code: string): number =>
  [...code].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % TURN, 0)

/**
 * A picture of a currency: its sign on a disc. Text and shapes alone, nothing that runs or is fetched.
 *
 * @param code ISO 4217
 */
export function drawCurrency(code: string): string {
  const sign = signOf(code)
  const size = Math.min(TALLEST, Math.round(WIDEST / (BREADTH * sign.length)))
  const middle = SIDE / 2
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}">`,
    `<circle cx="${middle}" cy="${middle}" r="${middle}" fill="hsl(${hueOf(code)} 48% 34%)"/>`,
    `<text x="${middle}" y="${middle}" dy=".35em" text-anchor="middle" fill="#fff" font-family="${escaped(FONT)}"`,
    ` font-size="${size}" font-weight="600">${escaped(sign)}</text></svg>`,
  ].join('')
}

/** A picture of each currency that this Node knows, by its code. */
export function drawCurrencies() {
  const codes = Intl.supportedValuesOf('currency').filter((code) => /^[A-Z]{3}$/.test(code))
  return new Map(
    codes.map((code) => {
      const bytes = new TextEncoder().encode(drawCurrency(code))
      return [code, { bytes, etag: etagOf(bytes), type: 'image/svg+xml' as const }]
    }),
  )
}
