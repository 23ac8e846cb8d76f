import type { Handler } from './Handler.ts'

/** No network has smart accounts in this version. */
export const getSmartAccountEnabledNetworks: Handler<'getSmartAccountEnabledNetworks'> = () => () => ({
  smartAccountEnabledNetworks: [],
})
