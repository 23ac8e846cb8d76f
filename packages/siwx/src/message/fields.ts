import type { SiwxMessageData } from '@latchkey/core/connector'

/** What a text says, with the scheme that ERC-4361 allows before the domain. `issuedAt` is always there. */
export type SiwxFields = SiwxMessageData & { issuedAt: string; scheme?: string }

/** How a message calls the accounts of a namespace (ERC-4361; CAIP-122 profiles). */
export const ACCOUNT_LABELS = { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin' } as const

export type SiwxNamespace = keyof typeof ACCOUNT_LABELS
