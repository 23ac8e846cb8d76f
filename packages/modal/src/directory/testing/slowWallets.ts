import type { CustomWallet } from '@latchkey/core'
import type { AskWallets, WalletsPage, WalletsQuestion } from '@latchkey/core/directory'

type Asked = {
  question: WalletsQuestion
  signal: AbortSignal
  resolve: (page: WalletsPage) => void
  reject: (error: unknown) => void
}

/** A directory whose every answer the test gives, in any order. */
export function slowWallets() {
  const asked: Asked[] = []
  const ask: AskWallets = (question, signal) =>
    new Promise((resolve, reject) => asked.push({ question, signal, resolve, reject }))
  return {
    ask,
    asked,
    /** Answers the question of that number, from 0. */
    answer(number: number, wallets: readonly CustomWallet[], count = wallets.length): void {
      const { page, entries } = asked[number]?.question ?? { page: 1, entries: 1 }
      asked[number]?.resolve({ wallets, count, hasMore: page * entries < count })
    },
    fail: (number: number, code: number) =>
      asked[number]?.reject(Object.assign(new Error(`Error ${code}`), { code })),
  }
}
