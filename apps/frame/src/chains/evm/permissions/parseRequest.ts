import { sameAddress } from '@latchkey/chain-evm/decode'
import { UnknownPermissionError } from '@latchkey/protocol/frame'
import * as z from 'zod/mini'
import { checkPermission, usualDuration } from './checkPermission.ts'
import {
  addressField,
  describePermission,
  readAddress,
  readPermission,
  secondsField,
} from './permissionTypes.ts'
import { badParams, refusePermission } from './refusePermission.ts'
import type {
  GivenPermission,
  PermissionContext,
  WantedPermission,
  WantedPermissions,
} from './WantedPermission.ts'

const rule = z.strictObject({
  type: z.string().check(z.maxLength(64)),
  isAdjustmentAllowed: z.optional(z.boolean()),
  data: z.record(z.string(), z.unknown()),
})
const item = z.strictObject({
  chainId: z.string().check(z.regex(/^0x[0-9a-fA-F]{1,14}$/)),
  from: z.optional(z.nullable(addressField)),
  to: addressField,
  permission: z.strictObject({
    type: z.string().check(z.maxLength(64)),
    isAdjustmentAllowed: z.boolean(),
    data: z.record(z.string(), z.unknown()),
  }),
  rules: z.optional(z.nullable(z.array(rule).check(z.maxLength(4)))),
})
const request = z.array(item).check(z.minLength(1), z.maxLength(5))
const expiryData = z.strictObject({ timestamp: secondsField })

type Item = z.output<typeof item>

function expiryOf({ rules }: Item, now: number): number {
  const [first, ...others] = rules ?? []
  if (first === undefined) return now + usualDuration
  if (first.type !== 'expiry') throw new UnknownPermissionError({ data: { reason: 'ruleType' } })
  if (others.length > 0) return badParams('rules')
  const parsed = expiryData.safeParse(first.data)
  return parsed.success ? parsed.data.timestamp : badParams('rules')
}

function wantedOf(asked: Item, context: PermissionContext): WantedPermission {
  if (BigInt(asked.chainId) !== BigInt(context.chainId)) badParams('chainId')
  if (typeof asked.from === 'string' && !sameAddress(asked.from, context.account)) refusePermission('account')
  const { limits, calls, justification } = readPermission(
    asked.permission.type,
    asked.permission.data,
    context.now,
  )
  const permission = { grantee: readAddress(asked.to), expiry: expiryOf(asked, context.now), limits, calls }
  checkPermission(permission, context)
  return { permission, adjustable: asked.permission.isAdjustmentAllowed, justification }
}

/** The request's own entry with what was given in place of what was asked (ERC-7715 `PermissionResponse`). */
function answerOf(
  asked: Item,
  { permission, context }: GivenPermission,
  { account, manager }: PermissionContext,
) {
  const [described] = describePermission(permission)
  return {
    ...asked,
    from: account,
    to: permission.grantee,
    permission: { ...asked.permission, data: { ...asked.permission.data, ...described?.data } },
    rules: [{ ...asked.rules?.[0], type: 'expiry', data: { timestamp: permission.expiry } }],
    context,
    // The account has code from its first operation on, and giving a permission is one.
    dependencies: [],
    delegationManager: manager,
  }
}

/** Older drafts name it by a number. */
const namedChain = z.union([item.shape.chainId, z.int().check(z.gte(1))])

/** The network that a request is for, whatever else it says; null where it does not name one. */
export function chainOfRequest(params: unknown): number | null {
  const first = Array.isArray(params) ? (params[0] as { chainId?: unknown } | null | undefined) : undefined
  const parsed = namedChain.safeParse(first?.chainId)
  return parsed.success ? Number(parsed.data) : null
}

/**
 * Reads `wallet_requestExecutionPermissions` (ERC-7715). All entries are of one account on one network.
 *
 * @throws RpcParamsError; RequestBlockedError for what is not safe to give; UnknownPermissionError
 */
export function parseRequest(params: unknown, context: PermissionContext): WantedPermissions {
  const parsed = request.safeParse(params)
  if (!parsed.success) return badParams('params')
  const asked = parsed.data
  return {
    items: asked.map((one) => wantedOf(one, context)),
    answer: (given) =>
      asked.flatMap((one, index) => {
        const granted = given[index]
        return granted ? [answerOf(one, granted, context)] : []
      }),
  }
}
