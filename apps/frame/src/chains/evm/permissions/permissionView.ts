import type { AccountPermission } from '@latchkey/chain-evm/decode/smartAccount/types'
import type { ChainInfo } from '@latchkey/protocol'
import type { Fact, Phrase, Warning } from '../../../approvals/ApprovalView.ts'
import { addressValue, symbolOf, text, tokenName } from '../../../approvals/values.ts'
import { makeWarning } from '../../../approvals/warnings.ts'
import type { UserOperationIntent } from '../operation/ShownOperation.ts'
import { keyOf, type PermissionKnowledge } from './permissionKnowledge.ts'
import { permissionFacts, permissionPhrase } from './permissionPhrases.ts'

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
