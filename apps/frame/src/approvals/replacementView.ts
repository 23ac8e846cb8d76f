import { withL1Part } from '../fees/l1Part.ts'
import type { PendingTransaction } from '../pending/PendingTransaction.ts'
import type { ApprovalView, Notice } from './ApprovalView.ts'
import type { Detour } from './Edit.ts'
import { type TransactionViewInput, transactionView } from './transactionView.ts'
import { nativeAmount, text } from './values.ts'

/** The transaction whose place another takes, and what the person wants by it. */
export type Replacing = { way: Detour; old: PendingTransaction }

const confirmedStop: Notice = { title: { key: 'pending.done' }, body: { key: 'pending.done.body' } }

/** It came too late: nothing can take the place of what is confirmed. */
const isConfirmed = ({ facts }: TransactionViewInput, { old }: Replacing): boolean =>
  facts.confirmed !== undefined && facts.confirmed > old.nonce

/**
 * The screen of a transaction that takes the place of one that waits: the person asked for it, so nothing is warned of
 * that only a site could mean badly.
 */
export function replacementView(input: TransactionViewInput, replacing: Replacing): ApprovalView {
  const { way, old } = replacing
  const view = transactionView({ ...input, own: way })
  const nonce = text(String(old.nonce))
  const gas = BigInt(old.maxFeePerGas) * input.transaction.gas
  // What is taken besides gas is the same for both, or else the two could not be compared.
  const was = withL1Part({ expected: gas, most: gas }, input.facts.l1).most
  const { fee: choice, pending: _, caps: __, ...rest } = view
  return {
    ...rest,
    ...(choice ? { fee: choice } : {}),
    title: way === 'cancel' ? 'pending.cancel' : 'pending.speedUp',
    ...(way === 'cancel' ? { sentence: { key: 'pending.cancel.say', values: { nonce } } } : {}),
    facts: [
      {
        label: 'row.replaces',
        value: text(`#${old.nonce}`),
        note: { key: 'value.wasAtMost', values: { amount: nativeAmount(input.chain, was, 'up') } },
      },
      ...view.facts,
    ],
    approve: way === 'cancel' ? 'pending.cancel.approve' : 'pending.speedUp',
    stop: isConfirmed(input, replacing) ? confirmedStop : view.stop,
  }
}
