import {
  type Coin,
  type ReadPsbt,
  type ReplaceableTransfer,
  readReplaceable,
  replaceTransfer,
  transactionsBefore,
} from '@latchkey/chain-bitcoin/decode'
import { BaseError } from '@latchkey/errors'
import type { ChainInfo } from '@latchkey/protocol'
import { ChainRefusedError, RequestBlockedError } from '@latchkey/protocol/frame'
import { UNKNOWN_TRANSACTION } from '@latchkey/protocol/http'
import { bytesToHex } from '@latchkey/std/hex'
import * as z from 'zod/mini'
import type { Approval, Fact, Notice, Prepared } from '../../../approvals/ApprovalView.ts'
import { fundsStop, nativeAmount, text } from '../../../approvals/phrases.ts'
import { approvalOf, type Stop } from '../../../approvals/pipeline.ts'
import { block } from '../../../approvals/refusals.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { accountNamed, type BitcoinAccount, chainNamed } from '../accounts/bitcoinAccounts.ts'
import { readParams } from '../accounts/readParams.ts'
import { askBitcoin, type Place, readTransactions, readUnspent } from '../rpc/readBitcoin.ts'
import { orBlock, satoshis, stopFor, transactionOf } from './bitcoinTransaction.ts'
import {
  type AtEachSpeed,
  atEachSpeed,
  chooseSpeed,
  feeChoice,
  provenAtEachSpeed,
  readIfPaid,
  readRates,
  type Speed,
} from './feeSpeeds.ts'
import { type BitcoinPayload, payloadOf, sendTransaction, signTransaction } from './signTransaction.ts'
import { pendingView, transactionView } from './transactionView.ts'

type Accounts = readonly [BitcoinAccount, ...BitcoinAccount[]]

const wanted = z.strictObject({
  account: z.optional(z.string().check(z.maxLength(90))),
  txid: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})

/** The transaction whose place another takes. */
type Asked = { from: BitcoinAccount; txid: string; raw: string }

/** What the network says of it, what there is besides, and the replacement at each speed. */
type Facts = { old: ReplaceableTransfer; coins: readonly Coin[]; psbts: AtEachSpeed }

const confirmed: Stop = {
  stop: { title: { key: 'pending.done' }, body: { key: 'pending.done.body' } } satisfies Notice,
  refusal: new ChainRefusedError({ data: { reason: 'confirmed' } }),
}

/** What waits, as the network has it; nothing that it does not know can be replaced. @throws RequestBlockedError */
async function readWaiting(place: Place, txid: string): Promise<{ hex: string } | Stop> {
  const { hex, height } = await askBitcoin(place, 'getTransaction', txid).catch((error: unknown) => {
    const isUnknown =
      error instanceof BaseError &&
      error.code === ChainRefusedError.code &&
      error.data?.rpcCode === UNKNOWN_TRANSACTION
    if (!isUnknown) throw error
    throw new RequestBlockedError({
      message: 'This network does not know the transaction.',
      data: { reason: 'unknownTransaction' },
    })
  })
  return height === null ? { hex } : confirmed
}

/** What came to the account by it: its change, and what the account has paid to itself. */
const ownOutputs = ({ txid, outputs }: ReplaceableTransfer, own: Uint8Array) =>
  outputs.flatMap(({ script }, vout) => (bytesToHex(script) === bytesToHex(own) ? [{ txid, vout }] : []))

/** A later transaction that spends what came by it would be undone with it, and nobody has asked for that. @throws RequestBlockedError */
function requireUnspent(
  old: ReplaceableTransfer,
  { script }: BitcoinAccount,
  unspent: readonly Pick<Coin, 'txid' | 'vout'>[],
) {
  const isThere = ({ txid, vout }: Pick<Coin, 'txid' | 'vout'>) =>
    unspent.some((one) => one.txid === txid && one.vout === vout)
  if (!ownOutputs(old, script).every(isThere)) block('changeSpent')
}

async function gather(place: Place, { from, txid }: Asked): Promise<Facts | Stop> {
  const { chain } = place
  const [waiting, rates, utxos] = await Promise.all([
    readWaiting(place, txid),
    readRates(place),
    askBitcoin(place, 'getUtxos', from.address),
  ])
  if ('stop' in waiting) return waiting
  const raw = waiting.hex
  const before = await readTransactions(
    place,
    orBlock(() => transactionsBefore(raw)),
  )
  const old = orBlock(() => readReplaceable({ txid, raw, before, own: from.script }))
  requireUnspent(old, from, utxos)
  // Whoever sent what waits for a block can take it back, and a replacement may not spend it (BIP-125, rule 2).
  const coins = utxos
    .filter(({ height }) => height !== null)
    .map(({ txid: of, vout, value }) => ({ txid: of, vout, amount: BigInt(value) }))
  const made = atEachSpeed((speed) =>
    readIfPaid(() =>
      replaceTransfer({
        ...{ chain: chainNamed(chain.caip2), from: from.address, old, coins, feeRate: rates[speed] },
      }),
    ),
  )
  const added = Object.values(made).flatMap((psbt) => psbt?.inputs.map((input) => input.txid) ?? [])
  const others = await readTransactions(
    place,
    added.filter((id) => !before.has(id)),
  )
  return { old, coins, psbts: provenAtEachSpeed(made, new Map([...before, ...others])) }
}

