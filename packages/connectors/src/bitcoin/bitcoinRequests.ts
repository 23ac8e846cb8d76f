import type { CaipNetworkId, RequestArguments } from '@latchkey/core/connector'
import { isRecord } from '@latchkey/std/isRecord'
import {
  InvalidWalletAnswerError,
  MethodNotApprovedError,
  NoAccountError,
  UncertainSendError,
  waitFor,
} from '../answer/errors.ts'
import {
  type BitcoinAccount,
  type BitcoinWallet,
  readBitcoinAccounts,
  type SignInput,
} from './BitcoinWallet.ts'
import { isOnNetwork } from './bitcoinNetworks.ts'
import { type AskedPsbt, comparePsbt, compareTxid, inputsOf, isForAll } from './psbt/comparePsbt.ts'
import { readPsbt } from './psbt/readPsbt.ts'

/** What a request is answered with: the wallet, its accounts on the network, the one for payments first. */
export type BitcoinRequest = RequestArguments & {
  wallet: BitcoinWallet
  accounts: readonly BitcoinAccount[]
  caipNetworkId: CaipNetworkId
  /** Hears accounts that the wallet has told meanwhile. */
  hear(accounts: unknown, caipNetworkId: CaipNetworkId): void
}

/** What needs no person, ms. */
const READ_LIMIT = 10_000

const INVALID_PARAMS = -32_602
/** Base64 of the largest transaction that is passed on, with what its inputs spend. */
const LONGEST_PSBT = 400_000
const LONGEST_MESSAGE = 65_536
/** Inputs of the largest transaction. */
const MOST_INPUTS = 2_500
/** In hex: 65 bytes of BIP-137, or a witness. */
const MOST_SIGNATURE = 1_024
/** More than there will ever be. */
const MOST_SATOSHIS = 2_100_000_000_000_000

const invalid = (reason: string) => Object.assign(new Error(reason), { code: INVALID_PARAMS })

type Params = Record<string, unknown>

/** The account that the page names, or the one for payments. */
function accountFor({ accounts }: BitcoinRequest, { account, address = account }: Params): BitcoinAccount {
  const found = address === undefined ? accounts[0] : accounts.find((one) => one.address === address)
  if (!found) throw new NoAccountError({ data: { rpcCode: 4100 } })
  return found
}

function textIn(params: Params, name: string, longest: number): string {
  const text = params[name]
  if (typeof text !== 'string' || text === '' || text.length > longest)
    throw invalid(`${name} is expected as a text of at most ${longest} characters.`)
  return text
}

const isBase64 = (text: string) => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)

/** Bytes, or base64 of a wallet's own. */
function bytesIn(answer: unknown): Uint8Array {
  if (typeof answer === 'string' && isBase64(answer))
    return Uint8Array.from(atob(answer), (letter) => letter.charCodeAt(0))
  // Of an extension's own realm: an object with numbers.
  if (ArrayBuffer.isView(answer))
    return new Uint8Array(answer.buffer, answer.byteOffset, answer.byteLength).slice()
  throw new InvalidWalletAnswerError()
}

const isTxid = (answer: unknown): answer is string =>
  typeof answer === 'string' && /^[0-9a-fA-F]{64}$/.test(answer)

/** Of what a wallet says that it has sent: one that does not tell its id may have sent it all the same. */
function txidOf(answer: unknown): string {
  if (isTxid(answer)) return answer.toLowerCase()
  throw new UncertainSendError()
}

async function signMessage(request: BitcoinRequest, params: Params) {
  const account = accountFor(request, params)
  const message = textIn(params, 'message', LONGEST_MESSAGE)
  const bytes = bytesIn(await request.wallet.signMessage(account, message))
  const signature = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (signature === '' || signature.length > MOST_SIGNATURE) throw new InvalidWalletAnswerError()
  return { address: account.address, signature }
}

function inputsIn(request: BitcoinRequest, { signInputs }: Params): SignInput[] | undefined {
  if (signInputs === undefined) return undefined
  if (!Array.isArray(signInputs) || signInputs.length > MOST_INPUTS)
    throw invalid('signInputs is expected as a list.')
  return signInputs.map((one: unknown) => {
    const { address, index, sighashTypes } = isRecord(one) ? one : {}
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index > MOST_INPUTS)
      throw invalid('The index of an input is expected.')
    // Everything is signed, or nothing: other kinds of signatures let somebody change what is paid.
    const isWhole =
      sighashTypes === undefined ||
      (Array.isArray(sighashTypes) && sighashTypes.every((type) => type === 0 || type === 1))
    if (!isWhole) throw invalid('Of sighashTypes DEFAULT and ALL alone are taken.')
    return { address: accountFor(request, { address }).address, index }
  })
}

