import { type BitcoinServer, startBitcoin } from '@latchkey/testing/node'
import { Transaction } from 'bitcoinjs-lib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { BitcoinFundsError, PsbtRefusedError } from '../../model/errors.ts'
import { type AccountKind, scriptOfKey } from '../account/accountKind.ts'
import { addressOf } from '../account/addresses.ts'
import { finishPsbt } from '../psbt/finishPsbt.ts'
import { readPsbt } from '../psbt/readPsbt.ts'
import { signPsbt } from '../psbt/signPsbt.ts'
import { viewPsbt } from '../psbt/viewPsbt.ts'
import { type Coin, createTransfer } from './createTransfer.ts'
import { readReplaceable, replaceTransfer } from './replaceTransfer.ts'

const KEY = new Uint8Array(32).fill(11)
const own = { payment: scriptOfKey(KEY, 'payment'), ordinal: scriptOfKey(KEY, 'ordinal') }
const address = (kind: AccountKind) => addressOf(own[kind], 'regtest') ?? ''
const STRANGER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

let server: BitcoinServer
beforeAll(async () => {
  server = await startBitcoin()
})
afterAll(() => server.stop())

type Told = { txid: string; vout: number; value: number }
async function coinsOf(of: string): Promise<Coin[]> {
  const coins: Told[] = await (await fetch(`${server.url}/address/${of}/utxo`)).json()
  return coins.map(({ txid, vout, value }) => ({ txid, vout, amount: BigInt(value) }))
}
const broadcast = async (hex: string) => {
  const response = await fetch(`${server.url}/tx`, { method: 'POST', body: hex })
  return { status: response.status, text: await response.text() }
}
const held = async (of: string) => (await coinsOf(of)).reduce((sum, { amount }) => sum + amount, 0n)

/** Makes, shows and signs a transfer from the payment account. */
async function transfer(to: string, amount: bigint, feeRate: bigint, coins?: readonly Coin[]) {
  const from = address('payment')
  const request = {
    chain: 'regtest',
    from,
    to,
    amount,
    feeRate,
    coins: coins ?? (await coinsOf(from)),
  } as const
  const psbt = readPsbt(createTransfer(request))
  const view = viewPsbt(psbt, { chain: 'regtest', own, by: ['payment'] })
  return { view, request, ...finishPsbt(signPsbt(KEY, 'payment', psbt)) }
}

it('a transfer is taken by a chain that checks it with another library, and moves what was shown', async () => {
  for (const value of [30_000n, 45_000n, 60_000n]) server.chain.give(address('payment'), value)
  server.chain.mine()
  const before = await held(address('payment'))
  const { view, hex, txid } = await transfer(STRANGER, 80_000n, 3n)
  expect(await broadcast(hex)).toEqual({ status: 200, text: txid })
  expect(await held(STRANGER)).toBe(80_000n)
  expect(before - (await held(address('payment')))).toBe(view.spent)
  server.chain.mine()
  expect(server.chain.heightOf(txid)).toBe(server.chain.blocks.length)
})

it('one that waits is replaced by one that pays more', async () => {
  server.chain.give(address('payment'), 200_000n)
  server.chain.mine()
  const first = await transfer(STRANGER, 20_000n, 1n)
  expect((await broadcast(first.hex)).status).toBe(200)
  const second = await transfer(STRANGER, 20_000n, 9n, first.request.coins)
  expect((await broadcast(second.hex)).text).toBe(second.txid)
  expect([...server.chain.waiting.keys()]).toEqual([second.txid])
  server.chain.mine()
})

const rawOf = (txid: string) => server.chain.find(txid)?.transaction.toHex() ?? ''
const oldOf = (txid: string, before: readonly string[], script = own.payment) =>
  readReplaceable({
    ...{ txid, raw: rawOf(txid), own: script },
    before: new Map(before.map((id) => [id, rawOf(id)])),
  })

it('one that waits gets a higher fee out of its change, and what it pays stays as it is', async () => {
  server.chain.give(address('payment'), 300_000n)
  server.chain.mine()
  const coins = await coinsOf(address('payment'))
  const first = await transfer(STRANGER, 20_000n, 2n, coins)
  await broadcast(first.hex)
  const old = oldOf(
    first.txid,
    first.view.inputs.map(({ txid }) => txid),
  )
  expect(old).toMatchObject({ fee: first.view.fee, change: expect.any(Number) })
  const request = { chain: 'regtest', from: address('payment'), old, coins: [] } as const
  for (const feeRate of [1n, 2n, 3n, 40n]) {
    const view = viewPsbt(readPsbt(replaceTransfer({ ...request, feeRate })), {
      chain: 'regtest',
      own,
      by: ['payment'],
    })
    expect(view.fee).toBeGreaterThanOrEqual(old.fee + BigInt(view.vsize))
    expect(view.fee * BigInt(old.vsize)).toBeGreaterThan(old.fee * BigInt(view.vsize))
    expect(view.fee).toBeGreaterThanOrEqual(feeRate * BigInt(view.vsize))
    expect(view.outputs.filter(({ kind }) => kind === 'recipient')).toMatchObject([
      { address: STRANGER, amount: 20_000n },
    ])
    expect(view.inputs.map(({ txid, vout }) => ({ txid, vout }))).toEqual(
      old.inputs.map(({ txid, vout }) => ({ txid, vout })),
    )
  }
  // The least that a replacement pays is taken by a chain that checks it.
  const { hex, txid } = finishPsbt(
    signPsbt(KEY, 'payment', readPsbt(replaceTransfer({ ...request, feeRate: 1n }))),
  )
  expect(await broadcast(hex)).toEqual({ status: 200, text: txid })
  expect([...server.chain.waiting.keys()]).toEqual([txid])
  server.chain.mine()
})

