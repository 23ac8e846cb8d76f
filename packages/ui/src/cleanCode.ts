import { plainDigits } from '@latchkey/std/plainDigits'

/**
 * What a person meant by a typed or pasted one-time code.
 * Six: the decimal digits of the text. Eight: Crockford's base 32, where I and L are read as 1 and O as 0
 * (https://www.crockford.com/base32.html). Everything else is dropped and the rest is cut to the length.
 * @example cleanCode('123 456', 6) // '123456'
 */
export const cleanCode = (text: string, length: 6 | 8): string => {
  const known = plainDigits(text)
  const plain =
    length === 6
      ? known.replace(/[^0-9]/g, '')
      : known
          .toUpperCase()
          .replace(/[IL]/g, '1')
          .replace(/O/g, '0')
          .replace(/[^0-9A-HJKMNP-TV-Z]/g, '')
  return plain.slice(0, length)
}
