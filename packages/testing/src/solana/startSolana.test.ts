import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransactionMessage,
  compressTransactionMessageUsingAddressLookupTables,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  devnet,
  generateKeyPairSigner,
  getAddressEncoder,
  getBase64Decoder,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageEncoder,
  getProgramDerivedAddress,
  getSignatureFromTransaction,
  type IInstruction,
  type KeyPairSigner,
  lamports,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signature,
  signTransactionMessageWithSigners,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jsonRpc } from '../node/jsonRpc.ts'
import { type SolanaServer, startSolana } from './startSolana.ts'
import { associatedAddress, little, transferLamports } from './tokenInstructions.ts'

const SOL = 1_000_000_000n
const FEE = 5_000n
let solana: SolanaServer
let rpc: ReturnType<typeof createSolanaRpc>
let ada: KeyPairSigner
let ben: KeyPairSigner

beforeAll(async () => {
  solana = await startSolana({ slotTime: 0 })
  rpc = createSolanaRpc(solana.url)
  ;[ada, ben] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()])
  await solana.faucet.give(ada.address, 10n * SOL)
})
afterAll(() => solana?.stop())

type Lifetime = { blockhash: Blockhash; lastValidBlockHeight: bigint }
const latest = async () => (await rpc.getLatestBlockhash().send()).value
const messageOf = (instruction: IInstruction, lifetime: Lifetime) =>
  pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayerSigner(ada, one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
    (one) => appendTransactionMessageInstruction(instruction, one),
  )
const signed = async (instruction: IInstruction, lifetime?: Lifetime) =>
  signTransactionMessageWithSigners(messageOf(instruction, lifetime ?? (await latest())))
const wireOf = async (...of: Parameters<typeof signed>) =>
  getBase64EncodedWireTransaction(await signed(...of))
const send = async (...of: Parameters<typeof signed>) =>
  rpc.sendTransaction(await wireOf(...of), { encoding: 'base64' }).send()
const balanceOf = async (of: Address) => (await rpc.getBalance(of).send()).value

describe('the chain', () => {
  it('says who it is, and what an account must hold', async () => {
    expect(await rpc.getGenesisHash().send()).toBe(solana.genesisHash)
    expect(solana.caipNetworkId).toBe(`solana:${solana.genesisHash.slice(0, 32)}`)
    expect(await rpc.getHealth().send()).toBe('ok')
    expect(await rpc.getMinimumBalanceForRentExemption(165n).send()).toBe(2_039_280n)
    expect((await rpc.getVersion().send())['solana-core']).toMatch(/^\d+\.\d+\.\d+$/)
  })
  it('sends lamports, waits over the web socket, and tells what happened', async () => {
    const rpcSubscriptions = createSolanaRpcSubscriptions(solana.webSocketUrl as never)
    const sendAndConfirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions } as never)
    const transaction = await signed(transferLamports(ada.address, ben.address, SOL))
    await sendAndConfirm(transaction as never, { commitment: 'confirmed' })
    expect(await balanceOf(ben.address)).toBe(SOL)
    const sent = getSignatureFromTransaction(transaction)
    const [status] = (await rpc.getSignatureStatuses([sent]).send()).value
    expect(status).toMatchObject({ err: null, confirmationStatus: 'confirmed' })
    const told = await rpc
      .getTransaction(sent, { encoding: 'json', maxSupportedTransactionVersion: 0 })
      .send()
    expect(told?.meta).toMatchObject({ err: null, fee: FEE })
    expect(told?.meta?.preBalances[0]).toBe((told?.meta?.postBalances[0] ?? 0n) + SOL + FEE)
    expect(told?.transaction.message.accountKeys).toContain(ben.address)
    const history = await rpc.getSignaturesForAddress(ben.address).send()
    expect(history.map((one) => one.signature)).toEqual([sent])
    solana.advance(32)
    const [later] = (await rpc.getSignatureStatuses([sent]).send()).value
    expect(later).toMatchObject({ confirmationStatus: 'finalized', confirmations: null })
  })
  it('gives an airdrop that can be looked up', async () => {
    const { address: to } = await generateKeyPairSigner()
    const sent = await createSolanaRpc(devnet(solana.url)).requestAirdrop(to, lamports(SOL)).send()
    expect(await balanceOf(to)).toBe(SOL)
    expect((await rpc.getSignatureStatuses([sent]).send()).value[0]).toMatchObject({ err: null })
  })
})

