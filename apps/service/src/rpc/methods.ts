import { SAFE_CHAIN_METHODS } from '@latchkey/protocol/policy'

/** Reads that the frame's simulation needs on top of those a site may ask for. */
const OWN_READS = new Set(['eth_simulateV1', 'eth_createAccessList'])

/** Everything else, such as `anvil_…`, `debug_…`, `admin_…` and `eth_sendTransaction`, is refused. */
export const isPassedOn = (method: string): boolean => SAFE_CHAIN_METHODS.has(method) || OWN_READS.has(method)
