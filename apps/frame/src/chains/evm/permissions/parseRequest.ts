import { isAddressText, parseAddress, sameAddress } from '@latchkey/chain-evm/decode'
import type {
  AccountPermission,
  AllowedCall,
  SpendingLimit,
} from '@latchkey/chain-evm/decode/smartAccount/model'
import { UnknownPermissionError } from '@latchkey/protocol/frame'
import { toQuantity } from '@latchkey/std/hex'
import * as z from 'zod/mini'
import { parseOrRefuse } from '../../../approvals/refusals.ts'
import { badParams, checkPermission, refusePermission, usualDuration } from './checkPermission.ts'
import type {
  GivenPermission,
  PermissionContext,
  WantedPermission,
  WantedPermissions,
} from './WantedPermission.ts'

type Hex = `0x${string}`

/** What one entry of a request allows. */
export type Allowed = {
  limits: readonly SpendingLimit[]
  calls: readonly AllowedCall[]
  justification: string | null
}

/** Tolerates leading zeros, which the examples of ERC-7715 have. */
export const amountField = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
export const addressField = z.string().check(z.refine(isAddressText))
/** Seconds since the epoch. */
export const secondsField = z.int().check(z.gte(1), z.lte(2 ** 48 - 1))
const selectorField = z.string().check(z.regex(/^0x[0-9a-fA-F]{8}$/))
const why = { justification: z.optional(z.nullable(z.string().check(z.maxLength(1_000)))) }
const begins = { startTime: z.optional(z.nullable(secondsField)) }
const once = { allowanceAmount: amountField, ...begins, ...why }
const periodic = {
  periodAmount: amountField,
  periodDuration: z.int().check(z.gte(1), z.lte(2 ** 32 - 1)),
  ...begins,
  ...why,
}
const listed = z.strictObject({
  target: addressField,
  selectors: z.array(selectorField).check(z.minLength(1), z.maxLength(16)),
})

const data = {
  'native-token-allowance': z.strictObject(once),
  'native-token-periodic': z.strictObject(periodic),
  'erc20-token-allowance': z.strictObject({ tokenAddress: addressField, ...once }),
  'erc20-token-periodic': z.strictObject({ tokenAddress: addressField, ...periodic }),
  'contract-call': z.strictObject({ calls: z.array(listed).check(z.minLength(1), z.maxLength(16)), ...why }),
} as const

type Type = keyof typeof data
type DataOf<Name extends Type> = z.output<(typeof data)[Name]>

/** The types of permission that this wallet gives. `contract-call` is its own; the others are those of ERC-7715 wallets. */
export const permissionTypes = Object.keys(data) as readonly Type[]

const isType = (name: string): name is Type => Object.hasOwn(data, name)

export const readAddress = (value: string): Hex => parseOrRefuse(() => parseAddress(value))

const limitOf = (
  token: string | null,
  fields: DataOf<'native-token-allowance'> | DataOf<'native-token-periodic'>,
  now: number,
): SpendingLimit => ({
  token: token === null ? null : readAddress(token),
  amount: BigInt('allowanceAmount' in fields ? fields.allowanceAmount : fields.periodAmount),
  // The minute that has begun: a network's clock may be a little behind.
  start: fields.startTime ?? now - (now % 60),
  period: 'periodDuration' in fields ? fields.periodDuration : 0,
})

const callsOf = ({ calls }: DataOf<'contract-call'>): AllowedCall[] =>
  calls.flatMap(({ target, selectors }) =>
    selectors.map((selector) => ({ target: readAddress(target), selector: selector.toLowerCase() as Hex })),
  )

/**
 * Reads one permission of ERC-7715 by its type.
 *
 * @param now seconds since the epoch
 * @throws UnknownPermissionError for a type that is not offered; RpcParamsError
 */
export function readPermission(type: string, value: unknown, now: number): Allowed {
  if (!isType(type)) throw new UnknownPermissionError({ data: { reason: 'permissionType' } })
  const parsed = data[type].safeParse(value)
  if (!parsed.success) return badParams('permissionData')
  const fields = parsed.data
  const justification = fields.justification ?? null
  if ('calls' in fields) return { limits: [], calls: callsOf(fields), justification }
  const token = 'tokenAddress' in fields ? (fields.tokenAddress as string) : null
  return { limits: [limitOf(token, fields, now)], calls: [], justification }
}

type Described = { type: string; data: Record<string, unknown> }

function describeLimit({ token, amount, start, period }: SpendingLimit): Described {
  const fields =
    period === 0
      ? { allowanceAmount: toQuantity(amount), startTime: start }
      : { periodAmount: toQuantity(amount), periodDuration: period, startTime: start }
  const kind = period === 0 ? 'allowance' : 'periodic'
  return token === null
    ? { type: `native-token-${kind}`, data: fields }
    : { type: `erc20-token-${kind}`, data: { tokenAddress: token, ...fields } }
}

function describeCalls(calls: readonly AllowedCall[]): Described {
  const targets = [...new Set(calls.map(({ target }) => target))]
  const listed = targets.map((target) => ({
    target,
    selectors: calls.filter((call) => call.target === target).map(({ selector }) => selector),
  }))
  return { type: 'contract-call', data: { calls: listed } }
}

/** What a permission allows, as ERC-7715 writes it; one that allows several things has several. */
export const describePermission = ({ limits, calls }: AccountPermission): readonly Described[] => [
  ...limits.map(describeLimit),
  ...(calls.length > 0 ? [describeCalls(calls)] : []),
]

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
