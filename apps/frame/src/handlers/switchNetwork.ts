import { UnknownChainError } from '@latchkey/protocol/frame'
import { findChain } from '../readDocumentConfig.ts'
import type { Handler } from './Handler.ts'

/** Makes another of the project's networks the active one. */
export const switchNetwork: Handler<'switchNetwork'> =
  (frame) =>
  ({ chainId }) => {
    const chain = findChain(frame.config, chainId)
    if (!chain) throw new UnknownChainError()
    frame.store.set({ chainId: chain.id })
    return { chainId: chain.id }
  }
