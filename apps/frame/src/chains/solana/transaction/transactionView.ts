import type { DecodedStep } from '@latchkey/chain-solana/decode'
import { onSolana as words } from '@latchkey/i18n/en/onSolana'
import type { ChainInfo } from '@latchkey/protocol'
import type { ApprovalView, Fact, Phrase, Value } from '../../../approvals/ApprovalView.ts'
import {
  accountFact,
  addressValue,
  fundsStop,
  nativeAmount,
  networkFact,
} from '../../../approvals/phrases.ts'
import type { Facts } from '../model/facts.ts'
import type { TransactionRequest } from '../model/solanaRequest.ts'
import { changesOf } from './changes.ts'
import { isOfFee, isQuiet, recipientOf, rowOf, sentenceOf, stepAmount } from './stepRows.ts'
import { transactionWarnings } from './transactionWarnings.ts'

const titleOf = ({ way }: TransactionRequest) =>
  way === 'send' ? 'solana.sendTitle' : way === 'signAll' ? 'solana.manyTitle' : 'solana.title'

const approveOf = { approve: 'approve.approve', stop: null, words } as const

const count = (size: number): Value => ({ kind: 'count', count: size })

/** What can be shown before the network was asked. */
export function pendingView(chain: ChainInfo, request: TransactionRequest): ApprovalView {
  const { transactions, account, raw } = request
  const [only] = transactions
  const sentence: Phrase =
    transactions.length === 1
      ? { key: 'solana.say_other', values: { count: count(only?.message.instructions.length ?? 0) } }
      : { key: 'solana.sayMany_other', values: { count: count(transactions.length) } }
  return {
    ...approveOf,
    title: titleOf(request),
    sentence,
    changes: { status: 'loading' },
    facts: [accountFact(account), networkFact(chain)],
    warnings: [],
    raw,
  }
}

/** The sentence and the parties of one transfer that is all there is to it; undefined for anything else. */
function sending(
  chain: ChainInfo,
  facts: Facts,
  account: string,
  steps: readonly DecodedStep[],
): Pick<ApprovalView, 'title' | 'sentence' | 'facts'> | undefined {
  const told = steps.filter((step) => !isQuiet(step))
  const [only] = told
  if (told.length !== 1 || !only) return undefined
  const { decoded } = only
  const to = (address: string): Fact => ({ label: 'row.to', value: addressValue(address), long: true })
  if (decoded.kind === 'transfer' && decoded.from === account) {
    const values = { amount: nativeAmount(chain, decoded.lamports), to: addressValue(decoded.to) }
    return { title: 'send.title', sentence: { key: 'send.native', values }, facts: [to(decoded.to)] }
  }
  if (decoded.kind !== 'tokenTransfer' || decoded.authority !== account) return undefined
  const recipient = recipientOf(facts, steps, decoded.destination)
  const mint = decoded.mint ?? facts.tokens.get(decoded.source)?.mint
  const values = { amount: stepAmount(facts, decoded, decoded.source), to: addressValue(recipient) }
  return {
    title: 'send.title',
    sentence: { key: 'send.token', values },
    facts: [
      to(recipient),
      ...(mint === undefined ? [] : [{ label: 'row.mint', value: addressValue(mint), long: true } as const]),
    ],
  }
}

/** What all of it costs, and what of that is so that it is taken sooner. */
function feeFact(chain: ChainInfo, { transactions }: Facts, account: string): Fact {
  const own = transactions.filter(({ decoded }) => decoded.accounts[0]?.address === account)
  // Where the account pays for some and others for the rest, it is told what the account pays.
  const paid = own.length > 0 ? own : transactions
  const total = paid.reduce((sum, { fee }) => sum + fee, 0n)
  const priority = paid.reduce((sum, { decoded }) => sum + decoded.fee.priority, 0n)
  const payer = paid[0]?.decoded.accounts[0]?.address ?? account
  const note: Phrase | undefined =
    payer !== account
      ? { key: 'value.feePaidBy', values: { payer: addressValue(payer) } }
      : priority > 0n
        ? { key: 'value.withPriority', values: { amount: nativeAmount(chain, priority) } }
        : undefined
  return { label: 'row.fee', value: nativeAmount(chain, total), ...(note ? { note } : {}) }
}

const programsOf = (steps: readonly DecodedStep[]): Fact[] =>
  [...new Set(steps.map(({ program }) => program))].map(
    (program): Fact => ({ label: 'row.program', value: addressValue(program), long: true }),
  )

/** Who else has to sign. */
const signersOf = ({ transactions }: Facts, account: string): Fact[] =>
  [
    ...new Set(
      transactions.flatMap(({ decoded: { message } }) =>
        message.accounts.slice(0, message.requiredSignatures),
      ),
    ),
  ]
    .filter((address) => address !== account)
    .map((address): Fact => ({ label: 'row.cosigners', value: addressValue(address), long: true }))

function validity({ transactions }: Facts): Fact {
  const isDurable = transactions.some(({ decoded }) => decoded.isDurable)
  return {
    label: 'row.validity',
    value: { kind: 'message', key: isDurable ? 'value.noExpiry' : 'value.blockhash' },
  }
}

/** The sender cannot pay: no network would take it. */
function fundsOf(chain: ChainInfo, facts: Facts, request: TransactionRequest) {
  const { account, way } = request
  const [only] = facts.transactions
  if (way !== 'send' || only?.decoded.accounts[0]?.address !== account) return null
  const have = facts.before.get(account)?.lamports ?? 0n
  const sent = only.decoded.steps.reduce(
    (sum, { decoded }) =>
      (decoded.kind === 'transfer' || decoded.kind === 'createAccount') && decoded.from === account
        ? sum + decoded.lamports
        : sum,
    0n,
  )
  const need = sent + only.fee
  if (have >= need) return null
  return fundsStop(chain.nativeCurrency.symbol, nativeAmount(chain, have), nativeAmount(chain, need))
}

/** The screen of a request, made of the transactions that are signed and of what the network says of them. */
export function transactionView(chain: ChainInfo, request: TransactionRequest, facts: Facts): ApprovalView {
  const { account, raw } = request
  const all = facts.transactions.map(({ decoded }) => decoded.steps)
  const steps = all.flat()
  const context = { chain, facts }
  const head = all.length === 1 ? sending(chain, facts, account, steps) : undefined
  const rest = pendingView(chain, request)
  const [only] = steps
  const one = steps.length === 1 && only ? sentenceOf(context, only, steps) : undefined
  return {
    ...rest,
    ...(head ? { title: head.title, sentence: head.sentence } : one ? { sentence: one } : {}),
    changes: changesOf(chain, facts, account),
    // One row a step, in order; a plain transfer, its fee set or not, says all of it by itself.
    ...(head && steps.filter((step) => !isOfFee(step)).length === 1
      ? {}
      : { calls: all.flatMap((each) => each.map((step) => rowOf(context, step, each))) }),
    facts: [
      ...(head?.facts ?? []),
      accountFact(account),
      networkFact(chain),
      feeFact(chain, facts, account),
      validity(facts),
      ...signersOf(facts, account),
      ...programsOf(steps),
    ],
    warnings: transactionWarnings({ ...context, facts, account }),
    stop: fundsOf(chain, facts, request),
    raw,
  }
}
