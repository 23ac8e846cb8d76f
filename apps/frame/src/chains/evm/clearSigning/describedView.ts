import { flattenCalls, sameAddress } from '@latchkey/chain-evm/decode'
import type { DecodedCall, Described } from '@latchkey/chain-evm/decode/types'
import type { ApprovalView, Fact, Phrase, Warning } from '../../../approvals/ApprovalView.ts'
import { addressValue, text } from '../../../approvals/values.ts'
import { makeWarning } from '../../../approvals/warnings.ts'
import { type Around, describedTokens, describedValue } from './describedValue.ts'
import { sentenceKey, wordsKey } from './words.ts'

/** The title and the one sentence of a description. */
export function describedHeadline(
  around: Around,
  described: Described,
): Pick<ApprovalView, 'title' | 'sentence'> {
  const title = wordsKey('title', described.intent) ?? 'unknown.title'
  const key = sentenceKey(described)
  if (key === undefined) {
    const name = text(described.contractName ?? described.owner)
    return {
      title,
      sentence: { key: 'clear.plain', values: { intent: { kind: 'message', key: title }, name } },
    }
  }
  const values = (described.sentence ?? []).flatMap((part) =>
    'place' in part ? [[part.place, describedValue(around, part.value)] as const] : [],
  )
  return { title, sentence: { key, values: Object.fromEntries(values) } }
}

/** The rows of a description: whose contract it is, every value, and the tokens that nobody but themselves vouches for. */
export function describedFacts(around: Around, described: Described): Fact[] {
  const known = (name: string): Phrase => ({ key: 'clear.known', values: { name: text(name) } })
  return [
    { label: 'clear.app', value: text(described.contractName ?? described.owner) },
    ...described.fields.map(({ label, value }): Fact => {
      const named = value.kind === 'address' && value.name !== null
      return {
        label: wordsKey('row', label) ?? 'row.value',
        value: describedValue(around, value),
        ...(value.kind === 'address' ? { long: true } : {}),
        ...(named ? { note: known(value.name ?? '') } : {}),
      }
    }),
    ...describedTokens(described).map(
      (token): Fact => ({ label: 'row.token', value: addressValue(token), long: true }),
    ),
  ]
}

/** Somebody else's address where the account's own is expected. */
export function ownWarnings({ fields }: Described, own: string): Warning[] {
  return fields.flatMap(({ value }) =>
    value.kind === 'address' && value.own && !sameAddress(value.address, own)
      ? [makeWarning('danger', 'otherAccount', { address: addressValue(value.address) }, 'risk.otherAccount')]
      : [],
  )
}

/** Everybody whom the described steps of a call name. */
export const describedAddresses = (call: DecodedCall): readonly string[] =>
  flattenCalls(call).flatMap((step) =>
    step.kind === 'described'
      ? step.described.fields.flatMap(({ value }) => (value.kind === 'address' ? [value.address] : []))
      : [],
  )

/** What is odd about the described steps of a call. */
export const describedWarnings = (call: DecodedCall, own: string): Warning[] =>
  flattenCalls(call).flatMap((step) => (step.kind === 'described' ? ownWarnings(step.described, own) : []))
