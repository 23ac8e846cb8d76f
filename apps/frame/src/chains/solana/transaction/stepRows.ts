import type { DecodedInstruction, DecodedStep } from '@latchkey/chain-solana/decode/model'
import type { ChainInfo } from '@latchkey/protocol'
import type { CallRow, Phrase, Value } from '../../../approvals/ApprovalView.ts'
import { addressValue, nativeAmount, quoted, tokenName } from '../../../approvals/phrases.ts'
import type { Facts } from '../model/facts.ts'
import { amountOf } from './changes.ts'

type StepFacts = Pick<Facts, 'tokens' | 'mints' | 'proven'>
export type StepContext = { chain: ChainInfo; facts: StepFacts }

/** Steps that move nothing, and of which nothing has to be decided. */
const QUIET: ReadonlySet<DecodedInstruction['kind']> = new Set<DecodedInstruction['kind']>([
  'computeLimit',
  'computePrice',
  'computeOther',
  'memo',
  'createAssociated',
  'tokenSetUp',
])
/** Says how much work a transaction may be, and what that costs: its fee is told. */
export const isOfFee = ({ decoded: { kind } }: DecodedStep): boolean => kind.startsWith('compute')
export const isQuiet = ({ decoded }: DecodedStep): boolean => QUIET.has(decoded.kind)

/** Whose a token account is, as far as the network says; else the token account itself. */
export const holderOf = ({ tokens }: Pick<Facts, 'tokens'>, account: string): string =>
  tokens.get(account)?.owner ?? account

/**
 * Who gets what a transfer of tokens sends: the owner of the account, or whom this transaction opens it for. An owner of whom
 * only the node knows is not told: the account itself is.
 */
export function recipientOf(facts: StepFacts, steps: readonly DecodedStep[], account: string): string {
  const opened = steps.flatMap(({ decoded }) =>
    decoded.kind === 'createAssociated' && decoded.account === account ? [decoded.owner] : [],
  )
  const owner = facts.proven.has(account) ? facts.tokens.get(account)?.owner : undefined
  return owner ?? opened[0] ?? account
}

/** An amount of tokens: the mint is the instruction's own, or that of the account. */
export function stepAmount(
  facts: StepFacts,
  step: { amount: bigint; mint: string | null; decimals: number | null },
  account: string,
): Value {
  const mint = step.mint ?? facts.tokens.get(account)?.mint
  if (mint === undefined) return { kind: 'amount', amount: step.amount, decimals: step.decimals, symbol: '' }
  const known = amountOf(facts, mint, step.amount)
  // What the instruction says of decimals is checked by its program; what a node says is checked by nobody.
  return { ...known, decimals: step.decimals ?? known.decimals }
}

/** From here on an allowance is meant to have no end: a wallet or a site writes the highest number that there is. */
const NO_END = 2n ** 63n

/** What a delegate may take: an amount, or all that ever comes into the account. */
export function allowanceOf(
  facts: StepFacts,
  step: Extract<DecodedInstruction, { kind: 'tokenApprove' }>,
): Value {
  const amount = stepAmount(facts, step, step.source)
  if (amount.kind !== 'amount' || step.amount < NO_END) return amount
  return {
    kind: 'phrase',
    phrase: { key: 'solana.unlimited', values: { token: tokenName(amount.symbol) } },
  }
}

const key = (name: string) => `solana.step.${name}` as Phrase['key']

/** Whom each kind of step names, and whose the sentence speaks of. */
function valuesOf(step: DecodedInstruction): Record<string, Value> {
  const named = ['to', 'owner', 'authority', 'delegate', 'validator', 'withdrawer'] as const
  return Object.fromEntries(
    named.flatMap((name) => {
      const value = (step as Partial<Record<(typeof named)[number], unknown>>)[name]
      return typeof value === 'string' && value.length > 30 ? [[name, addressValue(value)]] : []
    }),
  )
}

function amountIn({ chain, facts }: StepContext, step: DecodedInstruction): Record<string, Value> {
  if ('lamports' in step) return { amount: nativeAmount(chain, step.lamports) }
  switch (step.kind) {
    case 'tokenTransfer':
      return { amount: stepAmount(facts, step, step.source) }
    case 'tokenApprove':
      return { amount: allowanceOf(facts, step) }
    case 'tokenBurn':
      return { amount: stepAmount(facts, step, step.account) }
    case 'tokenMint':
      return { amount: stepAmount(facts, step, step.to) }
    default:
      return {}
  }
}

/** What one step does, as a sentence. */
export function sentenceOf(
  context: StepContext,
  { decoded }: DecodedStep,
  steps: readonly DecodedStep[],
): Phrase {
  const values = { ...valuesOf(decoded), ...amountIn(context, decoded) }
  switch (decoded.kind) {
    case 'computeLimit':
    case 'computePrice':
    case 'computeOther':
      return { key: key('compute') }
    case 'memo': {
      const text: Value =
        decoded.text === null ? { kind: 'message', key: 'value.unknown' } : quoted(decoded.text)
      return { key: key('memo'), values: { text } }
    }
    case 'tokenTransfer': {
      const to = recipientOf(context.facts, steps, decoded.destination)
      return { key: key('tokenTransfer'), values: { ...values, to: addressValue(to) } }
    }
    case 'tokenSetAuthority':
      return { key: key(decoded.to === null ? 'tokenDropAuthority' : decoded.kind), values }
    default:
      return { key: key(decoded.kind), values }
  }
}

const PARTIES = ['destination', 'delegate', 'validator', 'owner', 'authority', 'withdrawer', 'to'] as const

/** Whom a step is about, in full. */
function partyOf(
  context: StepContext,
  { decoded }: DecodedStep,
  steps: readonly DecodedStep[],
): string | null {
  if (decoded.kind === 'tokenTransfer') return recipientOf(context.facts, steps, decoded.destination)
  for (const name of PARTIES) {
    const value = (decoded as Partial<Record<(typeof PARTIES)[number], unknown>>)[name]
    // A kind of authority is a word, not an address.
    if (typeof value === 'string' && value.length > 30) return value
  }
  return null
}

/** One row a step, with the program that it calls. */
export function rowOf(context: StepContext, step: DecodedStep, steps: readonly DecodedStep[]): CallRow {
  const level = step.decoded.kind === 'unknown' || step.decoded.kind === 'unread' ? 'warning' : undefined
  const to = partyOf(context, step, steps)
  return {
    sentence: sentenceOf(context, step, steps),
    ...(to === null ? {} : { to }),
    program: step.program,
    ...(level ? { level } : {}),
  }
}
