import { reasonOf } from './ask.ts'
import { askRpc } from './askRpc.ts'
import type { Diagnosis } from './Diagnosis.ts'
import { type Finding, fail, ok } from './Finding.ts'

/** IdRegistry of Farcaster on OP Mainnet. */
const ID_REGISTRY = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'
const OPTIMISM = 10

async function checkRelayOf(diagnosis: Diagnosis, relayUrl: string): Promise<Finding> {
  const check = 'farcaster.relay'
  const fix = 'Correct FARCASTER_RELAY_URL.'
  try {
    // A channel without its token: a relay refuses it.
    const { status } = await diagnosis.ask(`${relayUrl}/v1/channel/status`)
    if (status === 401 || status === 403 || status === 400) return ok(check, 'The Farcaster relay answers.')
    return fail(check, `FARCASTER_RELAY_URL: what answers is no relay (${status}).`, fix)
  } catch (error) {
    return fail(check, `FARCASTER_RELAY_URL: the relay does not answer (${reasonOf(error)}).`, fix)
  }
}

async function checkOptimism(diagnosis: Diagnosis, rpcUrl: string): Promise<Finding> {
  const check = 'farcaster.optimism'
  const fix = 'Set OPTIMISM_RPC_URL to a node of OP Mainnet (chain 10).'
  try {
    const id = Number(await askRpc(diagnosis, rpcUrl, 'eth_chainId'))
    if (id !== OPTIMISM) return fail(check, `OPTIMISM_RPC_URL: a node of chain ${id}, not 10.`, fix)
    const code = await askRpc(diagnosis, rpcUrl, 'eth_getCode', [ID_REGISTRY, 'latest'])
    if (code.length <= 2)
      return fail(check, 'OPTIMISM_RPC_URL: the node has no IdRegistry of Farcaster.', fix)
    return ok(check, 'The node of OP Mainnet answers.')
  } catch (error) {
    return fail(check, `OPTIMISM_RPC_URL: the node does not answer (${reasonOf(error)}).`, fix)
  }
}

/** Whether Farcaster sign-ins can be passed on and checked; nothing when they are not offered. */
export async function checkFarcaster(diagnosis: Diagnosis): Promise<Finding[]> {
  const { farcaster } = diagnosis.config
  if (!farcaster) return []
  return Promise.all([
    checkRelayOf(diagnosis, farcaster.relayUrl),
    checkOptimism(diagnosis, farcaster.optimismRpcUrl),
  ])
}
