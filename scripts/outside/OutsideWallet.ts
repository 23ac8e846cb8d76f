import type { Stack } from '../stack/startStack.ts'

/** The wallet that consumers name, in their own files and in their policies. */
const WRITTEN = { api: 'http://api.localhost:9', wallet: 'http://wallet.localhost:9' } as const

/** Where the wallet of the consumers' pages is, and what they may do there. */
export type OutsideWallet = {
  origins: { api: string; wallet: string }
  /** Port that the pages have to be on, `app.localhost`; default: any. */
  port?: number
  /** Reads the mails; with it visitors sign in. */
  mail?: Stack['mail']
}

/** Nothing answers there, and the modal has to open all the same. */
export const SILENT: OutsideWallet = { origins: WRITTEN }

/** A text of a consumer, with the wallet that it is tried with in place of the written one. */
export const withOrigins = (text: string, { origins }: OutsideWallet): string =>
  text.replaceAll(WRITTEN.api, origins.api).replaceAll(WRITTEN.wallet, origins.wallet)
