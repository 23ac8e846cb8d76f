import { sameAddress } from '@latchkey/chain-evm/decode'
import { deniedSelectors } from '@latchkey/chain-evm/decode/smartAccount'
import type { AccountPermission, SpendingLimit } from '@latchkey/chain-evm/decode/smartAccount/model'
import { NotAvailableError, RequestBlockedError, RpcParamsError } from '@latchkey/protocol/frame'
import type { PermissionContext } from './WantedPermission.ts'

const sentences = {
  ended: 'The permission would end before it begins.',
  tooLong: 'The wallet gives no permission for more than 180 days. Ask for an earlier end.',
  noLimit: 'The wallet gives no permission without a limit. Ask for the amount that you need.',
  noAmount: 'A permission to spend nothing is none. Ask for an amount.',
  period: 'A period is one minute at least and one year at most.',
  grantee:
    'The permission must be for an account that is neither the person’s own nor one of the wallet’s contracts.',
  target: 'The wallet lets nobody call the person’s own account or the wallet’s contracts.',
  token: 'This address cannot be a token.',
  sameToken: 'Each token can have one limit in a permission, and no other calls.',
  selector:
    'The wallet does not let others call functions that move tokens or run any call. Ask for an amount of the token instead.',
  nothing: 'The permission would allow nothing.',
  tooMany: 'A permission has 16 limits and 32 functions at most. Ask for less.',
  account: 'The permission is asked of an account that is not the connected smart account.',
} as const

export type PermissionRefusal = keyof typeof sentences

/** @throws RequestBlockedError with the reason in its data and a sentence of its own */
export function refusePermission(reason: PermissionRefusal): never {
  throw new RequestBlockedError({ message: sentences[reason], data: { reason } })
}

const missing = {
  permissionsOff: 'This wallet gives no permissions on that network.',
  plainAccount: 'Permissions are given by the smart account. Switch to it first.',
} as const

/** @throws NotAvailableError with the reason in its data and a sentence of its own */
export function permissionsMissing(reason: keyof typeof missing): never {
  throw new NotAvailableError({ message: missing[reason], data: { reason } })
}

/** @throws RpcParamsError with the reason in its data */
export function badParams(reason: string): never {
  throw new RpcParamsError({ data: { reason } })
}

const day = 86_400
/** Seconds; how long a permission lasts that names no end. */
export const usualDuration = 30 * day
/** Seconds; no permission lasts longer. */
const longestDuration = 180 * day
/** Seconds */
const shortestPeriod = 60
const longestPeriod = 366 * day
/** More than any token has: nobody means such an amount as a limit. */
const unlimited = 2n ** 128n

/** What the manager holds in one permission. */
const mostLimits = 16
const mostCalls = 32

const isNobody = (address: string) => /^0x0{40}$/.test(address)

/** Whether an address is the person's own or one that the wallet is made of. */
const isInside = (address: string, { account, owner, manager, isOwn }: PermissionContext): boolean =>
  isNobody(address) ||
  isOwn(address) ||
  [account, owner, manager].some((known) => sameAddress(known, address))

function checkLimit({ token, amount, start, period }: SpendingLimit, expiry: number): void {
  if (token !== null && isNobody(token)) refusePermission('token')
  if (amount === 0n) refusePermission('noAmount')
  if (amount >= unlimited) refusePermission('noLimit')
  if (period !== 0 && (period < shortestPeriod || period > longestPeriod)) refusePermission('period')
  if (start >= expiry) refusePermission('ended')
}

function checkTokens({ limits, calls }: AccountPermission, context: PermissionContext): void {
  const tokens = limits.map(({ token }) => token?.toLowerCase() ?? 'native')
  if (new Set(tokens).size < tokens.length) refusePermission('sameToken')
  // The manager lets nothing but transfers reach a token that has a limit.
  if (calls.some(({ target }) => tokens.includes(target.toLowerCase()))) refusePermission('sameToken')
  if (limits.some(({ token }) => token !== null && isInside(token, context))) refusePermission('token')
}

/**
 * Refuses what no screen could make safe. What passes has an end, a limit on everything that it spends, and a list of
 * everything that it calls.
 *
 * @throws RequestBlockedError
 */
export function checkPermission(permission: AccountPermission, context: PermissionContext): void {
  const { grantee, expiry, limits, calls } = permission
  if (isInside(grantee, context)) refusePermission('grantee')
  if (expiry <= context.now) refusePermission('ended')
  if (expiry > context.now + longestDuration) refusePermission('tooLong')
  if (limits.length + calls.length === 0) refusePermission('nothing')
  if (limits.length > mostLimits || calls.length > mostCalls) refusePermission('tooMany')
  for (const limit of limits) checkLimit(limit, expiry)
  checkTokens(permission, context)
  if (calls.some(({ target }) => isInside(target, context))) refusePermission('target')
  const denied = deniedSelectors()
  if (calls.some(({ selector }) => denied.has(selector.toLowerCase() as `0x${string}`)))
    refusePermission('selector')
}