it('one without change is paid for by coins of blocks, and where there are none it stays', async () => {
  const txid = server.chain.give(address('payment'), 10_300n)
  server.chain.mine()
  const [coin] = (await coinsOf(address('payment'))).filter((one) => one.txid === txid)
  const first = await transfer(STRANGER, 10_000n, 2n, coin && [coin])
  await broadcast(first.hex)
  const old = oldOf(first.txid, [txid])
  expect(old.change).toBeUndefined()
  const from = address('payment')
  const replace = (coins: readonly Coin[]) =>
    replaceTransfer({ chain: 'regtest', from, old, coins, feeRate: 9n })
  expect(() => replace([])).toThrow(BitcoinFundsError)
  expect(() => replace(coin ? [coin] : [])).toThrow(BitcoinFundsError)
  const made = finishPsbt(signPsbt(KEY, 'payment', readPsbt(replace(await coinsOf(from)))))
  expect(await broadcast(made.hex)).toEqual({ status: 200, text: made.txid })
  expect([...server.chain.waiting.keys()]).toEqual([made.txid])
  server.chain.mine()
})

it('what is not the account’s own, not proven, or may not be replaced is not read', async () => {
  const txid = server.chain.give(address('payment'), 70_000n)
  server.chain.mine()
  const coins = (await coinsOf(address('payment'))).filter((one) => one.txid === txid)
  const { hex, txid: sent } = await transfer(STRANGER, 30_000n, 2n, coins)
  await broadcast(hex)
  const reason = (reason: string) => expect.objectContaining({ data: expect.objectContaining({ reason }) })
  expect(() => oldOf(sent, [])).toThrow(reason('unknownInput'))
  expect(() => oldOf(sent, [txid], own.ordinal)).toThrow(reason('notOurs'))
  const before = new Map([[txid, rawOf(txid)]])
  const read = (raw: string) => () => readReplaceable({ txid: sent, raw, before, own: own.payment })
  expect(read('00')).toThrow(reason('unreadable'))
  // Another transaction than the one that was named.
  expect(read(rawOf(txid))).toThrow(reason('unreadable'))
  // A transaction before it that is another one proves nothing.
  const lie = new Map([[txid, rawOf(sent)]])
  expect(() => readReplaceable({ txid: sent, raw: rawOf(sent), before: lie, own: own.payment })).toThrow(
    reason('unknownInput'),
  )
  const final = Transaction.fromHex(rawOf(sent))
  for (const input of final.ins) input.sequence = 0xffff_fffe
  expect(() =>
    readReplaceable({ txid: final.getId(), raw: final.toHex(), before, own: own.payment }),
  ).toThrow(reason('notReplaceable'))
  server.chain.mine()
})

it('to the account of ordinals arrives there, and what is there is not spent by a payment', async () => {
  server.chain.give(address('payment'), 50_000n)
  server.chain.mine()
  const { view, hex } = await transfer(address('ordinal'), 10_000n, 2n)
  expect(view.outputs.map(({ owner }) => owner).sort()).toEqual(['ordinal', 'payment'])
  expect(view.spent).toBe(view.fee)
  expect((await broadcast(hex)).status).toBe(200)
  server.chain.mine()
  const coins = await coinsOf(address('ordinal'))
  expect(coins).toMatchObject([{ amount: 10_000n }])
  // Told as coins of the payment account, they are signed for a script that they do not have.
  const { hex: false_ } = await transfer(STRANGER, 5_000n, 1n, coins)
  expect((await broadcast(false_)).text).toContain('script-verify')
})

it('is not finished without its signatures, nor made without coins', async () => {
  const from = address('payment')
  const request = { chain: 'regtest', from, to: STRANGER, amount: 1_000n, feeRate: 1n } as const
  const unsigned = createTransfer({ ...request, coins: await coinsOf(from) })
  expect(() => finishPsbt(unsigned)).toThrow(PsbtRefusedError)
  await expect(transfer(STRANGER, 10n ** 15n, 1n)).rejects.toThrow(BitcoinFundsError)
})
