import type { AccountPermission, SpendingLimit } from '@latchkey/chain-evm/decode/smartAccount/model'
import type { ChainInfo } from '@latchkey/protocol'
import type { Fact, Phrase, Value, Warning } from '../../../approvals/ApprovalView.ts'
import {
  addressValue,
  makeWarning,
  nativeAmount,
  rowText,
  symbolOf,
  text,
  tokenAmount,
  tokenName,
} from '../../../approvals/phrases.ts'
import type { UserOperationIntent } from '../model/operation.ts'
import { keyOf, type PermissionKnowledge } from './manager.ts'

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
function permissionPhrase(
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

const startFact = (start: number): Fact => ({ label: 'row.starts', value: untilValue(start) })

/** Seconds; a site that means the present names a moment that is not much older. */
const present = 3_600

/** Whether a limit begins later, or has periods that do not begin now: one more of them may fit in before the end. */
const isCountedElsewhere = ({ start, period }: SpendingLimit, now: number): boolean =>
  start > now || (period !== 0 && start < now - present)

function limitFacts(
  chain: ChainInfo,
  limit: SpendingLimit,
  known: PermissionKnowledge,
  withStart: boolean,
): Fact[] {
  const row: Fact = {
    label: 'row.limit',
    value: limitAmount(chain, limit, known),
    note: everyPhrase(limit.period),
  }
  return [
    row,
    ...(limit.token === null
      ? []
      : [{ label: 'row.token', value: addressValue(limit.token), long: true } as const]),
    ...(withStart ? [startFact(limit.start)] : []),
  ]
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
function permissionFacts(
  chain: ChainInfo,
  permission: AccountPermission,
  known: PermissionKnowledge,
  { now, justification }: { now: number; justification: string | null },
): readonly Fact[] {
  const { grantee, expiry, limits } = permission
  // One row alone would seem to speak of every limit, and of the calls, which have no start.
  const withStarts = limits.some((limit) => isCountedElsewhere(limit, now))
  const reason = justification === null ? '' : rowText(justification)
  return [
    { label: 'row.grantee', value: addressValue(grantee), long: true },
    ...limits.flatMap((limit) => limitFacts(chain, limit, known, withStarts)),
    ...callFacts(permission),
    ...(withStarts && permission.calls.length > 0 ? [startFact(now)] : []),
    { label: 'row.expires', value: untilValue(expiry) },
    ...(reason === '' ? [] : [{ label: 'row.reason', value: { kind: 'quote', text: reason } } as const]),
  ]
}

type Headline = NonNullable<UserOperationIntent['headline']>
/** What the screen of an operation says of permissions. */
export type PermissionWords = { headline: Headline; facts: readonly Fact[]; warnings: readonly Warning[] }

/** Seconds after which a permission counts as long. */
const long = 30 * 86_400 + 3_600

function limitWarnings(
  chain: ChainInfo,
  { limits }: AccountPermission,
  known: PermissionKnowledge,
): Warning[] {
  return limits.flatMap(({ token, amount }) => {
    const balance = known.balances.get(keyOf(token))
    if (balance === undefined || balance === 0n || amount < balance) return []
    const name =
      token === null ? text(chain.nativeCurrency.symbol) : tokenName(symbolOf(known.tokens.get(keyOf(token))))
    const { title, ...warning } = makeWarning('warning', 'permissionAll', { token: name })
    return [{ ...warning, title: { ...title, values: { token: name } } }]
  })
}

const callWarnings = ({ calls }: AccountPermission): Warning[] =>
  [...new Set(calls.map(({ target }) => target))].map((target) =>
    makeWarning('danger', 'permissionCalls', { contract: addressValue(target) }, 'risk.permissionCalls'),
  )

function warningsOf(
  chain: ChainInfo,
  permissions: readonly AccountPermission[],
  known: PermissionKnowledge,
  now: number,
): Warning[] {
  return [
    ...permissions.flatMap(callWarnings),
    makeWarning('warning', 'permission'),
    ...(known.enabled ? [] : [makeWarning('warning', 'permissionPart')]),
    ...permissions.flatMap((permission) => limitWarnings(chain, permission, known)),
    ...(permissions.some(({ expiry }) => expiry > now + long) ? [makeWarning('warning', 'long')] : []),
  ]
}

export type Asked = { permission: AccountPermission; justification: string | null }

function sentenceOf(chain: ChainInfo, asked: readonly Asked[], known: PermissionKnowledge): Phrase {
  const [first, ...others] = asked
  return first && others.length === 0
    ? permissionPhrase(chain, first.permission, known)
    : { key: 'permission.sayGroup_other', values: { count: { kind: 'count', count: asked.length } } }
}

/**
 * What the screen says before permissions are given.
 *
 * @param now seconds since the epoch
 */
export function grantWords(
  chain: ChainInfo,
  asked: readonly Asked[],
  known: PermissionKnowledge,
  now: number,
): PermissionWords {
  const permissions = asked.map(({ permission }) => permission)
  return {
    headline: {
      title: 'permission.title',
      sentence: sentenceOf(chain, asked, known),
      approve: 'permission.approve',
    },
    facts: asked.flatMap(({ permission, justification }) =>
      permissionFacts(chain, permission, known, { now, justification }),
    ),
    warnings: warningsOf(chain, permissions, known, now),
  }
}

/** What the screen says before permissions are taken back. */
export function revokeWords(
  chain: ChainInfo,
  permissions: readonly AccountPermission[],
  known: PermissionKnowledge,
  now: number,
): PermissionWords {
  const [first, ...others] = permissions
  const count = { kind: 'count', count: permissions.length } as const
  return {
    headline: {
      title: 'permission.revokeTitle',
      sentence:
        first && others.length === 0
          ? { key: 'permission.revoke', values: { who: addressValue(first.grantee) } }
          : { key: 'permission.revokeMany_other', values: { count } },
      approve: 'permission.revokeApprove',
    },
    facts: permissions.flatMap((permission) =>
      permissionFacts(chain, permission, known, { now, justification: null }),
    ),
    warnings: [],
  }
}