describe('what a chain refuses', () => {
  const small = () => transferLamports(ada.address, ben.address, SOL / 100n)
  it('more than there is, with the error of the program', async () => {
    const call = jsonRpc(solana.url)
    const wire = await wireOf(transferLamports(ada.address, ben.address, 1_000n * SOL))
    await expect(call('sendTransaction', [wire, { encoding: 'base64' }])).rejects.toThrow(
      'Transaction simulation failed: {"InstructionError":[0,{"Custom":1}]}',
    )
    const { value } = await rpc.simulateTransaction(wire, { encoding: 'base64' }).send()
    expect(value.err).toEqual({ InstructionError: [0n, { Custom: 1n }] })
    expect(value.logs?.join('\n')).toContain('insufficient lamports')
  })
  it('a signature of somebody else', async () => {
    const transaction = await signed(small())
    const signatures = { [ada.address]: new Uint8Array(64).fill(7) }
    const wire = getBase64EncodedWireTransaction({ ...transaction, signatures } as never)
    const call = jsonRpc(solana.url)
    await expect(call('sendTransaction', [wire, { encoding: 'base64' }])).rejects.toThrow(
      'signature verification failure',
    )
    const unchecked = await rpc.simulateTransaction(wire, { encoding: 'base64' }).send()
    expect(unchecked.value.err).toBeNull()
  })
  it('a blockhash of more than 150 slots ago, and no younger one', async () => {
    const lifetime = await latest()
    solana.advance(149)
    expect((await rpc.isBlockhashValid(lifetime.blockhash).send()).value).toBe(true)
    await send(small(), lifetime)
    solana.advance(1)
    expect((await rpc.isBlockhashValid(lifetime.blockhash).send()).value).toBe(false)
    const wire = await wireOf(transferLamports(ada.address, ben.address, 3n), lifetime)
    const call = jsonRpc(solana.url)
    await expect(call('sendTransaction', [wire, { encoding: 'base64' }])).rejects.toThrow('BlockhashNotFound')
    const { value } = await rpc
      .simulateTransaction(wire, { encoding: 'base64', replaceRecentBlockhash: true, sigVerify: false })
      .send()
    expect(value.err).toBeNull()
  })
  it('a method that it has not', async () => {
    await expect(jsonRpc(solana.url)('getSupply')).rejects.toThrow('Method not found')
  })
})

describe('fees', () => {
  it('are those that are taken, with a price on compute units', async () => {
    const price: IInstruction = {
      programAddress: address('ComputeBudget111111111111111111111111111111'),
      data: Uint8Array.from([3, ...little(1_000_000n, 8)]),
    }
    const limit: IInstruction = {
      programAddress: address('ComputeBudget111111111111111111111111111111'),
      data: Uint8Array.from([2, ...little(10_000n, 4)]),
    }
    const message = pipe(
      messageOf(price, await latest()),
      (one) => appendTransactionMessageInstruction(limit, one),
      (one) =>
        appendTransactionMessageInstruction(transferLamports(ada.address, ben.address, SOL / 10n), one),
    )
    const bytes = getCompiledTransactionMessageEncoder().encode(compileTransactionMessage(message))
    const told = await rpc.getFeeForMessage(getBase64Decoder().decode(bytes) as never).send()
    expect(told.value).toBe(FEE + 10_000n)
    const before = await balanceOf(ada.address)
    const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message))
    await rpc.sendTransaction(wire, { encoding: 'base64' }).send()
    expect(before - (await balanceOf(ada.address))).toBe(SOL / 10n + FEE + 10_000n)
  })
})

describe('tokens', () => {
  it.each(['mint', 'feeMint'] as const)('of the %s are listed, counted and shown', async (name) => {
    const mint = solana.faucet[name]
    await solana.faucet.giveToken(mint, ada.address, 25_500_000n)
    const { value } = await rpc
      .getTokenAccountsByOwner(ada.address, { mint: address(mint.address) }, { encoding: 'jsonParsed' })
      .send()
    const account = await associatedAddress(ada.address, address(mint.address), address(mint.program))
    expect(value.map(({ pubkey }) => pubkey)).toEqual([account])
    expect(value[0]?.account.data.parsed.info).toMatchObject({
      mint: mint.address,
      owner: ada.address,
      tokenAmount: { amount: '25500000', decimals: 6, uiAmountString: '25.5' },
    })
    const balance = await rpc.getTokenAccountBalance(account).send()
    expect(balance.value.amount).toBe('25500000')
    const raw = await rpc.getAccountInfo(address(mint.address), { encoding: 'base64' }).send()
    expect(raw.value?.owner).toBe(mint.program)
  })
})

describe('look-up tables', () => {
  const PROGRAM = address('AddressLookupTab1e1111111111111111111111111')
  it('are made, extended and used by a transaction of version 0', async () => {
    solana.advance(1)
    const slot = (await rpc.getSlot().send()) - 1n
    const [table, bump] = await getProgramDerivedAddress({
      programAddress: PROGRAM,
      seeds: [getAddressEncoder().encode(ada.address), little(slot, 8)],
    })
    const authority = { address: ada.address, role: AccountRole.WRITABLE_SIGNER }
    const system = { address: address('11111111111111111111111111111111'), role: AccountRole.READONLY }
    const accounts = [{ address: table, role: AccountRole.WRITABLE }, authority, authority, system]
    const data = Uint8Array.from([...little(0n, 4), ...little(slot, 8), bump])
    await send({ programAddress: PROGRAM, accounts, data })
    const key = getAddressEncoder().encode(ben.address)
    const extension = Uint8Array.from([...little(2n, 4), ...little(1n, 8), ...key])
    await send({ programAddress: PROGRAM, accounts, data: extension })
    solana.advance(1)
    const message = compressTransactionMessageUsingAddressLookupTables(
      messageOf(transferLamports(ada.address, ben.address, SOL / 4n), await latest()),
      { [table]: [ben.address] },
    )
    const before = await balanceOf(ben.address)
    const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message as never))
    const sent = await rpc.sendTransaction(wire, { encoding: 'base64' }).send()
    expect((await balanceOf(ben.address)) - before).toBe(SOL / 4n)
    const told = await rpc
      .getTransaction(signature(sent), { encoding: 'json', maxSupportedTransactionVersion: 0 })
      .send()
    expect(told?.meta).toMatchObject({ loadedAddresses: { writable: [ben.address] } })
  })
})
