import {
  type AccountKind,
  type OwnScripts,
  type PsbtRefusal,
  PsbtRefusedError,
  type PsbtView,
  type ReadPsbt,
  viewPsbt,
} from '@latchkey/chain-bitcoin/decode'
import { BaseError } from '@latchkey/errors'
import type { ChainInfo } from '@latchkey/protocol'
import { RequestBlockedError } from '@latchkey/protocol/frame'
import type { Value } from '../../../approvals/ApprovalView.ts'
import { networkStopFor } from '../../../approvals/phrases.ts'
import type { Stop } from '../../../approvals/pipeline.ts'
import type { BitcoinAccount } from '../accounts/bitcoinAccounts.ts'
import { chainNamed } from '../accounts/bitcoinAccounts.ts'

/** A transaction as it was read, as it is shown, and the accounts that sign it. */
export type BitcoinTransaction = { psbt: ReadPsbt; view: PsbtView; by: readonly BitcoinAccount[] }

/** An amount in the unit in which fees of Bitcoin are told. */
export const satoshis = (amount: bigint): Value => ({ kind: 'amount', amount, decimals: 0, symbol: 'sat' })

/** What a refusal says to the site, in the language of errors. */
const sentences: Readonly<Record<PsbtRefusal, string>> = {
  unreadable: 'The wallet cannot read this PSBT. Send one of version 0 (BIP-174).',
  empty: 'This transaction spends nothing, or pays nobody.',
  repeatedInput: 'This transaction spends one output twice.',
  unknownInput: 'An input does not tell what it spends. Add its UTXO to the PSBT.',
  amount: 'The amounts of this transaction are not right.',
  fee: 'The fee of this transaction is higher than any wallet would pay.',
  sighash:
    'The wallet signs all inputs and all outputs, and nothing less. Ask for no other kind of signature.',
  script: 'An input of this account is to be spent by a script. The wallet does not sign that.',
  signed: 'An input of this account is signed already.',
  notOurs: 'No input of this transaction belongs to the account.',
  otherAccount:
    'This transaction spends from another account of the same wallet. Name that account’s inputs in `signInputs` if it should.',
  notReplaceable: 'This transaction says that nothing may take its place (BIP-125).',
}

/** Runs what reads or checks a PSBT; what it refuses comes out with `data.reason`. @throws RequestBlockedError */
export function orBlock<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof BaseError) || error.code !== PsbtRefusedError.code) throw error
    const reason = error.data?.reason as PsbtRefusal
    throw new RequestBlockedError({ message: sentences[reason], data: { reason } })
  }
}

/** What is never signed ends the request; what the network did not say can be asked for again. */
export const stopFor = (error: unknown): Stop | undefined =>
  error instanceof BaseError && error.code === RequestBlockedError.code ? undefined : networkStopFor(error)

const scriptsOf = (accounts: readonly BitcoinAccount[]): OwnScripts =>
  Object.fromEntries(accounts.map(({ kind, script }) => [kind, script]))

/**
 * Makes what is shown of a PSBT, and finds the accounts that have something to sign.
 *
 * @param asked the accounts that may sign; an input of another one of the wallet is refused
 * @throws RequestBlockedError with `data.reason` where it must not be signed
 */
export function transactionOf(
  { caip2 }: ChainInfo,
  psbt: ReadPsbt,
  accounts: readonly BitcoinAccount[],
  asked: readonly AccountKind[],
): BitcoinTransaction {
  const own = scriptsOf(accounts)
  const view = orBlock(() => viewPsbt(psbt, { chain: chainNamed(caip2), own, by: asked }))
  const signs = (kind: AccountKind) => view.signs.some((index) => view.inputs[index]?.owner === kind)
  return { psbt, view, by: accounts.filter(({ kind }) => signs(kind)) }
}
