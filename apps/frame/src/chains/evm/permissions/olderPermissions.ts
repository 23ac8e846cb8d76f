import { sameAddress } from '@latchkey/chain-evm/decode'
import { selectorOfSignature, selectorsOfName } from '@latchkey/chain-evm/decode/smartAccount'
import { UnknownPermissionError } from '@latchkey/protocol/frame'
import * as z from 'zod/mini'
import { badParams, checkPermission, refusePermission } from './checkPermission.ts'
import {
  type Allowed,
  addressField,
  amountField,
  parseRequest,
  readAddress,
  readPermission,
  secondsField,
} from './parseRequest.ts'
import type {
  GivenPermission,
  PermissionContext,
  WantedPermission,
  WantedPermissions,
} from './WantedPermission.ts'

const ticker = { ticker: z.optional(z.string().check(z.maxLength(32))) }

const nativeTransfer = z.strictObject({ allowance: z.optional(amountField), ...ticker })

const tokenTransfer = z.strictObject({ address: addressField, allowance: z.optional(amountField), ...ticker })

const bySignature = z.strictObject({
  address: addressField,
  calls: z.array(z.string().check(z.maxLength(512))).check(z.minLength(1), z.maxLength(16)),
})

const byAbi = z.strictObject({
  address: addressField,
  abi: z.array(z.unknown()).check(z.maxLength(512)),
  functions: z
    .array(z.strictObject({ functionName: z.string().check(z.maxLength(64)) }))
    .check(z.minLength(1), z.maxLength(16)),
})

const policy = z.strictObject({ type: z.string().check(z.maxLength(64)), data: z.unknown() })

const tokenAllowance = z.strictObject({ allowance: amountField })

const policiesField = z.optional(z.array(policy).check(z.maxLength(4)))

type Policies = z.output<typeof policiesField>

/** The amount, in the entry itself or in its one `token-allowance` policy; anything else that limits cannot be kept. */
function amountOf(own: string | undefined, policies: Policies): string {
  const [first, ...others] = policies ?? []
  if (others.length > 0 || (first && first.type !== 'token-allowance')) return badParams('policies')
  if (own !== undefined && first) return badParams('policies')
  const parsed = tokenAllowance.safeParse(first?.data)
  return own ?? (parsed.success ? parsed.data.allowance : badParams('policies'))
}

function selectorsOf(value: unknown): { target: string; selectors: readonly string[] } {
  const named = bySignature.safeParse(value)
  if (named.success) {
    const { address, calls } = named.data
    const selectors = calls.map((text) => selectorOfSignature(text) ?? badParams('permissionData'))
    return { target: address, selectors }
  }
  const listed = byAbi.safeParse(value)
  if (!listed.success) return badParams('permissionData')
  const { address, abi, functions } = listed.data
  const selectors = functions.flatMap(({ functionName }) => {
    const found = selectorsOfName(abi, functionName)
    return found.length > 0 ? found : badParams('permissionData')
  })
  return { target: address, selectors }
}

function fields<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  return parsed.success ? parsed.data : badParams('permissionData')
}

/**
 * Reads one permission of the older drafts of ERC-7715; the types of the present one are taken as well.
 *
 * @param now seconds since the epoch
 * @throws UnknownPermissionError for a type that is not offered; RpcParamsError, also for a policy that cannot be kept
 */
function readOlderPermission(type: string, data: unknown, policies: Policies, now: number): Allowed {
  if (type === 'native-token-transfer') {
    const { allowance } = fields(nativeTransfer, data)
    return readPermission('native-token-allowance', { allowanceAmount: amountOf(allowance, policies) }, now)
  }
  if (type === 'erc20-token-transfer') {
    const { address, allowance } = fields(tokenTransfer, data)
    const allowanceAmount = amountOf(allowance, policies)
    return readPermission('erc20-token-allowance', { tokenAddress: address, allowanceAmount }, now)
  }
  if ((policies ?? []).length > 0) return badParams('policies')
  // Only the older form names its one contract `address`.
  const isOlder = type === 'contract-call' && z.object({ address: z.string() }).safeParse(data).success
  return readPermission(type, isOlder ? { calls: [selectorsOf(data)] } : data, now)
}

