import { permissionsCall, readPermissions } from '@latchkey/chain-evm/decode/smartAccount'
import type { StandingPermission } from '@latchkey/chain-evm/decode/smartAccount/model'
import type { ChainInfo } from '@latchkey/protocol'
import { ChainUnreachableError } from '@latchkey/protocol/frame'
import type { NamedCalls } from '../../chains/evm/model/transaction.ts'
import {
  managerOf,
  nothingKnown,
  type PermissionKnowledge,
  readKnowledge,
} from '../../chains/evm/permissions/manager.ts'
import { askChain, resultOf } from '../../chains/evm/rpc/readChain.ts'
import type { ChainRpc } from '../../context/ChainRpc.ts'

/** What a network knows of a smart account. */
export type NetworkState = {
  deployed: boolean
  /** null: none are given on this network. */
  permissions: readonly StandingPermission[] | null
  known: PermissionKnowledge
}

/**
 * Reads a smart account and whom it lets act.
 *
 * @throws ChainUnreachableError
 */
export async function readNetwork(
  rpc: ChainRpc,
  chain: ChainInfo,
  account: `0x${string}`,
  signal: AbortSignal,
): Promise<NetworkState> {
  const manager = managerOf(chain)
  const calls: NamedCalls = new Map([['code', { method: 'eth_getCode', params: [account, 'latest'] }]])
  if (manager) calls.set('permissions', permissionsCall(manager, account))
  const outcomes = await askChain(rpc, chain.id, calls, signal)
  const code = resultOf(outcomes, 'code')
  if (typeof code !== 'string') throw new ChainUnreachableError({ details: 'The network left out code' })
  const deployed = code.length > 2
  if (!manager) return { deployed, permissions: null, known: nothingKnown }
  const permissions = readPermissions(resultOf(outcomes, 'permissions'))
  if (!permissions) throw new ChainUnreachableError({ details: 'The permission manager did not answer' })
  const where = { chainId: chain.id, account, manager }
  const known = permissions.length > 0 ? await readKnowledge(rpc, where, permissions, signal) : nothingKnown
  return { deployed, permissions, known }
}
