import type { PsbtOutputView, PsbtView } from '@latchkey/chain-bitcoin/decode'
import { onBitcoin as words } from '@latchkey/i18n/en/onBitcoin'
import type { ChainInfo } from '@latchkey/protocol'
import { hexToBytes } from '@latchkey/std/hex'
import {
  type ApprovalView,
  type CallRow,
  type Changes,
  type Fact,
  type Phrase,
  type Value,
  type Warning,
  worstFirst,
} from '../../../approvals/ApprovalView.ts'
import {
  accountFact,
  addressValue,
  makeWarning,
  nativeAmount,
  networkFact,
  text,
} from '../../../approvals/phrases.ts'
import { plainText } from '../../../site/plainText.ts'
import { type BitcoinTransaction, satoshis } from './bitcoinTransaction.ts'

/** A fee that nobody would mind is not compared with what is paid, satoshis. */
const SMALL_FEE = 10_000n

/** Above it, and above half of what is paid, it is no price of a place in a block any more, satoshis. */
const LARGE_FEE = 100_000n

/** Version of Unix time from which a lock time is no height (BIP-65). */
const FIRST_TIME = 500_000_000

type Request = { account: string; raw: string; isSent: boolean }

/** What can be shown before anything is known of the transaction. */
export const pendingView = (chain: ChainInfo, { account, raw, isSent }: Request): ApprovalView => ({
  title: isSent ? 'bitcoin.sendTitle' : 'bitcoin.title',
  sentence: { key: 'bitcoin.wait' },
  changes: { status: 'loading' },
  facts: [accountFact(account), networkFact(chain)],
  warnings: [],
  stop: null,
  approve: 'approve.approve',
  words,
  raw,
})

const isRecipient = ({ kind }: PsbtOutputView) => kind === 'recipient'

/** The one output that leaves the account, where that is all there is to say. */
function onlyRecipient({ inputs, outputs }: PsbtView): PsbtOutputView | undefined {
  const [first, ...more] = outputs.filter(({ kind }) => kind !== 'change' && kind !== 'data')
  const isOwn = inputs.every(({ owner }) => owner !== null)
  return isOwn && first && isRecipient(first) && more.length === 0 ? first : undefined
}

/** What an output that nobody can spend holds: its text, or its bytes. */
function dataOf({ script }: PsbtOutputView): Value {
  const bytes = hexToBytes(script)
  // The opcode that ends it, and the length of what follows; a longer one has an opcode of its own (OP_PUSHDATA1).
  const data = bytes.subarray(bytes[1] === 0x4c ? 3 : 2)
  try {
    const content = new TextDecoder('utf-8', { fatal: true }).decode(data)
    return { kind: 'quote', text: plainText(content, 100) }
  } catch {
    return text(script.slice(2))
  }
}

function outputFact(chain: ChainInfo, output: PsbtOutputView): Fact {
  const { kind, amount, address } = output
  if (kind === 'data') return { label: 'row.btcData', value: dataOf(output) }
  const value = nativeAmount(chain, amount)
  const label =
    kind === 'change' ? 'row.btcChange' : kind === 'script' ? 'row.btcScript' : ('row.btcPays' as const)
  const at: Value = address === null ? text(plainText(output.script, 60)) : addressValue(address)
  return { label, value, note: { key: 'value.btcAt', values: { at } } }
}

const yesOrNo = (is: boolean): Value => ({ kind: 'message', key: is ? 'value.yes' : 'value.no' })

function lockFact(lockTime: number): Fact[] {
  if (lockTime === 0) return []
  const value: Value =
    lockTime < FIRST_TIME
      ? { kind: 'phrase', phrase: { key: 'value.btcBlock', values: { height: text(String(lockTime)) } } }
      : { kind: 'date', seconds: BigInt(lockTime) }
  return [{ label: 'row.btcLock', value }]
}

/** Satoshis a virtual byte; the most that it can be where others have not signed yet. */
const rateNote = ({ feeRate, isVsizeExact }: PsbtView): Phrase => ({
  key: isVsizeExact ? 'value.btcRate' : 'value.btcRateMost',
  values: { rate: { kind: 'amount', amount: feeRate, decimals: 2, symbol: '' } },
})

