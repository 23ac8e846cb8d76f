import { type AccountKind, type ReadPsbt, readPsbt } from '@latchkey/chain-bitcoin/decode'
import { RpcParamsError } from '@latchkey/protocol/frame'
import * as z from 'zod/mini'
import type { Approval } from '../../../approvals/ApprovalView.ts'
import { approvalOf } from '../../../approvals/pipeline.ts'
import { block } from '../../../approvals/refusals.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { accountNamed, type BitcoinAccount } from '../accounts/bitcoinAccounts.ts'
import { readParams } from '../accounts/readParams.ts'
import type { Place } from '../rpc/readBitcoin.ts'
import { type BitcoinTransaction, orBlock, stopFor, transactionOf } from './bitcoinTransaction.ts'
import { checkInputs } from './checkInputs.ts'
import { type BitcoinPayload, payloadOf, sendTransaction, signTransaction } from './signTransaction.ts'
import { pendingView, transactionView } from './transactionView.ts'

type Accounts = readonly [BitcoinAccount, ...BitcoinAccount[]]

/** Characters of base64 of the longest PSBT that is read. */
const LONGEST = 200_000
/** Characters that keys may answer with, and what a signature adds to each input. */
const LONGEST_SIGNED = 245_760
const LONGEST_SIGNATURE = 240

/** `SIGHASH_DEFAULT` of taproot, and `SIGHASH_ALL`: every input and every output. */
const sighash = z.union([z.literal(0), z.literal(1)])
const address = z.string().check(z.maxLength(90))
const wanted = z.strictObject({
  account: z.optional(address),
  psbt: z.string().check(z.minLength(4), z.maxLength(LONGEST), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
  signInputs: z.optional(
    z
      .array(
        z.strictObject({
          address,
          index: z.int().check(z.gte(0)),
          sighashTypes: z.optional(z.array(sighash).check(z.minLength(1), z.maxLength(2))),
        }),
      )
      .check(z.minLength(1), z.maxLength(2_000)),
  ),
  broadcast: z.optional(z.boolean()),
})
type Wanted = z.output<typeof wanted>

const bytesOf = (base64: string): Uint8Array | undefined => {
  try {
    return Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
  } catch {
    return undefined
  }
}

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

/** The accounts that are asked to sign: whose inputs are named, else the one that is. @throws RequestBlockedError */
function askedKinds({ account, signInputs }: Wanted, accounts: Accounts): readonly AccountKind[] {
  const named = accountNamed(accounts, account)
  const inputs = signInputs?.map((input) => accountNamed(accounts, input.address).kind)
  return inputs ? [...new Set(inputs)] : [named.kind]
}

/** All inputs of an account are signed or none, so those that are named must be all of them, each by its own account. */
function requireNamed({ view }: BitcoinTransaction, { signInputs }: Wanted): void {
  if (!signInputs) return
  const named = new Map(signInputs.map((input) => [input.index, input]))
  const isWhole = named.size === view.signs.length && view.signs.every((index) => named.has(index))
  const areTheirs = view.signs.every((index) => named.get(index)?.address === view.inputs[index]?.address)
  if (!isWhole || !areTheirs) throw new RpcParamsError({ data: { reason: 'signInputs' } })
}

function read(given: Wanted): ReadPsbt {
  const bytes = bytesOf(given.psbt)
  if (!bytes) throw new RpcParamsError({ data: { reason: 'psbt' } })
  const psbt = orBlock(() => readPsbt(bytes))
  if (given.psbt.length + psbt.inputs.length * LONGEST_SIGNATURE > LONGEST_SIGNED)
    throw new RpcParamsError({ data: { reason: 'psbt' } })
  return psbt
}

/**
 * `signPsbt`: read, checked, compared with the transactions before it, shown; signed by keys, and sent by the frame where that is
 * asked for.
 *
 * @throws RpcParamsError with `data.reason`; RequestBlockedError with the reason why it is never signed
 */
export function psbtApproval(
  frame: ChainContext,
  { params, chain }: RpcRequest,
  accounts: Accounts,
): Approval<BitcoinPayload> {
  const given = readParams(wanted, params)
  const asked = askedKinds(given, accounts)
  const first = transactionOf(chain, read(given), accounts, asked)
  requireNamed(first, given)
  const isSent = given.broadcast === true
  // Who sends it needs every signature, and only this wallet's are made here.
  if (isSent && first.view.inputs.some(({ owner }) => owner === null)) block('broadcast')
  const request = { account: accountNamed(accounts, given.account).address, raw: given.psbt, isSent }
  const place = (signal?: AbortSignal): Place => ({ frame, chain, signal })
  return approvalOf<null, BitcoinTransaction, BitcoinPayload>({
    first: null,
    pending: () => pendingView(chain, request),
    gather: (_, signal) => checkInputs(place(signal), first, accounts, asked),
    stopFor,
    show: (_, facts) => ({ payload: payloadOf(facts), view: transactionView(chain, request, facts) }),
    async sign(payload, _, onSigned) {
      const signed = await signTransaction(frame, payload)
      onSigned()
      const psbt = base64Of(signed)
      return isSent ? { psbt, txid: await sendTransaction(place(), signed) } : { psbt }
    },
  })
}
