import {
  type DecodedInstruction,
  type DecodedStep,
  readTokenAccount,
  SYSTEM,
  type TokenState,
} from '@latchkey/chain-solana/decode'
import type { ChainInfo } from '@latchkey/protocol'
import type { ChangeRow, Changes } from '../../../approvals/ApprovalView.ts'
import { nativeAmount, tokenAmount } from '../../../approvals/phrases.ts'
import type { Facts, TransactionFacts } from '../model/facts.ts'

export const amountOf = (facts: Pick<Facts, 'mints'>, mint: string, amount: bigint) => {
  const known = facts.mints.get(mint)
  return {
    ...tokenAmount(undefined, amount, mint),
    decimals: known?.decimals ?? null,
  }
}

const absolute = (amount: bigint) => (amount < 0n ? -amount : amount)

/** Token accounts of the account after a transaction, with what they had before; `null`: it is not there. */
function ownTokens(
  { before }: Facts,
  { simulation }: TransactionFacts,
  account: string,
): { address: string; before: TokenState | null; after: TokenState | null }[] {
  return [...(simulation?.after ?? [])].flatMap(([address, after]) => {
    const was = before.get(address)
    const pair = {
      address,
      before: (was && readTokenAccount(was)) ?? null,
      after: (after && readTokenAccount(after)) ?? null,
    }
    return pair.before?.owner === account || pair.after?.owner === account ? [pair] : []
  })
}

/** Whether the account itself signs for a step. */
export const isSignedBy = ({ accounts }: DecodedStep, account: string): boolean =>
  accounts.some(({ address, isSigner }) => isSigner && address === account)

/** Of a program, or in a way, that nobody here can read. */
export const isUnread = ({ decoded: { kind } }: DecodedStep): boolean =>
  kind === 'unknown' || kind === 'unread'

type Payment = { from: string; to: string; lamports: bigint }

function paymentOf(decoded: DecodedInstruction): Payment | undefined {
  switch (decoded.kind) {
    case 'transfer':
      return decoded
    case 'stakeWithdraw':
      return { ...decoded, from: decoded.stake }
    case 'nonceWithdraw':
      return { ...decoded, from: decoded.nonce }
    default:
      return undefined
  }
}

/**
 * What a step pays to somebody else out of what is not in the account, and what its signature opens: a stake, a nonce
 * account, an account whose address comes from it by a seed.
 */
export function paidAway(step: DecodedStep, account: string): Payment | undefined {
  const payment = paymentOf(step.decoded)
  const isOwn = payment && payment.from !== account && payment.to !== account && isSignedBy(step, account)
  return isOwn ? payment : undefined
}

/** What an account gains and loses by one transaction, by mint; SOL has none, and its fee is not counted. */
function movedBy(facts: Facts, one: TransactionFacts, account: string): Map<string | null, bigint> {
  const moved = new Map<string | null, bigint>()
  const add = (mint: string | null, amount: bigint) => moved.set(mint, (moved.get(mint) ?? 0n) + amount)
  const after = one.simulation?.after
  if (after?.has(account)) {
    const isPayer = one.decoded.accounts[0]?.address === account
    const change = (after.get(account)?.lamports ?? 0n) - (facts.before.get(account)?.lamports ?? 0n)
    add(null, change + (isPayer ? one.feeTaken : 0n))
  }
  for (const step of one.decoded.steps) add(null, -(paidAway(step, account)?.lamports ?? 0n))
  for (const { before, after: then } of ownTokens(facts, one, account)) {
    if (before?.owner === account) add(before.mint, -before.amount)
    if (then?.owner === account) add(then.mint, then.amount)
  }
  return moved
}

/** Whether the simulation failed, was not made, or says nothing of the accounts. */
export const isUnknown = ({ simulation }: TransactionFacts): boolean =>
  simulation === undefined || simulation.error !== null || simulation.after.size === 0

/**
 * What would change, by simulation: an estimate, and none at all where one of the transactions could not be run. That nothing
 * goes out is not said where the account signs for what nobody can read: a call within it may pay out a stake.
 */
export function changesOf(chain: ChainInfo, facts: Facts, account: string): Changes {
  const sums = new Map<string | null, bigint>()
  for (const one of facts.transactions.filter((each) => !isUnknown(each)))
    for (const [mint, amount] of movedBy(facts, one, account)) sums.set(mint, (sums.get(mint) ?? 0n) + amount)
  const rows = [...sums]
    .filter(([, amount]) => amount !== 0n)
    .map(([mint, amount]): ChangeRow => {
      const direction = amount < 0n ? 'out' : 'in'
      const size = absolute(amount)
      if (mint === null) return { direction, value: nativeAmount(chain, size) }
      // A token that nobody has named is called by its mint already.
      return { direction, value: amountOf(facts, mint, size) }
    })
  const isBlind =
    rows.every(({ direction }) => direction === 'in') &&
    facts.transactions.some(({ decoded }) =>
      decoded.steps.some((step) => isUnread(step) && isSignedBy(step, account)),
    )
  return { status: isBlind || facts.transactions.some(isUnknown) ? 'unknown' : 'known', rows }
}

/** Whether steps say that somebody gets a right over a token account. */
const isSaid = (steps: readonly DecodedStep[], address: string, delegate: string | null): boolean =>
  steps.some(
    ({ decoded }) =>
      (decoded.kind === 'tokenSetAuthority' && decoded.account === address) ||
      (delegate !== null &&
        decoded.kind === 'tokenApprove' &&
        decoded.source === address &&
        decoded.delegate === delegate),
  )

/**
 * Whether a token account gets another owner, or somebody who may take from it or close it, by the simulation, though no
 * step of that transaction says so of that account.
 */
export const changesHands = (facts: Facts, account: string): boolean =>
  facts.transactions.some((one) =>
    ownTokens(facts, one, account).some(({ address, before, after }) => {
      if (before?.owner !== account || after === null) return false
      const { steps } = one.decoded
      const isGiven = after.owner !== account || (after.closer !== null && after.closer !== before.closer)
      const isLent =
        after.delegate !== null && (after.delegate !== before.delegate || after.delegated > before.delegated)
      return (isGiven && !isSaid(steps, address, null)) || (isLent && !isSaid(steps, address, after.delegate))
    }),
  )

/** The program that the account itself would belong to, by the simulation; undefined: it stays the person's. */
export const takenBy = (facts: Facts, account: string): string | undefined =>
  facts.transactions
    .map(({ simulation }) => simulation?.after.get(account)?.owner)
    .find((owner) => owner !== undefined && owner !== SYSTEM && owner !== facts.before.get(account)?.owner)
