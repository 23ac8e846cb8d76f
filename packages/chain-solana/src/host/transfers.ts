import type { AdapterContext, Network, RequestArguments, Transfer, TransferAbility } from '@latchkey/core'
import { BaseError } from '@latchkey/errors'
import { encodeBase58 } from '@latchkey/std/base58'
import {
  type Address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  type IInstruction,
  pipe,
  type Rpc,
  type SolanaRpcApi,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/web3.js'
import { BelowRentError, SolanaFundsError, SolanaRequestError, UnknownMintError } from './errors.ts'
import {
  associatedAddress,
  createAssociated,
  type TokenPlace,
  transferLamports,
  transferToken,
} from './instructions.ts'
import { isSolanaAddress } from './isSolanaAddress.ts'
import { readPaymentLink } from './paymentLink.ts'
import { SYSTEM_PROGRAM, TOKEN_2022_PROGRAM } from './programs.ts'
import { type Mint, readMint, refuseUnlikeTransfers } from './readMint.ts'
import { solanaRpc } from './solanaRpc.ts'
import { readTokenAccounts } from './tokenAccounts.ts'

/** Of one signature, in lamports: what a network takes without a price on compute units. */
const SIGNATURE_FEE = 5_000n
/** Bytes of an associated account: of the older program, and at most of Token-2022 without what is refused here. */
const ACCOUNT_LENGTH = 165n
const ACCOUNT_2022_LENGTH = 170n

type Client = Rpc<SolanaRpcApi>

/** The bytes of an account, and whose program it is; undefined where there is none. */
async function readAccount(rpc: Client, address: string, signal: AbortSignal | undefined) {
  const { value } = await rpc
    .getAccountInfo(address as Address, { encoding: 'base64' })
    .send(signal ? { abortSignal: signal } : {})
  if (!value) return undefined
  const data = Uint8Array.from(atob(value.data[0]), (letter) => letter.charCodeAt(0))
  return { owner: value.owner as string, data }
}

/** @throws UnknownMintError; what `refuseUnlikeTransfers` throws */
async function mintOf(rpc: Client, token: string, signal: AbortSignal | undefined): Promise<Mint> {
  const account = await readAccount(rpc, token, signal)
  if (!account) throw new UnknownMintError()
  const mint = readMint(account.owner, account.data)
  refuseUnlikeTransfers(mint)
  return mint
}

/** What a new associated account must hold, in lamports. */
const rentOf = async (rpc: Client, program: Address): Promise<bigint> =>
  BigInt(
    await rpc
      .getMinimumBalanceForRentExemption(
        program === TOKEN_2022_PROGRAM ? ACCOUNT_2022_LENGTH : ACCOUNT_LENGTH,
      )
      .send(),
  )

/** The account that a token is sent from: the associated one where it holds enough, else another that does. */
async function sourceOf(rpc: Client, owner: Address, token: Address, program: Address, amount: bigint) {
  const usual = await associatedAddress(owner, token, program)
  const held = (await readTokenAccounts(rpc, owner, { mint: token })).filter((one) => one.units >= amount)
  const source = held.find(({ address }) => address === usual) ?? held[0]
  if (!source) throw new SolanaFundsError()
  return source.address
}

async function tokenInstructions(
  rpc: Client,
  transfer: Transfer & { token: string },
): Promise<IInstruction[]> {
  const [from, to, token] = [transfer.from as Address, transfer.to as Address, transfer.token as Address]
  const { program, decimals } = await mintOf(rpc, token, undefined)
  const [source, target] = await Promise.all([
    sourceOf(rpc, from, token, program, transfer.amount),
    associatedAddress(to, token, program),
  ])
  const isThere = (await readAccount(rpc, target, undefined)) !== undefined
  const place: TokenPlace = { account: source, owner: from, mint: token, program }
  return [
    ...(isThere ? [] : [createAssociated(from, { ...place, account: target, owner: to })]),
    transferToken({ from: place, to: target, amount: transfer.amount, decimals }),
  ]
}

async function nativeInstructions(rpc: Client, { from, to, amount }: Transfer): Promise<IInstruction[]> {
  const { value: held } = await rpc.getBalance(to as Address).send()
  // A network closes its doors to an account that holds less than it must.
  if (held === 0n && amount < BigInt(await rpc.getMinimumBalanceForRentExemption(0n).send()))
    throw new BelowRentError()
  return [transferLamports(from as Address, to as Address, amount)]
}

/** Asks the wallet to sign and send a transaction of version 0, built here. */
async function transferRequest(context: AdapterContext, transfer: Transfer): Promise<RequestArguments> {
  const rpc = solanaRpc(context, transfer.network)
  const { token } = transfer
  const instructions = await (token
    ? tokenInstructions(rpc, { ...transfer, token })
    : nativeInstructions(rpc, transfer))
  const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayer(transfer.from as Address, one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
    (one) => appendTransactionMessageInstructions(instructions, one),
  )
  const wire = getTransactionEncoder().encode(compileTransaction(message))
  return {
    method: 'solana_signAndSendTransaction',
    params: {
      transaction: encodeBase58(Uint8Array.from(wire)),
      options: { preflightCommitment: 'confirmed' },
    },
  }
}

/** Rent of the recipient's associated account, where it must be made. */
async function newAccountRent(
  context: AdapterContext,
  transfer: Transfer & { token: string },
  signal?: AbortSignal,
) {
  const { network, to, token } = transfer
  const rpc = solanaRpc(context, network, signal)
  const { program } = await mintOf(rpc, token, signal)
  const target = await associatedAddress(to as Address, token as Address, program)
  return (await readAccount(rpc, target, signal)) ? 0n : rentOf(rpc, program)
}

const wrapped = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw error instanceof BaseError ? error : new SolanaRequestError({ cause: error })
  }
}

/** Whether a program owns an address: a token account, or an account of a contract. */
async function isOwnedByProgram(
  context: AdapterContext,
  network: Network,
  address: string,
  signal?: AbortSignal,
) {
  const account = await readAccount(solanaRpc(context, network, signal), address, signal)
  return account !== undefined && account.owner !== SYSTEM_PROGRAM
}

/** Sending of SOL and of tokens of both token programs. It reads the network through the service. */
export const createTransfers = (context: AdapterContext): TransferAbility => ({
  normalize: (address) => (isSolanaAddress(address) ? address : undefined),
  readLink: readPaymentLink,
  request: (transfer) => wrapped(transferRequest(context, transfer)),
  readHash(answer) {
    const signature =
      typeof answer === 'object' && answer !== null && 'signature' in answer ? answer.signature : answer
    return typeof signature === 'string' ? signature : undefined
  },
  async estimateFee({ signal, isSmart: _, ...transfer }) {
    const { token } = transfer
    if (!token) return SIGNATURE_FEE
    return SIGNATURE_FEE + (await wrapped(newAccountRent(context, { ...transfer, token }, signal)))
  },
  isContract: ({ network, address, signal }) => wrapped(isOwnedByProgram(context, network, address, signal)),
})
