import type { Handler } from './Handler.ts'

/** The active network. */
export const getChainId: Handler<'getChainId'> = (frame) => () => ({ chainId: frame.store.get().chainId })
