import { isAddressText, parseAddress, sameAddress } from '@latchkey/chain-evm/decode'
import type { TokenInfo } from '@latchkey/chain-evm/decode/model'
import {
  enabledCall,
  enableManagerCall,
  grantCall,
  permissionsCall,
  readEnabled,
  readPermissions,
  revokeCall,
  safeAccount,
} from '@latchkey/chain-evm/decode/smartAccount'
import type {
  AccountPermission,
  Call,
  StandingPermission,
} from '@latchkey/chain-evm/decode/smartAccount/model'
import type { ChainInfo } from '@latchkey/protocol'
import { ChainUnreachableError } from '@latchkey/protocol/frame'
import * as z from 'zod/mini'
import type { ChainRpc } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { createRecord } from '../../../store/createRecord.ts'
import type { FrameAccounts, Known, NamedCalls } from '../model/transaction.ts'
import { askChain, askTokens, balanceCall, quantityOf, readTokens, resultOf } from '../rpc/readChain.ts'
import { permissionsMissing } from './checkPermission.ts'
import type { PermissionContext } from './WantedPermission.ts'

type Hex = `0x${string}`

/** The contract that enforces permissions on a network; null where none are given, which is so unless configured. */
export function managerOf({ smartAccounts }: ChainInfo): Hex | null {
  const manager = smartAccounts?.permissionManager
  return isAddressText(manager) ? parseAddress(manager.toLowerCase()) : null
}

/**
 * Who gives permissions, and through what.
 *
 * @param now ms since the epoch
 * @throws NotAvailableError where permissions are off, or where the plain account is the preferred one
 */
export function permissionContextOf(accounts: FrameAccounts, now: number): PermissionContext {
  const { chain, smart, eoa, preferred } = accounts
  const manager = managerOf(chain)
  if (manager === null || smart === null) return permissionsMissing('permissionsOff')
  if (preferred !== 'smartAccount') return permissionsMissing('plainAccount')
  return {
    chainId: chain.id,
    account: smart,
    owner: eoa,
    manager,
    isOwn: (address) => safeAccount.isOwnDomain(eoa, address) || sameAddress(address, safeAccount.entryPoint),
    now: Math.floor(now / 1_000),
  }
}

type Where = Pick<PermissionContext, 'chainId' | 'account' | 'manager'>

/**
 * What stands in the manager for an account.
 *
 * @throws ChainUnreachableError when the network does not tell, ChainRefusedError
 */
export async function standingPermissions(
  chain: ChainRpc,
  { chainId, account, manager }: Where,
  signal?: AbortSignal,
): Promise<readonly StandingPermission[]> {
  const answer = await chain.request(chainId, permissionsCall(manager, account), signal)
  const permissions = readPermissions(answer)
  if (permissions === null)
    throw new ChainUnreachableError({ details: 'The permission manager did not answer' })
  return permissions
}

const mostAsked = 100
const entry = z.strictObject({
  chainId: z.int(),
  account: z.string().check(z.maxLength(42)),
  /** The call data that gave it: names exactly what was allowed. */
  grant: z.string().check(z.maxLength(20_000)),
})
const entries = z.array(entry).check(z.maxLength(mostAsked))

const askedRecordOf = (frame: ChainContext) => createRecord(frame, `permissions.${frame.origin}`, entries, [])

const entryOf = ({ chainId, account, manager }: Where, permission: AccountPermission) => ({
  chainId,
  account: account.toLowerCase(),
  grant: grantCall(manager, permission).data,
})

/** Remembers what this site asked for and the person signed, so that it alone is told of it. */
export function noteAsked(
  frame: ChainContext,
  where: Where,
  permissions: readonly AccountPermission[],
): void {
  const record = askedRecordOf(frame)
  const added = permissions.map((permission) => entryOf(where, permission))
  const kept = record.read().filter((one) => !added.some(({ grant }) => grant === one.grant))
  record.write([...kept, ...added].slice(-mostAsked))
}

/** Those of an account's permissions that this site asked for. */
export function askedByThisSite(
  frame: ChainContext,
  where: Where,
  standing: readonly StandingPermission[],
): readonly StandingPermission[] {
  const known = askedRecordOf(frame).read()
  return standing.filter((permission) => {
    const { chainId, account, grant } = entryOf(where, permission)
    return known.some((one) => one.grant === grant && one.chainId === chainId && one.account === account)
  })
}

/** What the network tells about what permissions name. */
export type PermissionKnowledge = {
  tokens: Known<TokenInfo>
  /** By the token's lower-case address; `native` for the network's coin. */
  balances: Known<bigint>
  /** The account lets the manager act for it already. */
  enabled: boolean
}

/** Before the network told anything. */
export const nothingKnown: PermissionKnowledge = { tokens: new Map(), balances: new Map(), enabled: true }

const tokensOf = (permissions: readonly AccountPermission[]): string[] =>
  permissions.flatMap(({ limits }) => limits.flatMap(({ token }) => (token === null ? [] : [token])))

/** How a token is named in maps. */
export const keyOf = (token: string | null): string => token?.toLowerCase() ?? 'native'

/**
 * Asks the network about the tokens of permissions, what the account has of them, and whether the manager may act.
 *
 * @throws ChainUnreachableError when it does not tell whether the manager may act
 */
export async function readKnowledge(
  chain: ChainRpc,
  { chainId, account, manager }: Pick<PermissionContext, 'chainId' | 'account' | 'manager'>,
  permissions: readonly AccountPermission[],
  signal: AbortSignal,
): Promise<PermissionKnowledge> {
  const tokens = tokensOf(permissions)
  const calls: NamedCalls = new Map([['enabled', enabledCall(manager, account)]])
  askTokens(calls, tokens)
  for (const token of [null, ...tokens]) calls.set(`balance:${keyOf(token)}`, balanceCall(token, account))
  const outcomes = await askChain(chain, chainId, calls, signal)
  const enabled = readEnabled(resultOf(outcomes, 'enabled'))
  if (enabled === null) throw new ChainUnreachableError({ details: 'The account did not answer' })
  const balances = [null, ...tokens].flatMap((token): [string, bigint][] => {
    const balance = quantityOf(resultOf(outcomes, `balance:${keyOf(token)}`))
    return balance === undefined ? [] : [[keyOf(token), balance]]
  })
  return { tokens: readTokens(outcomes, tokens), balances: new Map(balances), enabled }
}

/** The calls that give permissions; before the first ones the manager is made a part of the account. */
export const grantCalls = (
  { account, manager }: Pick<Where, 'account' | 'manager'>,
  permissions: readonly AccountPermission[],
  { enabled }: Pick<PermissionKnowledge, 'enabled'>,
): readonly Call[] => [
  ...(enabled ? [] : [enableManagerCall(account, manager)]),
  ...permissions.map((permission) => grantCall(manager, permission)),
]

/** The manager holds 64 permissions of an account; from here on there is tidying. */
const crowded = 48
/** So many at once: each costs gas. */
const mostTidied = 8

/**
 * What is cleared away with the next permission: some that have ended, once there are many.
 *
 * @param now seconds since the epoch
 */
export const endedAmong = (
  standing: readonly StandingPermission[],
  now: number,
): readonly StandingPermission[] =>
  standing.length < crowded ? [] : standing.filter(({ expiry }) => expiry <= now).slice(0, mostTidied)

/** The calls that take permissions back. */
export const revokeCalls = (
  { manager }: Pick<Where, 'manager'>,
  permissions: readonly Pick<StandingPermission, 'id'>[],
): readonly Call[] => permissions.map(({ id }) => revokeCall(manager, id))
