import {
  type Coin,
  createTransfer,
  leastAmountTo,
  MOST_SATOSHIS,
  type ReadPsbt,
} from '@latchkey/chain-bitcoin/decode'
import type { ChainInfo } from '@latchkey/protocol'
import { ChainRefusedError, RpcParamsError } from '@latchkey/protocol/frame'
import { hexToBytes } from '@latchkey/std/hex'
import * as z from 'zod/mini'
import type { Approval, Prepared } from '../../../approvals/ApprovalView.ts'
import { addressValue, fundsStop, nativeAmount } from '../../../approvals/phrases.ts'
import { approvalOf } from '../../../approvals/pipeline.ts'
import { block } from '../../../approvals/refusals.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { accountNamed, type BitcoinAccount, chainNamed } from '../accounts/bitcoinAccounts.ts'
import { readParams } from '../accounts/readParams.ts'
import { askBitcoin, type Place, readTransactions, readUnspent } from '../rpc/readBitcoin.ts'
import { stopFor, transactionOf } from './bitcoinTransaction.ts'
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

const address = z.string().check(z.maxLength(90))
const wanted = z.strictObject({
  account: z.optional(address),
  recipientAddress: address,
  /** Satoshis. */
  amount: z.string().check(z.regex(/^[1-9][0-9]{0,15}$/)),
  changeAddress: z.optional(address),
  /** Hex, with or without its prefix; 80 bytes at most. */
  memo: z.optional(z.string().check(z.regex(/^(?:0x)?(?:[0-9a-fA-F]{2}){1,80}$/))),
})

/** A transfer as it was asked for. */
type Transfer = {
  from: BitcoinAccount
  to: string
  amount: bigint
  memo: Uint8Array | undefined
  raw: string
}

/** Reads a request. @throws RpcParamsError; RequestBlockedError for an account or change that is none of the person's */
function parseTransfer({ params, chain }: RpcRequest, accounts: Accounts): Transfer {
  const given = readParams(wanted, params)
  const from = accountNamed(accounts, given.account)
  // What lies in the account of ordinals may be more than its amount says: it is chosen output by output.
  if (from.kind !== 'payment') block('ordinalTransfer')
  if (given.changeAddress !== undefined && given.changeAddress !== from.address) block('changeAddress')
  const least = leastAmountTo(given.recipientAddress, chainNamed(chain.caip2))
  const amount = BigInt(given.amount)
  if (least === undefined) throw new RpcParamsError({ data: { reason: 'recipientAddress' } })
  if (amount < least || amount > MOST_SATOSHIS) throw new RpcParamsError({ data: { reason: 'amount' } })
  const hex = given.memo?.replace(/^(?:0x)?/, '0x')
  return {
    ...{ from, amount, to: given.recipientAddress, raw: JSON.stringify(given) },
    memo: hex === undefined ? undefined : hexToBytes(hex),
  }
}

/** What the network says: how much there is, and the transfer at each speed. `null`: there is not enough for that. */
type Facts = {
  rates: Readonly<Record<Speed, bigint>>
  coins: readonly Coin[]
  psbts: AtEachSpeed
}

const sum = (coins: readonly Coin[]) => coins.reduce((total, { amount }) => total + amount, 0n)

/** The transfer at one rate; `null` when the coins do not pay for it. */
function transferAt(chain: ChainInfo, transfer: Transfer, coins: readonly Coin[], feeRate: bigint) {
  const { from, to, amount, memo } = transfer
  return readIfPaid(() =>
    createTransfer({
      ...{ chain: chainNamed(chain.caip2), from: from.address, to, coins, amount, feeRate },
      ...(memo ? { memo } : {}),
    }),
  )
}

/** Virtual bytes of a transfer by all coins, without change: an estimate for what is said where there is not enough. */
const vsizeOfAll = ({ length }: readonly Coin[]): bigint => 42n + 68n * BigInt(Math.max(length, 1))

