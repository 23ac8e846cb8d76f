import type { Config } from '@latchkey/core'

type Value = string | number | boolean | readonly string[] | undefined
/** What a store holds, as far as others may see it. */
export type PlainState = Readonly<Record<string, Value>>

/** What the stores of a page hold, without secrets: no pairing link, no params of a view, no whole address of e-mail. */
export type DevtoolsStates = {
  accounts: readonly PlainState[]
  networks: PlainState
  modal: PlainState
  router: PlainState
  features: PlainState
  frame: PlainState
}

/** `m•••@example.com`; what is no address of e-mail is not shown. */
export const shortEmail = (email: string | undefined): string | undefined => {
  const [, first, domain] = /^(.).*@([^@]+)$/s.exec(email ?? '') ?? []
  return first && domain ? `${first}•••@${domain}` : undefined
}

const viewName = (name: string): string => (/^\w{1,48}$/.test(name) ? name : 'other')

const isPlain = (value: unknown): value is boolean | readonly string[] =>
  typeof value === 'boolean' || (Array.isArray(value) && value.every((one) => typeof one === 'string'))

/**
 * Reads the stores for the devtools. Each field is named here: what a store is given later does not show by itself.
 *
 * @example
 * statesOf(latchkey.config).networks.active // 'eip155:8453'
 */
export function statesOf(config: Config): DevtoolsStates {
  const { byNamespace } = config.accounts.getState()
  const { networks, activeId } = config.networks.getState()
  const { open, loading, shake, pairingUri } = config.modal.getState()
  const { stack, direction } = config.router.getState()
  const { status, screen, height, error } = config.frame.getState()
  return {
    accounts: Object.entries(byNamespace).map(([namespace, account]) => ({
      namespace,
      status: account.status,
      address: account.address,
      connector: account.connectorId,
      accountType: account.preferredAccountType,
      smartAccountDeployed: account.smartAccountDeployed,
      balance: account.balance,
      symbol: account.balanceSymbol,
      email: shortEmail(account.user?.email ?? account.user?.emailHint),
    })),
    networks: { active: activeId, listed: networks.map(({ caipNetworkId }) => caipNetworkId) },
    modal: { open, loading, shake, showsPairing: pairingUri !== undefined },
    router: {
      views: stack.map(({ name }) => viewName(name)),
      direction,
    },
    features: Object.fromEntries(
      Object.entries(config.features.getState()).flatMap(([name, value]) =>
        isPlain(value) ? [[name, value]] : [],
      ),
    ),
    frame: { status, screen, height, code: error?.code },
  }
}