/** Whether what came by it and the coins that are added still are unspent: else it would undo more than the transaction that it is for. */
async function isAlone(place: Place, { from }: Asked, { old, psbts }: Facts, speed: Speed): Promise<boolean> {
  const areUnspent = await readUnspent(place, from.address)
  const spent = new Set(old.inputs.map(({ txid, vout }) => `${txid}:${vout}`))
  const inputs = psbts[shownSpeed(psbts, speed)]?.inputs ?? []
  const added = inputs.filter(({ txid, vout }) => !spent.has(`${txid}:${vout}`))
  return areUnspent([...added, ...ownOutputs(old, from.script)])
}

/** Whole satoshis a virtual byte of what is really paid: what a replacement has to pay may be more than the network asks. */
const rateOf = (psbt: ReadPsbt | null): bigint => (psbt ? psbt.fee / BigInt(psbt.vsize) : 0n)

/** The speed that is shown: the one that was chosen, or the fastest that there is enough for. */
const shownSpeed = (psbts: AtEachSpeed, speed: Speed): Speed =>
  [speed, ...(['fast', 'normal', 'slow'] as const)].find((one) => psbts[one]) ?? speed

const replaces = ({ txid, fee }: ReplaceableTransfer): Fact => ({
  label: 'row.replaces',
  value: text(txid),
  note: { key: 'value.btcPaid', values: { amount: satoshis(fee) } },
  long: true,
})

function show(
  chain: ChainInfo,
  { from, raw }: Asked,
  accounts: Accounts,
  { choice, facts }: { choice: Speed; facts: Facts },
): Prepared<BitcoinPayload> {
  const { old, coins, psbts } = facts
  const speed = shownSpeed(psbts, choice)
  const psbt = psbts[speed]
  const request = { account: from.address, raw, isSent: true }
  const title = 'pending.speedUp' as const
  if (!psbt) {
    const pending = pendingView(chain, request)
    const have = coins.reduce(
      (total, { amount }) => total + amount,
      old.outputs[old.change ?? -1]?.amount ?? 0n,
    )
    const need = nativeAmount(chain, old.fee + BigInt(old.vsize))
    const stop = fundsStop(chain.nativeCurrency.symbol, nativeAmount(chain, have), need)
    const view = { ...pending, title, facts: [replaces(old), ...pending.facts], stop }
    return { payload: null, view, refusal: new ChainRefusedError({ data: { reason: 'funds' } }) }
  }
  const transaction = transactionOf(chain, psbt, accounts, ['payment'])
  const rates = { slow: rateOf(psbts.slow), normal: rateOf(psbts.normal), fast: rateOf(psbts.fast) }
  const view = transactionView(chain, request, transaction)
  return {
    payload: payloadOf(transaction),
    view: {
      ...view,
      ...{ title, approve: title },
      facts: [replaces(old), ...view.facts],
      fee: feeChoice(psbts, rates, speed),
    },
  }
}

/**
 * `latchkey_speedUpTransfer`: an own transfer that waits for a block is replaced by one that pays the same with a higher fee (BIP-125).
 * Just before it is signed the network is asked whether it still waits, and whether what it spends besides is still there.
 *
 * @throws RpcParamsError with `data.reason`; RequestBlockedError for another account than the one for payments
 */
export function speedUpApproval(
  frame: ChainContext,
  request: RpcRequest,
  accounts: Accounts,
): Approval<BitcoinPayload> {
  const { chain, params } = request
  const given = readParams(wanted, params)
  const from =
    given.account === undefined
      ? (accounts.find(({ kind }) => kind === 'payment') ?? block('wrongAccount'))
      : accountNamed(accounts, given.account)
  if (from.kind !== 'payment') block('ordinalTransfer')
  const asked: Asked = { from, txid: given.txid, raw: JSON.stringify(given) }
  const place = (signal?: AbortSignal): Place => ({ frame, chain, signal })
  const pending = pendingView(chain, { account: from.address, raw: asked.raw, isSent: true })
  return approvalOf<Speed, Facts, BitcoinPayload>({
    first: 'fast',
    pending: () => ({ ...pending, title: 'pending.speedUp' }),
    gather: (_, signal) => gather(place(signal), asked),
    stopFor,
    show: (choice, facts) => show(chain, asked, accounts, { choice, facts }),
    async refresh({ choice, facts }, signal, again) {
      const [waiting, isStillAlone] = await Promise.all([
        readWaiting(place(signal), asked.txid),
        isAlone(place(signal), asked, facts, choice),
      ])
      if ('stop' in waiting) return waiting
      return isStillAlone ? facts : again()
    },
    choose: (_, change) => chooseSpeed(change),
    async sign(payload, _, onSigned) {
      const signed = await signTransaction(frame, payload)
      onSigned()
      return { txid: await sendTransaction(place(), signed) }
    },
  })
}
