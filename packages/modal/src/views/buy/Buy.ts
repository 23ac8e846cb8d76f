import type { OnrampForm, OnrampProvider } from '@latchkey/core/onramp'

/** What the views for buying share. */
export type Buy = {
  form: OnrampForm
  /** Those that serve the active network. */
  providers: readonly OnrampProvider[]
  /** The one that is chosen; undefined: there is none. */
  provider: OnrampProvider | undefined
  /** Why nothing can be bought here. */
  problem: unknown
  change: (fields: Partial<OnrampForm>) => void
}
