import type { Handler } from './Handler.ts'

/** The networks that the service offers smart accounts on. */
export const getSmartAccountEnabledNetworks: Handler<'getSmartAccountEnabledNetworks'> =
  ({ config }) =>
  () => ({
    smartAccountEnabledNetworks: config.chains.filter((chain) => chain.smartAccounts).map(({ id }) => id),
  })
