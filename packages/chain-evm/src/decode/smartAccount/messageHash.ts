import { type Hex, hashMessage } from 'viem'

/**
 * The hash that a signature of `personal_sign` is over (EIP-191 version 0x45).
 *
 * @param message the bytes of the message
 * @example
 * messageHash('0x68656c6c6f') // of "hello"
 */
export const messageHash = (message: Hex): Hex => hashMessage({ raw: message })
