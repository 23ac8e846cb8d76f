import { activeAccount } from '../account/accounts.ts'
import { request } from '../connection/request.ts'
import { NotConnectedError } from '../errors/connectionErrors.ts'
import type { Config, TransferForm } from '../interfaces/Config.ts'
import type { TokenBalance } from '../interfaces/Connector.ts'
import { heldUnits, unitsOf, wholeUnits } from './amounts.ts'
import {
  GasPriceNotSupportedError,
  NotEnoughError,
  RecipientError,
  TokenRequiredError,
  TransferAmountError,
  TransferAnswerError,
  TransferIncompleteError,
  TransferMovedError,
  TransferUnderWayError,
  UnsupportedChainError,
} from './errors.ts'
import { rememberRecipient } from './recipients.ts'
import { canSend, sendingOf } from './sendingOf.ts'
import { followTransfer } from './sentTransfers.ts'
import { clearTransferForm, followForm, transferFormOf } from './transferForm.ts'

/** What is sent: `units` base units of a token. `to`: as the chain adapter writes it. */
export type CheckedTransfer = { token: TokenBalance; units: bigint; to: string }

/** The contract of a token; undefined for the native coin. */
export const contractOf = ({ address }: TokenBalance): string | undefined =>
  address?.slice(address.lastIndexOf(':') + 1)

/**
 * Whether a form can be sent (spec 5).
 *
 * @param to the address that the recipient stands for; undefined where it stands for none
 * @throws UnsupportedChainError, TransferIncompleteError, TokenRequiredError, TransferAmountError, RecipientError,
 *   NotEnoughError
 */
export function checkTransfer(
  config: Config,
  form: TransferForm,
  { token, to }: { token: TokenBalance | undefined; to: string | undefined },
): CheckedTransfer {
  if (!canSend(config)) throw new UnsupportedChainError()
  if (form.amount.trim() === '' || form.recipient.trim() === '') throw new TransferIncompleteError()
  if (!token) throw new TokenRequiredError()
  const units = unitsOf(token, form)
  if (units === undefined || units === 0n) throw new TransferAmountError()
  if (to === undefined) throw new RecipientError()
  if (units > heldUnits(token)) throw new NotEnoughError()
  return { token, units, to }
}

/**
 * The most that the network can take for a transfer, in base units of the native coin.
 *
 * @param transfer without `to` it is estimated as one to oneself
 * @throws GasPriceNotSupportedError 'Network not supported for Gas Price'; what the chain adapter throws
 */
export async function estimateTransferFee(
  config: Config,
  { token, units, to, signal }: Omit<CheckedTransfer, 'to'> & { to?: string; signal?: AbortSignal },
): Promise<bigint> {
  const { address: from, preferredAccountType } = activeAccount(config)
  if (!canSend(config)) throw new GasPriceNotSupportedError()
  if (!from) throw new NotConnectedError()
  const { transfers, network } = await sendingOf(config)
  const contract = contractOf(token)
  return transfers.estimateFee({
    network,
    from,
    to: to ?? from,
    amount: units,
    isSmart: preferredAccountType === 'smartAccount',
    ...(contract && { token: contract }),
    ...(signal && { signal }),
  })
}

/**
 * What of the native coin stays behind when as much of it is sent as can be, in base units.
 *
 * @param asked `to`: undefined while nobody is chosen
 * @throws as `estimateTransferFee`
 */
export async function reserveForTransfer(
  config: Config,
  asked: { token: TokenBalance; to: string | undefined; signal?: AbortSignal },
): Promise<bigint> {
  const { token, to, signal } = asked
  const { address: from } = activeAccount(config)
  if (!canSend(config)) throw new GasPriceNotSupportedError()
  const { transfers, network } = await sendingOf(config)
  const more = signal && { signal }
  if (from && transfers.reserve) return transfers.reserve({ network, from, to, ...more })
  return estimateTransferFee(config, { token, units: 1n, ...more })
}

/**
 * Asks the wallet to send. Settles when it has: with the hash, the form empty, and the transfer among those on their way.
 * Where it fails, the form keeps what it has, and says why.
 *
 * @throws what the wallet answers; TransferAnswerError where that is no hash; TransferMovedError when the wallet goes elsewhere before
 *   it is asked
 */
export async function sendTransfer(config: Config, transfer: CheckedTransfer): Promise<string> {
  const form = transferFormOf(config)
  if (form.getState().isSending) throw new TransferUnderWayError()
  form.setState({ isSending: true, error: undefined })
  const { isStill, stop } = followForm(form, ({ isSending }) => isSending)
  try {
    const hash = await send(config, transfer)
    if (isStill()) clearTransferForm(config)
    return hash
  } catch (error) {
    // Of another transfer that waits in the wallet by now it says nothing.
    if (isStill() || !form.getState().isSending) form.setState({ isSending: false, error })
    throw error
  } finally {
    stop()
  }
}

async function send(config: Config, { token, units, to }: CheckedTransfer): Promise<string> {
  const { address: from, caipAddress } = activeAccount(config)
  if (!from || !caipAddress) throw new NotConnectedError()
  const { transfers, network, adapter } = await sendingOf(config)
  const contract = contractOf(token)
  const args = await transfers.request({
    network,
    from,
    to,
    amount: units,
    ...(contract && { token: contract }),
  })
  // A request says itself neither for whom nor for which network it was made.
  if (activeAccount(config).caipAddress !== caipAddress) throw new TransferMovedError()
  const answer = await request(config, args, { namespace: network.chainNamespace })
  const hash = transfers.readHash ? transfers.readHash(answer) : answer
  if (typeof hash !== 'string' || hash === '' || hash.length > 128) throw new TransferAnswerError()
  rememberRecipient(config, to)
  const amount = wholeUnits(token, units)
  // What nobody here can wait for stands in the activity while it waits.
  if (!adapter.waitForTransaction) return hash
  followTransfer(config, network, { hash, caipAddress, to, amount, symbol: token.symbol, status: 'pending' })
  return hash
}
