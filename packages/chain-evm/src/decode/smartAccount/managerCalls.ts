import {
  type Address,
  decodeAbiParameters,
  decodeFunctionData,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  isHex,
  parseAbi,
  toEventSelector,
  zeroAddress,
} from 'viem'
import { sameAddress } from '../address.ts'
import { type EthCall, ethCall } from '../contractReads.ts'
import type { AccountPermission, Call, StandingPermission } from './model.ts'

/** What the wallet asks of the permission manager (ERC-7710 delegation manager). */
export const managerAbi = parseAbi([
  'struct Allowance { address token; uint256 amount; uint48 start; uint32 period; }',
  'struct AllowedCall { address target; bytes4 selector; }',
  'struct Permission { address grantee; uint48 expiry; Allowance[] allowances; AllowedCall[] calls; }',
  'function grant(Permission permission) returns (bytes32 id)',
  'function revoke(bytes32 id)',
  'function permissionsOf(address account) view returns (bytes32[] ids, Permission[] permissions, uint256[][] spent)',
  'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] executionCallDatas)',
  'event PermissionGranted(address indexed account, bytes32 indexed id, address indexed grantee)',
])

/** The module functions of a Safe. */
const moduleAbi = parseAbi([
  'function enableModule(address module)',
  'function isModuleEnabled(address module) view returns (bool)',
])

type Wire = {
  grantee: Address
  expiry: number
  allowances: readonly { token: Address; amount: bigint; start: number; period: number }[]
  calls: readonly { target: Address; selector: Hex }[]
}

const toWire = ({ grantee, expiry, limits, calls }: AccountPermission): Wire => ({
  grantee,
  expiry,
  allowances: limits.map(({ token, ...limit }) => ({ token: token ?? zeroAddress, ...limit })),
  calls,
})

const fromWire = ({ grantee, expiry, allowances, calls }: Wire): AccountPermission => ({
  grantee,
  expiry,
  limits: allowances.map(({ token, amount, start, period }) => ({
    token: token === zeroAddress ? null : token,
    amount,
    start,
    period,
  })),
  calls: calls.map(({ target, selector }) => ({ target, selector })),
})

const call = (to: Address, data: Hex): Call => ({ to, value: 0n, data })

/** The account's call that gives a permission. */
export const grantCall = (manager: Address, permission: AccountPermission): Call =>
  call(manager, encodeFunctionData({ abi: managerAbi, functionName: 'grant', args: [toWire(permission)] }))

/** The account's call that takes a permission back. */
export const revokeCall = (manager: Address, id: Hex): Call =>
  call(manager, encodeFunctionData({ abi: managerAbi, functionName: 'revoke', args: [id] }))

/** The account's call to itself that lets the manager act for it; made once, before the first permission. */
export const enableManagerCall = (account: Address, manager: Address): Call =>
  call(account, encodeFunctionData({ abi: moduleAbi, functionName: 'enableModule', args: [manager] }))

/** Asks what stands in the manager for an account; `readPermissions` reads the answer. */
export const permissionsCall = (manager: Address, account: Address): EthCall =>
  ethCall(manager, encodeFunctionData({ abi: managerAbi, functionName: 'permissionsOf', args: [account] }))

/** Asks whether an account lets the manager act for it; `readEnabled` reads the answer. */
export const enabledCall = (manager: Address, account: Address): EthCall =>
  ethCall(account, encodeFunctionData({ abi: moduleAbi, functionName: 'isModuleEnabled', args: [manager] }))

/**
 * Reads the answer to `permissionsCall`, in the order in which they were given.
 *
 * @returns null for anything that the manager does not answer
 */
export function readPermissions(answer: unknown): readonly StandingPermission[] | null {
  if (!isHex(answer) || answer === '0x') return null
  try {
    const [ids, permissions, spent] = decodeFunctionResult({
      abi: managerAbi,
      functionName: 'permissionsOf',
      data: answer,
    })
    if (ids.length !== permissions.length || ids.length !== spent.length) return null
    return permissions.map((permission, index) => {
      const used = spent[index] ?? []
      if (used.length !== permission.allowances.length) throw new Error('spent')
      return { ...fromWire(permission), id: ids[index] as Hex, spent: used }
    })
  } catch {
    return null
  }
}

/** Reads the answer to `enabledCall`. An account without code has enabled nothing and answers nothing. */
export function readEnabled(answer: unknown): boolean | null {
  if (answer === '0x') return false
  if (!isHex(answer) || answer.length !== 66) return null
  return BigInt(answer) === 1n
}

type Log = { readonly address: string; readonly topics: readonly string[] }

/** The ids of the permissions that an account gave, from the logs of its operation, in the order in which it gave them. */
export function readGrantedIds(logs: readonly Log[], manager: Address, account: Address): readonly Hex[] {
  const granted = toEventSelector(
    'event PermissionGranted(address indexed account, bytes32 indexed id, address indexed grantee)',
  )
  return logs
    .filter(({ address, topics: [event, giver] }) => {
      const isGrant = sameAddress(address, manager) && event?.toLowerCase() === granted
      return isGrant && giver !== undefined && sameAddress(`0x${giver.slice(26)}`, account)
    })
    .flatMap(({ topics: [, , id] }) => (isHex(id) && id.length === 66 ? [id] : []))
}

/** The permission in call data of `grant`; null for any other call. */
export function readGrant(data: Hex): AccountPermission | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: managerAbi, data })
    return functionName === 'grant' ? fromWire(args[0]) : null
  } catch {
    return null
  }
}

/** Whether both allow exactly the same. */
export const samePermission = (a: AccountPermission, b: AccountPermission): boolean =>
  grantCall(zeroAddress, a).data === grantCall(zeroAddress, b).data

const shape = [{ type: 'address' }, { type: 'bytes32' }] as const

/** What names a permission outside of its account: the ERC-7710 permission context. */
export const permissionContext = (account: Address, id: Hex): Hex => encodeAbiParameters(shape, [account, id])

/** Reads a context; null for what is none. */
export function readPermissionContext(context: unknown): { account: Address; id: Hex } | null {
  if (typeof context !== 'string' || !/^0x0{24}[0-9a-fA-F]{104}$/.test(context)) return null
  const [account, id] = decodeAbiParameters(shape, context.toLowerCase() as Hex)
  return { account, id }
}
