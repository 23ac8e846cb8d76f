import type { StoreApi } from 'zustand/vanilla'
import type { Config } from '../interfaces/Config.ts'
import type { SwapForm } from '../interfaces/Swap.ts'
import { createAccountForm } from '../transfer/transferForm.ts'

/** Spec 9: one tolerance for all swaps, 1 %, in basis points. */
export const SWAP_TOLERANCE = 100

const empty: SwapForm = {
  fromId: undefined,
  toId: undefined,
  amount: '',
  unit: 'token',
  slippage: SWAP_TOLERANCE,
  agreed: undefined,
  step: undefined,
  error: undefined,
}

/** The form for swapping. It is empty again after a change of the network or the account, and after a swap. */
export function swapFormOf(config: Config): StoreApi<SwapForm> {
  config.runtime.swapForm ??= createAccountForm(config, empty)
  return config.runtime.swapForm
}

export const clearSwapForm = (config: Config): void => swapFormOf(config).setState(empty)

/** The form with its two sides changed: what was wanted is given. */
export function flipSides(config: Config, sides: { fromId: string; toId: string | undefined }): void {
  if (sides.toId === undefined) return
  const { fromId: toId, toId: fromId } = sides
  swapFormOf(config).setState({
    fromId,
    toId,
    amount: '',
    unit: 'token',
    agreed: undefined,
    error: undefined,
  })
}
