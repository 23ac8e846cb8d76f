import type { Config } from '@latchkey/core/connector'

/** Whether the page lists a network of Bitcoin. It stands apart, so that asking loads nothing else. */
export const hasBitcoin = ({ networks }: Pick<Config, 'networks'>): boolean =>
  networks.getState().networks.some(({ chainNamespace }) => chainNamespace === 'bip122')
