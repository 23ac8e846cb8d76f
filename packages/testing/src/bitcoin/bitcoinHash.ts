/** The bytes of a hash that explorers write turned around. */
export const bitcoinHash = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(text, 'hex').reverse())
