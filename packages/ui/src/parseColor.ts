/** Red, green, blue (0 to 255) and alpha (0 to 1). */
export type Color = readonly [red: number, green: number, blue: number, alpha: number]

const hexForm = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/
/** Name, three numbers with the same separator and the same unit, and an alpha. */
const functionForm =
  /^(rgb|hsl)a?\(([\d.]{1,9})(?:deg)?([, ])([\d.]{1,9})(%?)\3([\d.]{1,9})\5(?:[,/]([\d.]{1,9})(%?))?\)$/

const readHex = (text: string): Color => {
  const digits = text.length < 6 ? text.slice(1).replace(/./g, '$&$&') : text.slice(1)
  const at = (index: number) => Number.parseInt(digits.slice(index * 2, index * 2 + 2) || 'ff', 16)
  return [at(0), at(1), at(2), at(3) / 255]
}

/** CSS Color 4, section 7.1: converting HSL colors to sRGB. */
const hslToRgb = (hue: number, saturation: number, lightness: number): [number, number, number] => {
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12
    const reach = saturation * Math.min(lightness, 1 - lightness)
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}

/**
 * Reads a hex, `rgb()`, `rgba()`, `hsl()` or `hsla()` colour (CSS Color 4). Anything else is undefined: names, `var()`,
 * other functions, numbers out of range, and whatever follows the closing bracket.
 * @example parseColor('hsla(230, 100%, 67%, 1)') // [87, 115, 255, 1]
 */
export const parseColor = (text: string): Color | undefined => {
  if (text.length > 64) return undefined
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/ *([,/()]) */g, '$1')
  if (hexForm.test(plain)) return readHex(plain)
  const [, name, first, , second, unit, third, fourth = '1', percent] = functionForm.exec(plain) ?? []
  const isHsl = name === 'hsl'
  const [x, y, z] = [Number(first), Number(second), Number(third)]
  const alpha = Number(fourth) / (percent ? 100 : 1)
  // A number that is none compares false, and is refused with those out of range.
  const inRange = isHsl ? x <= 360 && y <= 100 && z <= 100 : x <= 255 && y <= 255 && z <= 255
  if (!name || isHsl !== (unit === '%') || !inRange || !(alpha <= 1)) return undefined
  const rgb = isHsl ? hslToRgb(x, y / 100, z / 100) : [Math.round(x), Math.round(y), Math.round(z)]
  return [rgb[0] ?? 0, rgb[1] ?? 0, rgb[2] ?? 0, alpha]
}
