import { type Hex, keccak256 } from 'viem'

/** Keccak-256 of a text's UTF-8 bytes. Approvals of every namespace use it, so it comes without any decoder. */
export const hashText = (text: string): Hex => keccak256(new TextEncoder().encode(text))
