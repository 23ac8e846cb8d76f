import type { EvmTransaction } from '@latchkey/protocol/keys'

/** What an EVM account may be asked to sign. Never a hash. */
export type EvmRequest =
  /** `hash`: the project takes messages of 32 bytes, too. */
  | { kind: 'message'; message: string; hash?: boolean }
  | { kind: 'typedData'; typedData: string }
  | { kind: 'transaction'; transaction: EvmTransaction }

/** A text by EIP-191, as the service has it signed where a wallet proves itself. */
export const textRequest = (text: string): EvmRequest => {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0'))
  return { kind: 'message', message: `0x${bytes.join('')}` }
}
