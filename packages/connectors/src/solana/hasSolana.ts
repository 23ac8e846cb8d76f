import type { Config } from '@latchkey/core/connector'

/** Whether the page lists a network of Solana. It stands apart, so that asking loads nothing else. */
export const hasSolana = ({ networks }: Pick<Config, 'networks'>): boolean =>
  networks.getState().networks.some(({ chainNamespace }) => chainNamespace === 'solana')
