import type { Account } from '@latchkey/protocol'
import { type Frame, type FrameState, servedChains } from '../context/Frame.ts'

/**
 * The accounts of keys as a site is told them: those of the namespaces that it lists, that of the active network first. Each
 * namespace sees a network of its own as the active one.
 */
export async function tellAccounts(
  frame: Frame,
  accounts: readonly Account[],
  state: FrameState,
): Promise<readonly Account[]> {
  const told = await Promise.all(
    servedChains(frame, state.caip2).map(async (chain) => {
      const own = accounts.filter(({ namespace }) => namespace === chain.namespace)
      if (own.length === 0) return own
      const isOwn = (caip2: string) => caip2.startsWith(`${chain.namespace}:`)
      const network = isOwn(state.caip2)
        ? state.caip2
        : (frame.config.chains.find(({ caip2 }) => isOwn(caip2))?.caip2 ?? state.caip2)
      return (await chain.accounts()).visibleAccounts(frame, own, { ...state, caip2: network })
    }),
  )
  return told.flat()
}
