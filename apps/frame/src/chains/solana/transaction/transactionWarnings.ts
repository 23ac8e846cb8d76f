import {
  type DecodedStep,
  PERMANENT_DELEGATE,
  TRANSFER_FEE,
  TRANSFER_HOOK,
} from '@latchkey/chain-solana/decode'
import { type Value, type Warning, worstFirst } from '../../../approvals/ApprovalView.ts'
import { addressValue, distinct, makeWarning, nativeAmount } from '../../../approvals/phrases.ts'
import { plainText } from '../../../site/plainText.ts'
import type { Facts, TransactionFacts } from '../model/facts.ts'
import { changesHands, isSignedBy, isUnread, paidAway, takenBy } from './changes.ts'
import { allowanceOf, type StepContext } from './stepRows.ts'

type Input = StepContext & { facts: Facts; account: string }

/** What a program that is not known could change of what is the account's own. */
function unknownProgram({ facts, account }: Input, step: DecodedStep): Warning {
  const { program, accounts } = step
  const own = new Set(
    accounts
      .filter(({ address, isWritable }) => isWritable && facts.tokens.get(address)?.owner === account)
      .map(({ address }) => address),
  )
  const values = { program: addressValue(program) }
  // What signs is the account itself: without it a program cannot move tokens that are not its own.
  if (!isSignedBy(step, account)) return makeWarning('warning', 'solanaProgram', values)
  if (own.size === 0) {
    // The simulation shows what it does then; when the transaction is sent it may do something else.
    const maySpend = accounts.some(({ address, isWritable }) => isWritable && address === account)
    return maySpend
      ? makeWarning('danger', 'solanaSpend', values, 'risk.solanaSpend')
      : makeWarning('warning', 'solanaProgram', values)
  }
  const count: Value = { kind: 'text', text: String(own.size) }
  return makeWarning('danger', 'solanaUnknown', { ...values, count }, 'risk.solanaUnknown')
}

const assigned = (owner: string): Warning =>
  makeWarning('danger', 'solanaAssign', { owner: addressValue(owner) }, 'risk.solanaAssign')

/** SOL that goes to somebody else, though the account itself holds as much as before. */
function withdrawal({ chain, account }: Input, step: DecodedStep): Warning[] {
  const paid = paidAway(step, account)
  if (!paid) return []
  const values = { amount: nativeAmount(chain, paid.lamports), to: addressValue(paid.to) }
  return [makeWarning('danger', 'solanaWithdraw', values, 'risk.solanaSpend')]
}

/** What is dangerous about one step. */
function stepWarnings(input: Input, step: DecodedStep): Warning[] {
  const { facts, account } = input
  const { decoded } = step
  switch (decoded.kind) {
    case 'unknown':
    case 'unread':
      return [unknownProgram(input, step)]
    case 'tokenApprove': {
      const amount = allowanceOf(facts, decoded)
      const values = { delegate: addressValue(decoded.delegate), amount }
      return [makeWarning('danger', 'solanaDelegate', values, 'risk.solanaDelegate')]
    }
    case 'tokenSetAuthority':
      return [makeWarning('danger', 'solanaAuthority', undefined, 'risk.solanaAuthority')]
    case 'tokenClose':
      return decoded.to === account
        ? [makeWarning('warning', 'solanaCloseOwn')]
        : [makeWarning('danger', 'solanaClose', { to: addressValue(decoded.to) }, 'risk.solanaClose')]
    case 'assign':
      return [assigned(decoded.owner)]
    case 'nonceAdvance':
      return [makeWarning('danger', 'solanaDurable', undefined, 'risk.solanaDurable')]
    case 'stakeAuthorize':
      return [makeWarning('danger', 'solanaStake', { to: addressValue(decoded.to) }, 'risk.solanaStake')]
    case 'nonceAuthorize':
      return [makeWarning('danger', 'solanaAuthority', undefined, 'risk.solanaAuthority')]
    default:
      return withdrawal(input, step)
  }
}

/** Rules that a token brings (Token-2022), for the tokens that are moved. */
function tokenWarnings({ facts }: Input, { decoded }: DecodedStep): Warning[] {
  if (decoded.kind !== 'tokenTransfer') return []
  const mint = decoded.mint ?? facts.tokens.get(decoded.source)?.mint
  const extensions: readonly number[] = facts.mints.get(mint ?? '')?.extensions ?? []
  return [
    ...(extensions.includes(TRANSFER_FEE) ? [makeWarning('warning', 'solanaFeeToken')] : []),
    ...(extensions.includes(TRANSFER_HOOK) ? [makeWarning('warning', 'solanaHook')] : []),
    ...(extensions.includes(PERMANENT_DELEGATE) ? [makeWarning('warning', 'solanaPermanent')] : []),
  ]
}

const reasonOf = (error: unknown): Value => ({
  kind: 'quote',
  text: plainText(JSON.stringify(error) ?? '', 120),
})

/** What the simulation says, and what it cannot promise. */
function simulationWarnings({ simulation, decoded }: TransactionFacts): Warning[] {
  if (simulation && simulation.error !== null)
    return [makeWarning('warning', 'reverts', { reason: reasonOf(simulation.error) })]
  if (!simulation || simulation.after.size === 0) return [makeWarning('warning', 'solanaUnsimulated')]
  return decoded.steps.some(isUnread) ? [makeWarning('info', 'solanaSimulation')] : []
}

/** Lamports; nobody needs more to be taken sooner: as much as ten thousand signatures cost. */
const MUCH_PRIORITY = 50_000_000n

/** The fee that the site set: nothing else on the screen counts it as what goes out. */
function feeWarnings({ chain, facts, account }: Input): Warning[] {
  const paid = facts.transactions.filter(({ decoded }) => decoded.accounts[0]?.address === account)
  const fee = paid.reduce((sum, one) => sum + one.fee, 0n)
  const base = paid.reduce((sum, { decoded }) => sum + decoded.fee.base, 0n)
  if (fee > base + MUCH_PRIORITY) {
    const values = { most: nativeAmount(chain, fee, 'up'), usual: nativeAmount(chain, base) }
    return [makeWarning('danger', 'feeSet', values, 'risk.fee')]
  }
  const held = facts.before.get(account)?.lamports ?? 0n
  return held > 0n && fee * 20n > held ? [makeWarning('warning', 'feeBalance')] : []
}

/** Everything that should give a person pause, the worst first. */
export function transactionWarnings(input: Input): readonly Warning[] {
  const { facts, account } = input
  const steps = facts.transactions.flatMap(({ decoded }) => decoded.steps)
  const visible = steps.flatMap((step) => [...stepWarnings(input, step), ...tokenWarnings(input, step)])
  const hidden = changesHands(facts, account)
  // A call within a call can hand the account over, and no step says so.
  const owner = takenBy(facts, account)
  const needsOthers = facts.transactions.some(({ decoded: { message } }) => message.requiredSignatures > 1)
  return worstFirst(
    distinct([
      ...visible,
      ...(hidden ? [makeWarning('danger', 'solanaMoved', undefined, 'risk.solanaMoved')] : []),
      ...(owner === undefined ? [] : [assigned(owner)]),
      ...feeWarnings(input),
      ...facts.transactions.flatMap(simulationWarnings),
      ...(needsOthers ? [makeWarning('info', 'solanaSigners')] : []),
    ]),
  )
}
