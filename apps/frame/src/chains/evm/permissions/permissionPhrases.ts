import type { AccountPermission, SpendingLimit } from '@latchkey/chain-evm/decode/smartAccount/types'
import type { ChainInfo } from '@latchkey/protocol'
import type { Fact, Phrase, Value } from '../../../approvals/ApprovalView.ts'
import { addressValue, nativeAmount, text, tokenAmount } from '../../../approvals/values.ts'
import { plainText } from '../../../site/plainText.ts'
import { keyOf, type PermissionKnowledge } from './permissionKnowledge.ts'

const units = [
  [86_400, 'Days'],
  [3_600, 'Hours'],
  [60, 'Minutes'],
  [1, 'Seconds'],
] as const

/** A period in the largest unit that tells it exactly. */
function unitsOf(period: number): { unit: (typeof units)[number][1]; count: number } {
  const [seconds, unit] = units.find(([size]) => period % size === 0) ?? units[3]
  return { unit, count: period / seconds }
}

/** How often an amount is available. */
export function everyPhrase(period: number): Phrase {
  if (period === 0) return { key: 'permission.inAll' }
  const { unit, count } = unitsOf(period)
  return { key: `permission.every${unit}_other`, values: { count: { kind: 'count', count } } }
}

export const limitAmount = (
  chain: ChainInfo,
  { token, amount }: SpendingLimit,
  { tokens }: Pick<PermissionKnowledge, 'tokens'>,
): Value =>
  token === null ? nativeAmount(chain, amount) : tokenAmount(tokens.get(keyOf(token)), amount, token)

export const untilValue = (expiry: number): Value => ({ kind: 'date', seconds: BigInt(expiry) })

/** Who may do what and until when, in one sentence where one says it all. */
export function permissionPhrase(
  chain: ChainInfo,
  { grantee, expiry, limits, calls }: AccountPermission,
  known: Pick<PermissionKnowledge, 'tokens'>,
): Phrase {
  const who = addressValue(grantee)
  const until = untilValue(expiry)
  const [limit, ...more] = limits
  const targets = new Set(calls.map(({ target }) => target))
  if (limit && more.length === 0 && targets.size === 0) {
    const values = { who, until, amount: limitAmount(chain, limit, known) }
    if (limit.period === 0) return { key: 'permission.say', values }
    const { unit, count } = unitsOf(limit.period)
    return { key: `permission.say${unit}_other`, values: { ...values, count: { kind: 'count', count } } }
  }
  const [target] = targets
  if (!limit && target !== undefined && targets.size === 1)
    return { key: 'permission.sayCalls', values: { who, until, contract: addressValue(target) } }
  return { key: 'permission.sayMany', values: { who, until } }
}

function limitFacts(chain: ChainInfo, limit: SpendingLimit, known: PermissionKnowledge): Fact[] {
  const row: Fact = {
    label: 'row.limit',
    value: limitAmount(chain, limit, known),
    note: everyPhrase(limit.period),
  }
  return limit.token === null
    ? [row]
    : [row, { label: 'row.token', value: addressValue(limit.token), long: true }]
}

function callFacts({ calls }: AccountPermission): Fact[] {
  return [...new Set(calls.map(({ target }) => target))].map((target) => {
    const selectors = calls.filter((call) => call.target === target).map(({ selector }) => selector)
    return {
      label: 'row.mayUse',
      value: addressValue(target),
      long: true,
      note: {
        key: 'permission.functions_other',
        values: { count: { kind: 'count', count: selectors.length }, list: text(selectors.join(', ')) },
      },
    }
  })
}

/**
 * The rows of one permission.
 *
 * @param now seconds since the epoch
 */
export function permissionFacts(
  chain: ChainInfo,
  permission: AccountPermission,
  known: PermissionKnowledge,
  { now, justification }: { now: number; justification: string | null },
): readonly Fact[] {
  const { grantee, expiry, limits } = permission
  const starts = Math.max(0, ...limits.map(({ start }) => start))
  const reason = justification === null ? '' : plainText(justification, 300)
  return [
    { label: 'row.grantee', value: addressValue(grantee), long: true },
    ...limits.flatMap((limit) => limitFacts(chain, limit, known)),
    ...callFacts(permission),
    ...(starts > now ? [{ label: 'row.starts', value: untilValue(starts) } as const] : []),
    { label: 'row.expires', value: untilValue(expiry) },
    ...(reason === '' ? [] : [{ label: 'row.reason', value: { kind: 'quote', text: reason } } as const]),
  ]
}
