import { createStore, type StoreApi } from 'zustand/vanilla'
import { activeAccount } from '../account/accounts.ts'
import type { Config, TransferForm } from '../interfaces/Config.ts'
import type { TokenBalance } from '../interfaces/Connector.ts'

const empty: TransferForm = {
  tokenId: undefined,
  amount: '',
  unit: 'token',
  recipient: '',
  isSending: false,
  error: undefined,
}

/** What a form calls a token: its CAIP-10 id, or `native`. */
export const tokenIdOf = ({ address }: TokenBalance): string => address ?? 'native'

/** The form for sending. It is empty again after a change of the network or the account, and after sending (spec 4). */
export function transferFormOf(config: Config): StoreApi<TransferForm> {
  config.runtime.transferForm ??= createAccountForm(config, empty)
  return config.runtime.transferForm
}

/** A form that is empty again after a change of the network or the account. */
export function createAccountForm<Form extends object>(config: Config, empty: Form): StoreApi<Form> {
  const form = createStore(() => empty)
  let last = activeAccount(config).caipAddress
  const follow = () => {
    const { caipAddress } = activeAccount(config)
    if (caipAddress === last) return
    last = caipAddress
    form.setState(empty)
  }
  // The slices live as long as the form does.
  config.accounts.subscribe(follow)
  config.networks.subscribe(follow)
  return form
}

export const clearTransferForm = (config: Config): void => transferFormOf(config).setState(empty)

/**
 * Follows whether a form still is about what its wallet is asked for: after a change of the account it is empty, and what is
 * written into it then, or asked for, is something else.
 */
export function followForm<Form>(
  form: StoreApi<Form>,
  isAsked: (state: Form) => boolean,
): { isStill(): boolean; stop(): void } {
  let isStill = true
  const stop = form.subscribe((state) => {
    if (!isAsked(state)) isStill = false
  })
  return { isStill: () => isStill, stop }
}
