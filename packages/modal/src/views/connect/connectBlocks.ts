import type { ConnectOptions, Connector } from '@latchkey/core'

export type BlockKind = 'email' | 'social' | 'wallet'

export type ConnectBlocksInput = {
  connectors: readonly Connector[]
  /** Networks that one can sign in with, known or awaited. */
  hasSocials: boolean
  /** `connectMethodsOrder` of the page. */
  order: ConnectOptions['connectMethodsOrder']
  hasEmail: boolean
  /** The wallet list has something to show. */
  hasWallets: boolean
  /** It shows an injected or announced wallet. */
  hasInstalled: boolean
}

/**
 * The ways to connect in the order they are offered (spec 2): e-mail, social, wallets; wallets first when an installed one
 * is shown; or as the page says.
 */
export function connectBlocks(input: ConnectBlocksInput): BlockKind[] {
  const usual: readonly BlockKind[] = input.hasInstalled
    ? ['wallet', 'email', 'social']
    : ['email', 'social', 'wallet']
  const isOffered: Readonly<Record<BlockKind, boolean>> = {
    email: input.hasEmail && input.connectors.some(({ email }) => email !== undefined),
    social: input.hasSocials || socialConnectors(input.connectors).length > 0,
    wallet: input.hasWallets,
  }
  return [...new Set([...(input.order ?? []), ...usual])].filter((kind) => isOffered[kind])
}

/** Ways to sign in with an account elsewhere. */
export const socialConnectors = (connectors: readonly Connector[]): Connector[] =>
  connectors.filter(({ type, email }) => type === 'ID_AUTH' && email === undefined)