const named = { type: z.string().check(z.maxLength(64)), data: z.record(z.string(), z.unknown()) }

const shared = {
  chainId: z.optional(z.union([z.int().check(z.gte(1)), z.string().check(z.regex(/^0x[0-9a-fA-F]{1,14}$/))])),
  address: z.optional(z.nullable(addressField)),
  expiry: secondsField,
  signer: z.strictObject(named),
}

/** One permission an entry. */
const single = z.strictObject({
  ...shared,
  permission: z.strictObject({ ...named, isAdjustmentAllowed: z.optional(z.boolean()) }),
  policies: policiesField,
})

/** Several in one entry, given and taken back together. */
const several = z.strictObject({
  ...shared,
  permissions: z
    .array(
      z.strictObject({
        ...named,
        policies: policiesField,
        required: z.optional(z.boolean()),
      }),
    )
    .check(z.minLength(1), z.maxLength(8)),
})

const singles = z.array(single).check(z.minLength(1), z.maxLength(5))

const severals = z.tuple([several])

const accountSigner = z.strictObject({ address: addressField })

type Shared = Pick<z.output<typeof single>, 'chainId' | 'address' | 'expiry' | 'signer'>

/** The account that acts. Keys are not taken: the manager knows who calls it, and nothing else. */
function granteeOf({ signer }: Shared): `0x${string}` {
  if (signer.type !== 'account') throw new UnknownPermissionError({ data: { reason: 'signerType' } })
  const parsed = accountSigner.safeParse(signer.data)
  return parsed.success ? readAddress(parsed.data.address) : badParams('signer')
}

function wantedOf(asked: Shared, allowed: readonly Allowed[], context: PermissionContext): WantedPermission {
  if (asked.chainId !== undefined && BigInt(asked.chainId) !== BigInt(context.chainId)) badParams('chainId')
  if (typeof asked.address === 'string' && !sameAddress(asked.address, context.account))
    refusePermission('account')
  const permission = {
    grantee: granteeOf(asked),
    expiry: asked.expiry,
    limits: allowed.flatMap(({ limits }) => limits),
    calls: allowed.flatMap(({ calls }) => calls),
  }
  checkPermission(permission, context)
  const justification = allowed.find((one) => one.justification !== null)?.justification ?? null
  return { permission, adjustable: false, justification }
}

const metaOf = ({ permission, context }: GivenPermission, { account, manager }: PermissionContext) => ({
  address: account,
  expiry: permission.expiry,
  context,
  signerMeta: { delegationManager: manager },
})

function parseSingles(asked: z.output<typeof singles>, context: PermissionContext): WantedPermissions {
  const read = ({ permission, policies }: (typeof asked)[number]) =>
    readOlderPermission(permission.type, permission.data, policies, context.now)
  return {
    items: asked.map((one) => wantedOf(one, [read(one)], context)),
    answer: (given) =>
      asked.flatMap((one, index) => {
        const granted = given[index]
        return granted ? [{ ...one, ...metaOf(granted, context) }] : []
      }),
  }
}

function parseSeveral(asked: z.output<typeof several>, context: PermissionContext): WantedPermissions {
  const allowed = asked.permissions.map(({ type, data, policies }) =>
    readOlderPermission(type, data, policies, context.now),
  )
  const { permissions, ...rest } = asked
  return {
    items: [wantedOf(asked, allowed, context)],
    answer: ([granted]) =>
      granted && {
        ...rest,
        ...metaOf(granted, context),
        permissions,
        grantedPermissions: permissions.map(({ type, data, policies = [] }) => ({ type, data, policies })),
        permissionsContext: granted.context,
      },
  }
}

/**
 * Reads `wallet_grantPermissions`: both older drafts of ERC-7715, and the present one under the older name.
 *
 * @throws RpcParamsError; RequestBlockedError for what is not safe to give; UnknownPermissionError
 */
export function parseOlderRequest(params: unknown, context: PermissionContext): WantedPermissions {
  const asSingles = singles.safeParse(params)
  if (asSingles.success) return parseSingles(asSingles.data, context)
  const asSeveral = severals.safeParse(params)
  if (asSeveral.success) return parseSeveral(asSeveral.data[0], context)
  return parseRequest(params, context)
}
