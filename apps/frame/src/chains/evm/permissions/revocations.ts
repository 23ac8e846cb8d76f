import { sameAddress } from '@latchkey/chain-evm/decode'
import { readPermissionContext } from '@latchkey/chain-evm/decode/smartAccount'
import type { ChainInfo } from '@latchkey/protocol'
import { ChainUnreachableError, UnknownPermissionError } from '@latchkey/protocol/frame'
import * as z from 'zod/mini'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ChainContext, Frame } from '../../../context/Frame.ts'
import { endSession } from '../../../keys/session.ts'
import { accountsOf } from '../accounts/accountsOf.ts'
import type { FrameAccounts } from '../model/transaction.ts'
import { badParams, permissionsMissing } from './checkPermission.ts'
import { managerOf, standingPermissions } from './manager.ts'

const context = z.string().check(z.maxLength(130))
const present = z.strictObject({ permissionContext: context, chainId: z.optional(z.string()) })
const older = z.strictObject({ permissionsContext: context, address: z.optional(z.string()) })
/** EIP-2255 as extensions took it further: the site gives back the accounts that it was shown. */
const accountsBack = z.tuple([z.strictObject({ eth_accounts: z.strictObject({}) })])

const methods: readonly string[] = ['wallet_revokePermissions', 'wallet_revokeExecutionPermission']

/** Whether a method takes something back. */
export const isRevocation = (method: string): boolean => methods.includes(method)

/** Whether a site asks no more than to be disconnected. */
export const isDisconnect = (method: string, params: unknown): boolean =>
  method === 'wallet_revokePermissions' && accountsBack.safeParse(params).success

/** The context that a request names, in either form. */
function contextOf(params: unknown): string {
  const [first, ...others] = Array.isArray(params) ? params : []
  if (others.length > 0) badParams('params')
  const asPresent = present.safeParse(first)
  if (asPresent.success) return asPresent.data.permissionContext
  const asOlder = older.safeParse(first)
  return asOlder.success ? asOlder.data.permissionsContext : badParams('params')
}

/** Where permissions are given, the active network first. */
const givingChains = ({ config }: ChainContext, active: ChainInfo): readonly ChainInfo[] =>
  config.chains
    .filter((chain) => managerOf(chain) !== null)
    .toSorted((a, b) => Number(b.id === active.id) - Number(a.id === active.id))

async function isStanding(frame: ChainContext, chain: ChainInfo, account: `0x${string}`, id: string) {
  const where = { chainId: chain.id, account, manager: managerOf(chain) as `0x${string}` }
  const standing = await standingPermissions(frame.chain, where)
  return standing.some((one) => one.id.toLowerCase() === id.toLowerCase())
}

/** A permission that can be taken back: the accounts are those of the network that it stands on. */
export type Revocable = { id: `0x${string}`; accounts: FrameAccounts }

/**
 * Reads `wallet_revokeExecutionPermission` (ERC-7715) or `wallet_revokePermissions` of its older drafts, and finds what
 * it names. A context tells no network, so all are looked at that give permissions.
 *
 * @returns null when it is gone already, on every network
 * @throws RpcParamsError; UnknownPermissionError for a context of another account; NotAvailableError;
 *   ChainUnreachableError when it was not found and a network did not tell
 */
export async function findRevocable(
  frame: ChainContext,
  { params, chain }: RpcRequest,
): Promise<Revocable | null> {
  const text = contextOf(params)
  const chains = givingChains(frame, chain)
  const [first] = chains
  if (!first) return permissionsMissing('permissionsOff')
  // The account has one address on all networks.
  const { smart } = await accountsOf(frame, first)
  const named = readPermissionContext(text)
  if (named === null || smart === null || !sameAddress(named.account, smart))
    throw new UnknownPermissionError({ data: { reason: 'permissionContext' } })
  const looks = await Promise.allSettled(chains.map((one) => isStanding(frame, one, smart, named.id)))
  const found = chains.find((_, index) => {
    const look = looks[index]
    return look?.status === 'fulfilled' && look.value
  })
  if (found) return { id: named.id, accounts: await accountsOf(frame, found) }
  if (looks.some(({ status }) => status === 'rejected')) throw new ChainUnreachableError()
  return null
}

/**
 * Answers revocations that need no approval: a site that revokes its accounts is disconnected, as if it had signed out;
 * a permission that is revoked already stays so.
 *
 * @returns undefined when the person has to be asked
 * @throws as findRevocable does
 */
export async function answerRevocation(
  frame: Frame,
  request: RpcRequest,
): Promise<{ result: null | Record<string, never> } | undefined> {
  if (isDisconnect(request.method, request.params)) {
    await endSession(frame)
    return { result: null }
  }
  return (await findRevocable(frame, request)) === null ? { result: {} } : undefined
}
