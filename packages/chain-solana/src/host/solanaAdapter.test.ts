import type { ChainAdapter, Transfer, TransferAbility } from '@latchkey/core'
import { decodeBase58 } from '@latchkey/std/base58'
import { type SolanaServer, startSolana } from '@latchkey/testing/node'
import {
  type Address,
  createSolanaRpc,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  type KeyPairSigner,
  signTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { associatedAddress } from './instructions.ts'
import { solana as mainnet, solanaDevnet, solanaLocal } from './networks.ts'
import { solanaAdapter } from './solanaAdapter.ts'

const SOL = 1_000_000_000n
/** What an account without data, and one of a token, must hold. */
const RENT = 890_880n
const TOKEN_RENT = 2_039_280n
let chain: SolanaServer
let adapter: ChainAdapter
let transfers: TransferAbility
let ada: KeyPairSigner
let ben: string

beforeAll(async () => {
  chain = await startSolana({ slotTime: 0 })
  // The chain answers on every path, as the service does on its own.
  adapter = solanaAdapter({ apiOrigin: chain.url, projectId: 'demo' })
  transfers = (await adapter.transfers?.()) as TransferAbility
})
afterAll(() => chain?.stop())
beforeEach(async () => {
  ada = await generateKeyPairSigner()
  ben = (await generateKeyPairSigner()).address
  await chain.faucet.give(ada.address, 10n * SOL)
})

const transfer = (more: Partial<Transfer>): Transfer => ({
  network: solanaLocal,
  from: ada.address,
  to: ben,
  amount: SOL,
  ...more,
})
/** Signs and sends what a wallet would be asked. */
async function send(more: Partial<Transfer>): Promise<string> {
  const args = await transfers.request(transfer(more))
  const { transaction } = args.params as { transaction: string }
  const wire = decodeBase58(transaction, 2_000) ?? new Uint8Array()
  const signed = await signTransaction([ada.keyPair], getTransactionDecoder().decode(wire))
  const rpc = createSolanaRpc(chain.url)
  return rpc.sendTransaction(getBase64EncodedWireTransaction(signed), { encoding: 'base64' }).send()
}
const balance = (address: string) => adapter.getBalance?.({ network: solanaLocal, address })

describe('sending', () => {
  it('R9-37 SOL to an account that was not there, and waits for it', async () => {
    const fee = await transfers.estimateFee(transfer({}))
    const hash = await send({})
    expect(await adapter.waitForTransaction?.({ network: solanaLocal, hash })).toMatchObject({
      status: 'success',
    })
    expect(await balance(ben)).toBe('1')
    expect(await balance(ada.address)).toBe('8.999995')
    expect(fee).toBe(5_000n)
  })
  it('R9-37 a token to an account without an associated one, with the rent in the fee', async () => {
    const token = chain.faucet.mint.address
    await chain.faucet.giveToken(chain.faucet.mint, ada.address, 25_500_000n)
    const paid = { token, amount: 5_500_001n }
    expect(await transfers.estimateFee(transfer(paid))).toBe(5_000n + TOKEN_RENT)
    await send(paid)
    const tokens = await adapter.getTokens?.({ network: solanaLocal, address: ben })
    expect(tokens?.[1]).toMatchObject({
      address: `${solanaLocal.caipNetworkId}:${token}`,
      quantity: { numeric: '5.500001', decimals: '6' },
    })
    expect(await balance(ada.address)).toBe('9.99795572')
    // The account is there now.
    expect(await transfers.estimateFee(transfer(paid))).toBe(5_000n)
    await send({ ...paid, amount: 1n })
  })
  it('a Token-2022 token that keeps a fee is refused with the reason', async () => {
    const token = chain.faucet.feeMint.address
    await chain.faucet.giveToken(chain.faucet.feeMint, ada.address, 1_000_000n)
    await expect(transfers.request(transfer({ token, amount: 1n }))).rejects.toMatchObject({ code: 7104 })
    await expect(transfers.estimateFee(transfer({ token, amount: 1n }))).rejects.toMatchObject({ code: 7104 })
  })
  it('refuses less than a new account must hold, more tokens than there are, and what is no mint', async () => {
    await expect(transfers.request(transfer({ amount: RENT - 1n }))).rejects.toMatchObject({ code: 7103 })
    const token = chain.faucet.mint.address
    await expect(transfers.request(transfer({ token }))).rejects.toMatchObject({ code: 7102 })
    await expect(transfers.request(transfer({ token: ada.address }))).rejects.toMatchObject({ code: 7107 })
  })
  it('reads the signature in the answer of a wallet, and nothing else', () => {
    expect(transfers.readHash?.({ signature: '5sig' })).toBe('5sig')
    expect(transfers.readHash?.('5sig')).toBe('5sig')
    for (const answer of [undefined, null, {}, { signature: 7 }, 7])
      expect(transfers.readHash?.(answer)).toBeUndefined()
  })
  it('knows the accounts of programs', async () => {
    const isContract = (address: string) => transfers.isContract({ network: solanaLocal, address })
    await chain.faucet.giveToken(chain.faucet.mint, ada.address, 1n)
    const { address, program } = chain.faucet.mint
    const account = await associatedAddress(ada.address, address as Address, program as Address)
    expect(await isContract(account)).toBe(true)
    expect(await isContract(ada.address)).toBe(false)
    expect(await isContract(ben)).toBe(false)
  })
})

describe('names of ENS', () => {
  it('hold an address as 32 bytes (ENSIP-9, SLIP-44: 501), and nothing else is taken for one', () => {
    const { coinType, follows, addressOf } = adapter.nameRecord ?? {}
    expect(coinType).toBe(501)
    expect(addressOf?.(decodeBase58(ben, 44) ?? new Uint8Array())).toBe(ben)
    for (const length of [0, 20, 31, 33]) expect(addressOf?.(new Uint8Array(length))).toBeUndefined()
    expect(follows?.('ada.eth')).toBe(true)
    expect(['ada.sol', 'ada.SOL', 'ada.sns'].map((name) => follows?.(name))).toEqual([false, false, false])
  })
})

describe('what can fail', () => {
  it('says that the network does not answer', async () => {
    const dead = solanaAdapter({ apiOrigin: 'http://127.0.0.1:9', projectId: 'demo' })
    await expect(dead.getBalance?.({ network: solanaLocal, address: ben })).rejects.toMatchObject({
      code: 7101,
    })
    const sending = await dead.transfers?.()
    await expect(sending?.request(transfer({}))).rejects.toMatchObject({ code: 7101 })
  })
  it('an abort ends the waiting', async () => {
    const hash = '1'.repeat(64)
    const signal = AbortSignal.abort()
    await expect(adapter.waitForTransaction?.({ network: solanaLocal, hash, signal })).rejects.toMatchObject({
      code: 7109,
    })
  })
})

describe('networks', () => {
  it('R3-18 R3-28 Solana mainnet, devnet and testnet are built in, with their CAIP-2 ids', () => {
    expect(mainnet).toMatchObject({
      caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      chainNamespace: 'solana',
    })
    expect(solanaDevnet.caipNetworkId).toBe('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')
    expect(solanaLocal.caipNetworkId).toBe(chain.caipNetworkId)
  })
  it('the explorer is told of a test network', () => {
    expect(adapter.explorerTransactionUrl?.(mainnet, 'sig')).toBe('https://explorer.solana.com/tx/sig')
    expect(adapter.explorerAddressUrl?.(solanaDevnet, ben)).toBe(
      `https://explorer.solana.com/address/${ben}?cluster=devnet`,
    )
    expect(adapter.explorerAddressUrl?.(solanaLocal, ben)).toBeUndefined()
  })
})
