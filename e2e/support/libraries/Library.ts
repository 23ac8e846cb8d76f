import type { Abi } from 'viem'

type Listen = (event: string, listener: (payload: never) => void) => unknown

/** What the libraries need of the page's provider. */
export type PageProvider = {
  request<Result = unknown>(args: { method: string; params?: unknown }): Promise<Result>
  on: Listen
  removeListener: Listen
}

/** What a page gets of an error, so that libraries can be compared. */
export type Decoded = { name: string; args: readonly string[] }

/** One library over the page's provider: the same cases for each, as its users would write them. */
export type Library = {
  chainId(): Promise<string>
  balance(address: string): Promise<string>
  /** Name of a token. */
  tokenName(token: string): Promise<string>
  /** So many reads at once; how many were answered. */
  burst(address: string, count: number): Promise<number>
  /** What `transfer` reverts with, by eth_call and by eth_estimateGas. */
  customError(token: string, from: string, by: 'call' | 'estimate'): Promise<Decoded>
  /** The words that `ping` of a contract reverts with. */
  reason(contract: string, by: 'call' | 'estimate'): Promise<string>
  sign(message: string, from: string): Promise<string>
  signTyped(from: string): Promise<string>
  /** Sends `amount`; the hash of the transaction. */
  send(from: string, to: string): Promise<string>
  /** Code of a method that no wallet has. */
  unknownMethod(): Promise<number>
  /** Number of the next block that it hears of. */
  nextHead(): Promise<string>
}

export type MakeLibrary = (provider: PageProvider, abi: Abi) => Library

/** Typed data that all of them sign. */
export const order = {
  domain: { name: 'Harbour', version: '1', chainId: 31_337 },
  types: {
    Order: [
      { name: 'buyer', type: 'address' },
      { name: 'price', type: 'uint256' },
    ],
  },
  message: (buyer: string) => ({ buyer, price: '42' }),
}

/** What is sent, wei: much more than the fee, which would be warned of. */
export const amount = 10n ** 16n

/** Nobody has so much. */
export const tooMuch = 10n ** 40n

/** The code of what a call rejects with, wherever a library keeps it. */
export async function codeOf(work: Promise<unknown>): Promise<number> {
  try {
    await work
  } catch (error) {
    let current: unknown = error
    for (let depth = 0; depth < 8 && typeof current === 'object' && current !== null; depth++) {
      const { code, cause, error: inner } = current as { code?: unknown; cause?: unknown; error?: unknown }
      if (typeof code === 'number') return code
      current = cause ?? inner
    }
    throw error
  }
  throw new Error('It was answered.')
}

/** What a call rejects with. */
export const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error('It was answered.')
    },
    (error: unknown) => error,
  )
