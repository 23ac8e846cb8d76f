import { selectorOfSignature, selectorsOfName } from '@latchkey/chain-evm/decode/smartAccount'
import * as z from 'zod/mini'
import { type Allowed, addressField, amountField, readPermission } from './permissionTypes.ts'
import { badParams } from './refusePermission.ts'

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

export const policiesField = z.optional(z.array(policy).check(z.maxLength(4)))
export type Policies = z.output<typeof policiesField>

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
export function readOlderPermission(type: string, data: unknown, policies: Policies, now: number): Allowed {
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
