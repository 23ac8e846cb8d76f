import { sameAddress } from '@latchkey/chain-evm/decode'
import { deniedSelectors } from '@latchkey/chain-evm/decode/smartAccount'
import type { AccountPermission, SpendingLimit } from '@latchkey/chain-evm/decode/smartAccount/types'
import { refusePermission } from './refusePermission.ts'
import type { PermissionContext } from './WantedPermission.ts'

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