const feeFact = (view: PsbtView): Fact => ({
  label: 'row.fee',
  value: satoshis(view.fee),
  note: rateNote(view),
})

/** A fee that is high beside what is paid; where all goes back to the own accounts, beside what they spend. */
function feeWarnings(chain: ChainInfo, { fee, inputs, outputs }: PsbtView): Warning[] {
  const paid = outputs.reduce((sum, { amount, owner }) => (owner === null ? sum + amount : sum), 0n)
  const spent = inputs.reduce((sum, { amount, owner }) => (owner === null ? sum : sum + amount), 0n)
  const amount = nativeAmount(chain, fee)
  if (fee > LARGE_FEE && fee * 2n > (paid === 0n ? spent : paid))
    return [makeWarning('danger', 'btcFeeHigh', { amount, most: amount }, 'risk.fee')]
  return fee > SMALL_FEE && fee * 10n > paid ? [makeWarning('warning', 'btcFeeHigh', { amount })] : []
}

/** Everything that should give a person pause, the worst first. */
function warningsOf(chain: ChainInfo, { view, by }: BitcoinTransaction): readonly Warning[] {
  return worstFirst([
    ...(view.isFeeProven ? [] : [makeWarning('warning', 'btcFeeUnproven')]),
    ...feeWarnings(chain, view),
    ...(by.some(({ kind }) => kind === 'ordinal') ? [makeWarning('warning', 'btcOrdinal')] : []),
    ...(view.outputs.some(({ kind }) => kind === 'script') ? [makeWarning('warning', 'btcScript')] : []),
    ...(view.inputs.some(({ owner }) => owner === null) ? [makeWarning('info', 'btcOthers')] : []),
  ])
}

/** One row a recipient, where there are several. */
const rowsOf = (chain: ChainInfo, { outputs }: PsbtView): CallRow[] =>
  outputs.filter(isRecipient).map(({ amount, address }) => {
    const to = address ?? ''
    return {
      sentence: { key: 'send.native', values: { amount: nativeAmount(chain, amount), to: addressValue(to) } },
      to,
    }
  })

/** The headline: one payment, or what the account has less or more of afterwards. */
function headOf(
  chain: ChainInfo,
  view: PsbtView,
): Pick<ApprovalView, 'sentence' | 'facts'> & { changes: Changes } {
  const only = onlyRecipient(view)
  const gains = !only && view.spent < 0n
  const amount = nativeAmount(chain, only ? only.amount : gains ? -view.spent : view.spent)
  const changes = { status: 'exact', rows: [{ direction: gains ? 'in' : 'out', value: amount }] } as const
  if (!only?.address)
    return {
      sentence: { key: gains ? 'bitcoin.gain' : 'bitcoin.spend', values: { amount } },
      ...{ changes, facts: [] },
    }
  const to = addressValue(only.address)
  return {
    sentence: { key: 'send.native', values: { amount, to } },
    facts: [{ label: 'row.to', value: to, long: true }],
    changes,
  }
}

/** The screen of a transaction, made of the very PSBT that is signed. */
export function transactionView(
  chain: ChainInfo,
  request: Request,
  transaction: BitcoinTransaction,
): ApprovalView {
  const { view, by } = transaction
  const head = headOf(chain, view)
  const isSending = head.facts.length > 0
  return {
    ...pendingView(chain, request),
    ...(isSending ? { title: 'send.title' } : {}),
    ...{ sentence: head.sentence, changes: head.changes },
    ...(!isSending && view.outputs.some(isRecipient) ? { calls: rowsOf(chain, view) } : {}),
    facts: [
      ...head.facts,
      ...by.map(({ address }) => accountFact(address)),
      networkFact(chain),
      feeFact(view),
      ...view.outputs.map((output) => outputFact(chain, output)),
      ...view.inputs.map(
        ({ amount, txid, vout }): Fact => ({
          label: 'row.btcSpends',
          value: nativeAmount(chain, amount),
          note: { key: 'value.btcAt', values: { at: text(`${txid}:${vout}`) } },
        }),
      ),
      { label: 'row.btcReplaceable', value: yesOrNo(view.isReplaceable) },
      ...lockFact(view.lockTime),
    ],
    warnings: warningsOf(chain, transaction),
  }
}
