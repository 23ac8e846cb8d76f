import { type ChainInfo, evmAddress, type FrameDocumentConfig, quantity } from '@latchkey/protocol'
import { NotConnectedError, RpcParamsError } from '@latchkey/protocol/frame'
import { toQuantity } from '@latchkey/std/hex'
import * as z from 'zod/mini'
import type { ChainContext } from '../../../context/ChainContext.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import { permissionTypes } from '../permissions/permissionTypes.ts'
import { answerCallsStatus, ownAccounts } from './answerCallsStatus.ts'

/** The reads of EIP-5792, for a connected site. */
export async function answerCalls(
  frame: ChainContext,
  request: RpcRequest,
  signal?: AbortSignal,
): Promise<unknown> {
  if (request.method === 'wallet_getCallsStatus') return answerCallsStatus(frame, request, signal)
  return walletCapabilities(frame.config, request.params, await ownAccounts(frame, request.chain))
}

const wantedChains = z.optional(z.array(quantity).check(z.maxLength(200)))

type Capabilities = Record<string, Record<string, object>>

/** What holds on every network stands once, under the network id 0 (EIP-5792). */
const everywhere = '0x0'

/** A plain account sends one transaction after the other. It is never `ready`: the other account is another address. */
const plain = { atomic: { status: 'unsupported' } }

function smart({ smartAccounts }: ChainInfo, hasPaymasters: boolean): Record<string, object> {
  return {
    atomic: { status: 'supported' },
    // ERC-7677, for the services that the project has registered.
    ...(hasPaymasters ? { paymasterService: { supported: true } } : {}),
    ...(smartAccounts?.permissionManager
      ? { permissions: { supported: true, signerTypes: ['account'], permissionTypes: [...permissionTypes] } }
      : {}),
  }
}

/**
 * Answers `wallet_getCapabilities` (EIP-5792) for one of the person's accounts. Networks that the wallet does not serve
 * are left out, and so are those that an account does not exist on.
 *
 * @param own the accounts of the signed-in person; `smart` null: no network has them
 * @throws RpcParamsError (-32602); NotConnectedError (4100) for an address that is not connected
 */
export function walletCapabilities(
  { chains, paymasters = [] }: Pick<FrameDocumentConfig, 'chains' | 'paymasters'>,
  params: unknown,
  own: { eoa: string; smart: string | null },
): Capabilities {
  const given: readonly unknown[] = Array.isArray(params) ? params : []
  const address = evmAddress.safeParse(given[0])
  const chainIds = wantedChains.safeParse(given[1])
  if (!address.success || !chainIds.success || given.length > 2)
    throw new RpcParamsError({ data: { reason: 'params' } })
  const asked = address.data.toLowerCase()
  const wanted = chainIds.data
  const isSmart = own.smart?.toLowerCase() === asked
  if (!isSmart && own.eoa.toLowerCase() !== asked) throw new NotConnectedError()
  const isWanted = ({ id }: ChainInfo) => !wanted || wanted.some((one) => BigInt(one) === BigInt(id))
  const entries = chains
    .filter((chain) => isWanted(chain) && (!isSmart || chain.smartAccounts))
    .map((chain) => [toQuantity(chain.id), isSmart ? smart(chain, paymasters.length > 0) : plain] as const)
  return { [everywhere]: { assetDiscovery: { supported: true } }, ...Object.fromEntries(entries) }
}
