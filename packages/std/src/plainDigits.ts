/** The zeros of the digits that people type in the languages of the wallet: Arabic, Persian and Hindi. */
const ZEROS = [0x660, 0x6f0, 0x966]

/**
 * The same text in its compatibility form (NFKC), with those digits as ASCII has them.
 * @example plainDigits('١٢٣') // '123'
 */
export const plainDigits = (text: string): string =>
  text.normalize('NFKC').replace(/[٠-٩۰-۹०-९]/g, (digit) => {
    const code = digit.charCodeAt(0)
    return String(code - (ZEROS.find((zero) => code >= zero && code < zero + 10) ?? code))
  })
