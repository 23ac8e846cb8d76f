import type { WalletsPage, WalletsQuestion } from '@latchkey/core/directory'

/** Answers one question about wallets by one request. Rejects with a typed error, or when the signal aborts. */
export type AskWallets = (question: WalletsQuestion, signal: AbortSignal) => Promise<WalletsPage>
