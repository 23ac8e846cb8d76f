import type { TokenBalance, TransferForm } from '@latchkey/core'

/** The form for sending, as its views see it. */
export type TransferState = {
  form: TransferForm
  /** undefined while nobody has told. */
  tokens: readonly TokenBalance[] | undefined
  /** The chosen token; the first, where none is. */
  token: TokenBalance | undefined
  /** The tokens could not be read. */
  isUnknown: boolean
  change: (fields: Partial<TransferForm>) => void
}