async function gather(place: Place, transfer: Transfer): Promise<Facts> {
  const { chain } = place
  const [rates, utxos] = await Promise.all([
    readRates(place),
    askBitcoin(place, 'getUtxos', transfer.from.address),
  ])
  const coinsOf = (some: typeof utxos) =>
    some.map(({ txid, vout, value }) => ({ txid, vout, amount: BigInt(value) }))
  const coins = coinsOf(utxos)
  // What waits for a block can still be taken back by whoever sent it: it is spent where there is not enough without it.
  const settled = coinsOf(utxos.filter(({ height }) => height !== null))
  const made = atEachSpeed(
    (speed) =>
      transferAt(chain, transfer, settled, rates[speed]) ?? transferAt(chain, transfer, coins, rates[speed]),
  )
  // One input needs no proof: its signature covers its own amount (BIP-143).
  const named = Object.values(made).flatMap((psbt) =>
    psbt && psbt.inputs.length > 1 ? psbt.inputs.map(({ txid }) => txid) : [],
  )
  return { rates, coins, psbts: provenAtEachSpeed(made, await readTransactions(place, named)) }
}

/**
 * Whether all that is to be spent still is unspent. What this wallet sends may be replaced (BIP-125): a transfer by coins that another
 * one has spent meanwhile would not be a second payment, but undo the first.
 */
async function isUnspent(place: Place, { from }: Transfer, psbt: ReadPsbt | null): Promise<boolean> {
  const areUnspent = await readUnspent(place, from.address)
  return psbt !== null && areUnspent(psbt.inputs)
}

function show(
  chain: ChainInfo,
  transfer: Transfer,
  accounts: Accounts,
  { speed, facts }: { speed: Speed; facts: Facts },
): Prepared<BitcoinPayload> {
  const { from, amount, raw, to } = transfer
  const request = { account: from.address, raw, isSent: true }
  const psbt = facts.psbts[speed]
  const fee = feeChoice(facts.psbts, facts.rates, speed)
  if (!psbt) {
    const have = sum(facts.coins)
    const need = amount + facts.rates[speed] * vsizeOfAll(facts.coins)
    const { symbol } = chain.nativeCurrency
    const stop = fundsStop(symbol, nativeAmount(chain, have), nativeAmount(chain, need))
    const values = { amount: nativeAmount(chain, amount), to: addressValue(to) }
    const view = {
      ...pendingView(chain, request),
      sentence: { key: 'send.native', values } as const,
      stop,
      fee,
    }
    return { payload: null, view, refusal: new ChainRefusedError({ data: { reason: 'funds' } }) }
  }
  const transaction = transactionOf(chain, psbt, accounts, ['payment'])
  return { payload: payloadOf(transaction), view: { ...transactionView(chain, request, transaction), fee } }
}

/**
 * `sendTransfer`: coins are chosen, the fee is the person's choice, change comes back to the account that pays. Just before it is
 * signed the network is asked whether the coins are still there.
 *
 * @throws RpcParamsError with `data.reason`; RequestBlockedError for a foreign `changeAddress`, and from the account of ordinals
 */
export function transferApproval(
  frame: ChainContext,
  request: RpcRequest,
  accounts: Accounts,
): Approval<BitcoinPayload> {
  const { chain } = request
  const transfer = parseTransfer(request, accounts)
  const place = (signal?: AbortSignal): Place => ({ frame, chain, signal })
  const pending = pendingView(chain, { account: transfer.from.address, raw: transfer.raw, isSent: true })
  return approvalOf<Speed, Facts, BitcoinPayload>({
    first: 'normal',
    pending: () => pending,
    gather: (_, signal) => gather(place(signal), transfer),
    stopFor,
    show: (speed, facts) => show(chain, transfer, accounts, { speed, facts }),
    refresh: async ({ choice, facts }, signal, again) =>
      (await isUnspent(place(signal), transfer, facts.psbts[choice])) ? facts : again(),
    choose: (_, change) => chooseSpeed(change),
    async sign(payload, _, onSigned) {
      const signed = await signTransaction(frame, payload)
      onSigned()
      return { txid: await sendTransaction(place(), signed) }
    },
  })
}
