import { type Hex, keccak256, stringToBytes } from 'viem'

/** Keccak-256 of a text's UTF-8 bytes. */
export const hashText = (text: string): Hex => keccak256(stringToBytes(text))
