import type { AccountPermission } from '@latchkey/chain-evm/decode/smartAccount/model'
import type { ChainInfo } from '@latchkey/protocol'
import type { Cap, Edit, UntilChoice } from '../../../approvals/ApprovalView.ts'
import { symbolOf } from '../../../approvals/phrases.ts'
import { keyOf, type PermissionKnowledge } from './manager.ts'
import type { WantedPermission } from './WantedPermission.ts'

type Permissions = readonly AccountPermission[]
type Items = readonly WantedPermission[]

const day = 86_400
/** Seconds from now */
const earlier = [3_600, day, 7 * day, 30 * day]

/** The amounts that the person may lower: those of permissions with one limit, whose site allows it. */
export function capsOf(
  chain: ChainInfo,
  items: Items,
  permissions: Permissions,
  known: PermissionKnowledge,
): readonly Cap[] {
  return items.flatMap(({ permission, adjustable }, index): Cap[] => {
    const [limit, ...others] = permission.limits
    const current = permissions[index]?.limits[0]
    if (!adjustable || !limit || !current || others.length > 0) return []
    const { token } = limit
    const info = known.tokens.get(keyOf(token))
    const decimals = token === null ? chain.nativeCurrency.decimals : info?.decimals
    if (decimals === undefined || decimals === null) return []
    return [
      {
        call: index,
        token: token ?? '',
        symbol: token === null ? chain.nativeCurrency.symbol : symbolOf(info),
        decimals,
        asked: limit.amount,
        current: current.amount,
        unlimited: false,
        balance: known.balances.get(keyOf(token)),
      },
    ]
  })
}

/**
 * The ends that the person may choose, for a request of one permission whose site allows it.
 *
 * @param now seconds since the epoch
 */
export function untilOf(items: Items, permissions: Permissions, now: number): UntilChoice | null {
  const [asked, ...others] = items
  const [current] = permissions
  if (!asked?.adjustable || !current || others.length > 0) return null
  const { expiry, limits } = asked.permission
  const begins = Math.max(now, ...limits.map(({ start }) => start))
  const options = earlier.map((duration) => now + duration).filter((end) => end < expiry && end > begins)
  return options.length === 0 ? null : { chosen: current.expiry, options: [...options, expiry] }
}

function lowered(items: Items, permissions: Permissions, index: number, amount: bigint): Permissions | null {
  const asked = items[index]
  const [limit, ...others] = permissions[index]?.limits ?? []
  const [most] = asked?.permission.limits ?? []
  if (!asked?.adjustable || !limit || !most || others.length > 0) return null
  if (amount <= 0n || amount > most.amount) return null
  return permissions.map((permission, at) =>
    at === index ? { ...permission, limits: [{ ...limit, amount }] } : permission,
  )
}

/**
 * The permissions as the person changed them: never more than was asked for (ERC-7715 `isAdjustmentAllowed`).
 *
 * @returns null when nothing may be changed so
 */
export function attenuate(
  items: Items,
  permissions: Permissions,
  edit: Edit,
  now: number,
): Permissions | null {
  if (edit.kind === 'cap') return lowered(items, permissions, edit.call, edit.amount)
  const choice = edit.kind === 'until' ? untilOf(items, permissions, now) : null
  if (edit.kind !== 'until' || !choice?.options.includes(edit.expiry)) return null
  return permissions.map((permission) => ({ ...permission, expiry: edit.expiry }))
}
