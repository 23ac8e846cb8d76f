import type {
  AmountValue,
  ApprovalView,
  ChangeRow,
  Fact,
  Value,
  Warning,
} from '../../approvals/ApprovalView.ts'
import { textOf } from '../../approvals/phrases.ts'

/** What stands on the first screen of an approval, and what is left for its details. */
export type FirstScreen = {
  /** What is sent, where that and whom it goes to say all of it; else the one sentence stands there. */
  amount: AmountValue | null
  /** Whom it is about: who gets something, who may take something, or what is called. */
  parties: readonly Fact[]
  network: Fact | undefined
  fee: Fact | undefined
  /** What else a person decides by: limits, ends, and what a sign-in says. */
  rows: readonly Fact[]
  rest: readonly Fact[]
  /** The worst of the warnings; it must be in sight when something is approved. */
  worst: Warning | undefined
  others: readonly Warning[]
  /** What would change says nothing that does not stand above it. */
  changesAreSaid: boolean
}

type Label = Fact['label']

const counterparties: ReadonlySet<Label> = new Set<Label>(['row.to', 'row.spender', 'row.grantee'])
/** Named where nobody gets anything: the contract that is called, or the token that it is about. */
const called: readonly Label[] = ['row.mayUse', 'row.contract', 'row.newContract', 'row.token']
const decidedBy: ReadonlySet<Label> = new Set<Label>([
  'row.value',
  'row.limit',
  'row.starts',
  'row.validFrom',
  'row.deadline',
  'row.expires',
  'row.replaces',
  'row.reason',
])
const saidInSignIn: ReadonlySet<Label> = new Set<Label>([
  'row.address',
  'row.statement',
  'row.uri',
  'row.resources',
  'row.expires',
])

function partiesOf(facts: readonly Fact[]): readonly Fact[] {
  const named = facts.filter(({ label }) => counterparties.has(label))
  if (named.length > 0) return named
  const label = called.find((one) => facts.some((fact) => fact.label === one))
  return label === undefined ? [] : facts.filter((fact) => fact.label === label).slice(0, 1)
}

/** The amount of a sending whose other half is the recipient below it. */
function amountOf({ sentence }: ApprovalView, parties: readonly Fact[]): AmountValue | null {
  if (sentence.key !== 'send.native' && sentence.key !== 'send.token') return null
  const amount = sentence.values?.amount
  const isNamed = parties.some(({ value }) => textOf(value) === textOf(sentence.values?.to))
  return isNamed && amount?.kind === 'amount' && amount.decimals !== null ? amount : null
}

const isSameAmount = (row: ChangeRow, said: Value): boolean =>
  textOf(row.value) === textOf(said) ||
  // "All of my USDC": the sentence has no number for what has no end.
  (row.unlimited === true &&
    row.value.kind === 'amount' &&
    said.kind === 'text' &&
    said.text === row.value.symbol)

function saysNoMore({ changes, sentence, caps }: ApprovalView): boolean {
  if (!changes || changes.status === 'unknown' || caps) return false
  if (changes.status === 'loading') return sentence.values?.amount !== undefined
  const said = Object.values(sentence.values ?? {})
  return (
    changes.rows.length === 1 &&
    changes.rows.every(
      (row) =>
        row.direction !== 'in' && row.token === undefined && said.some((one) => isSameAmount(row, one)),
    )
  )
}

/** Parts a view into its first screen and its details. Nothing is left out. */
export function firstScreenOf(view: ApprovalView): FirstScreen {
  const { facts, warnings, signsIn } = view
  const decides = signsIn ? saidInSignIn : decidedBy
  const parties = partiesOf(facts)
  const rows = facts.filter(({ label }) => decides.has(label))
  const shown = new Set([...parties, ...rows])
  const [worst, ...others] = warnings
  return {
    amount: amountOf(view, parties),
    parties,
    network: facts.find(({ label }) => label === 'row.network'),
    fee: facts.find(({ label }) => label === 'row.fee'),
    rows,
    rest: facts.filter((fact) => !shown.has(fact)),
    worst,
    others,
    changesAreSaid: saysNoMore(view),
  }
}
