import type { Contract } from '../schema/defineMethod.ts'
import { keysContract } from './keysContract.ts'
import { panelEvents, panelMethods } from './panel.ts'

/** What the account page of the wallet's own origin may ask its keys document for: all of the above, and the account. */
export const accountKeysContract = {
  methods: { ...keysContract.methods, ...panelMethods },
  events: { ...keysContract.events, ...panelEvents },
} satisfies Contract

export type AccountKeysContract = typeof accountKeysContract