/** What is to be signed, and by which inputs: those that the page names, else those of the accounts. */
function askedPsbt(
  { accounts }: BitcoinRequest,
  text: string,
  inputs: readonly SignInput[] | undefined,
): AskedPsbt {
  const psbt = isBase64(text) ? readPsbt(bytesIn(text)) : undefined
  if (!psbt) throw invalid('psbt is expected in base64, of version 0.')
  const named = new Set(inputs?.map(({ index }) => index))
  if ([...named].some((index) => index >= psbt.inputs.length)) throw invalid('There is no such input.')
  const own = inputsOf(
    psbt,
    accounts.map(({ address }) => address),
  )
  const allowed = inputs ? named : own
  if (psbt.inputs.some((input, index) => allowed.has(index) && !isForAll(input)))
    throw invalid('An input asks for a signature of less than everything.')
  return { psbt, allowed, wanted: named }
}

async function signPsbt(request: BitcoinRequest, params: Params) {
  const psbt = textIn(params, 'psbt', LONGEST_PSBT)
  const { wallet, accounts, caipNetworkId } = request
  const inputs = inputsIn(request, params)
  const asked = askedPsbt(request, psbt, inputs)
  const broadcast = params.broadcast === true
  const signed = await wallet.signPsbt({ psbt, inputs, broadcast, caipNetworkId, accounts })
  const txid = signed.txid === undefined && !broadcast ? {} : { txid: txidOf(signed.txid) }
  if (txid.txid !== undefined) await compareTxid(asked.psbt, txid.txid)
  if (signed.psbt === undefined && broadcast) return txid
  const bytes = bytesIn(signed.psbt)
  comparePsbt(asked, bytes)
  return { psbt: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')), ...txid }
}

/**
 * Refuses where the wallet has another account for payments by now: one that does not tell of changes would pay from that. Who does
 * not say which it has without its person is connected anew.
 */
async function refuseSwitched({ wallet, caipNetworkId, hear }: BitcoinRequest, account: BitcoinAccount) {
  const known = await waitFor(() => wallet.restore(), { limit: READ_LIMIT })
  const isTold = Array.isArray(known) && known.length > 0
  const told = isTold ? known : await wallet.connect()
  if (readBitcoinAccounts(told, caipNetworkId)[0]?.address === account.address) return
  hear(told, caipNetworkId)
  throw new NoAccountError({ data: { rpcCode: 4100 } })
}

async function sendTransfer(request: BitcoinRequest, params: Params) {
  const { wallet, accounts, caipNetworkId } = request
  if (!wallet.sendTransfer) throw new MethodNotApprovedError({ data: { rpcCode: 4200 } })
  const recipient = textIn(params, 'recipientAddress', 90)
  const amount = textIn(params, 'amount', 16)
  const satoshis = /^[1-9][0-9]*$/.test(amount) ? Number(amount) : 0
  if (!isOnNetwork(recipient, caipNetworkId)) throw invalid('recipientAddress is no address of this network.')
  if (satoshis < 1 || satoshis > MOST_SATOSHIS) throw invalid('amount is expected in whole satoshis.')
  // Such a wallet pays from its own account for payments, has its change there, and writes no memo.
  const account = accountFor(request, params)
  if (account !== accounts[0]) throw new NoAccountError({ data: { rpcCode: 4100 } })
  if (params.memo !== undefined || (params.changeAddress ?? account.address) !== account.address)
    throw invalid('memo and changeAddress are not for this wallet.')
  await refuseSwitched(request, account)
  return { txid: txidOf(await wallet.sendTransfer(account, recipient, satoshis)) }
}

function addresses({ accounts }: BitcoinRequest, { intentions }: Params) {
  const isWanted = ({ type }: BitcoinAccount) => !Array.isArray(intentions) || intentions.includes(type)
  return accounts.filter(isWanted).map(({ address, type, publicKey }) => ({
    ...{ address, intention: type },
    ...(publicKey === undefined ? {} : { publicKey }),
  }))
}

/**
 * Answers one of Bitcoin's methods by the names of WalletConnect's RPC, by a wallet of this browser. Amounts are satoshis as text, a PSBT
 * is base64, a signature hex.
 *
 * @throws MethodNotApprovedError (4200) for a method that the wallet has not, NoAccountError for an account that is not its own,
 *   InvalidWalletAnswerError, UncertainSendError where it does not tell what it has sent, OtherTransactionError for a PSBT that is not the one that was asked for, -32602 for params in another form, or what the wallet answers
 */
export async function answerBitcoin(request: BitcoinRequest): Promise<unknown> {
  const params = isRecord(request.params) ? request.params : {}
  switch (request.method) {
    case 'getAccountAddresses':
      return addresses(request, params)
    case 'signMessage':
      return signMessage(request, params)
    case 'signPsbt':
      return signPsbt(request, params)
    case 'sendTransfer':
      return sendTransfer(request, params)
    default:
      throw new MethodNotApprovedError({ data: { rpcCode: 4200 } })
  }
}
