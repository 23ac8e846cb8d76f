import { initEccLib, networks, Psbt, payments, toXOnly } from 'bitcoinjs-lib'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BitcoinServer, startBitcoin } from './startBitcoin.ts'

let ecc: typeof import('tiny-secp256k1')
let server: BitcoinServer
let address: string

const KEY = new Uint8Array(32).fill(5)
const STRANGER = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const publicKey = () => ecc.pointFromScalar(KEY, true) ?? new Uint8Array()

const get = async (path: string) => {
  const response = await fetch(`${server.url}${path}`)
  const text = await response.text()
  return {
    status: response.status,
    body: response.headers.get('content-type') === 'text/plain' ? text : JSON.parse(text),
  }
}
const post = async (hex: string) => {
  const response = await fetch(`${server.url}/tx`, { method: 'POST', body: hex })
  return { status: response.status, text: await response.text() }
}

type Coin = { txid: string; vout: number; value: number }
const coinsOf = async (of = address): Promise<Coin[]> => (await get(`/address/${of}/utxo`)).body

/** A payment to a stranger out of one coin, unsigned. */
function psbtOf({ txid, vout, value }: Coin, fee: bigint, sequence = 0xffff_fffd): Psbt {
  const script = payments.p2wpkh({ pubkey: publicKey() }).output ?? new Uint8Array()
  return new Psbt({ network: networks.regtest })
    .addInput({ hash: txid, index: vout, sequence, witnessUtxo: { script, value: BigInt(value) } })
    .addOutput({ address: STRANGER, value: BigInt(value) - fee })
}
const signer = () => ({ publicKey: publicKey(), sign: (hash: Uint8Array) => ecc.sign(hash, KEY) })
const signed = (psbt: Psbt) => psbt.signAllInputs(signer()).finalizeAllInputs().extractTransaction(true)

beforeAll(async () => {
  ecc = await import('tiny-secp256k1')
  initEccLib(ecc)
  address = payments.p2wpkh({ pubkey: publicKey(), network: networks.regtest }).address ?? ''
})
beforeEach(async () => {
  server = await startBitcoin()
  server.chain.give(address, 100_000n)
  server.chain.mine()
  return () => server.stop()
})

describe('a chain like regtest behind an API of Esplora', () => {
  it('tells of blocks, coins and history', async () => {
    const tip = Number((await get('/blocks/tip/height')).body)
    expect(tip).toBe(102)
    const [coin] = await coinsOf()
    expect(coin).toMatchObject({ value: 100_000, status: { confirmed: true, block_height: tip } })
    expect((await get(`/address/${address}`)).body).toMatchObject({
      chain_stats: { funded_txo_sum: 100_000, spent_txo_sum: 0, tx_count: 1 },
      mempool_stats: { tx_count: 0 },
    })
    expect((await get(`/tx/${coin?.txid}`)).body).toMatchObject({ fee: 1_000, status: { confirmed: true } })
    const hash = (await get(`/block-height/${tip}`)).body
    expect((await get('/blocks/tip/hash')).body).toBe(hash)
    expect((await get(`/block/${hash}`)).body).toMatchObject({ id: hash, tx_count: 2 })
    expect((await get('/fee-estimates')).body['1']).toBeGreaterThan(0)
    expect((await get(`/tx/${'00'.repeat(32)}`)).status).toBe(404)
    expect((await get('/address/nobody')).status).toBe(400)
  })

  it('takes a signed transaction, which waits and is in the next block', async () => {
    const [coin] = (await coinsOf()) as [Coin]
    const transaction = signed(psbtOf(coin, 500n))
    expect(await post(transaction.toHex())).toEqual({ status: 200, text: transaction.getId() })
    expect((await get(`/tx/${transaction.getId()}/status`)).body).toEqual({ confirmed: false })
    expect(await coinsOf()).toEqual([])
    server.chain.mine()
    expect((await get(`/tx/${transaction.getId()}/status`)).body).toMatchObject({
      confirmed: true,
      block_height: 103,
    })
    expect((await post(transaction.toHex())).text).toContain('txn-already-known')
  })

  it('takes a payment by the key of taproot', async () => {
    const xOnly = toXOnly(publicKey())
    const { output, address: of = '' } = payments.p2tr({ internalPubkey: xOnly, network: networks.regtest })
    server.chain.give(of, 50_000n)
    server.chain.mine()
    const [coin] = (await coinsOf(of)) as [Coin]
    const witnessUtxo = { script: output ?? new Uint8Array(), value: 50_000n }
    const psbt = new Psbt({ network: networks.regtest })
      .addInput({ hash: coin.txid, index: coin.vout, witnessUtxo, tapInternalKey: xOnly })
      .addOutput({ address: STRANGER, value: 49_000n })
    const { crypto } = await import('bitcoinjs-lib')
    const even = publicKey()[0] === 3 ? ecc.privateNegate(KEY) : KEY
    const tweaked = ecc.privateAdd(even, crypto.taggedHash('TapTweak', xOnly)) ?? KEY
    psbt.signTaprootInput(0, {
      publicKey: ecc.pointFromScalar(tweaked, true) ?? xOnly,
      sign: (hash) => ecc.sign(hash, tweaked),
      signSchnorr: (hash) => ecc.signSchnorr(hash, tweaked),
    })
    const transaction = psbt.finalizeAllInputs().extractTransaction(true)
    expect((await post(transaction.toHex())).status).toBe(200)
  })

  it('refuses what Bitcoin refuses, and says why', async () => {
    const [coin] = (await coinsOf()) as [Coin]
    const reason = async (hex: string) => (await post(hex)).text
    expect(await reason('00')).toContain('TX decode failed')
    expect(await reason(signed(psbtOf(coin, 50n)).toHex())).toContain('min relay fee not met')
    expect(await reason(signed(psbtOf({ ...coin, vout: coin.vout + 9 }, 500n)).toHex())).toContain(
      'missingorspent',
    )
    // The signature covers the amount that the input has in truth.
    expect(await reason(signed(psbtOf({ ...coin, value: coin.value - 1 }, 500n)).toHex())).toContain(
      'script-verify',
    )
    const changed = signed(psbtOf(coin, 500n))
    if (changed.outs[0]) changed.outs[0].value -= 1n
    expect(await reason(changed.toHex())).toContain('script-verify')
    const unsigned = signed(psbtOf(coin, 500n))
    unsigned.setWitness(0, [])
    expect(await reason(unsigned.toHex())).toContain('script-verify')
    const late = psbtOf(coin, 500n).setLocktime(200)
    expect(await reason(signed(late).toHex())).toContain('non-final')
    expect(await coinsOf()).toHaveLength(1)
  })

  it('takes a replacement that pays more, of a transaction that may be replaced', async () => {
    const [coin] = (await coinsOf()) as [Coin]
    const first = signed(psbtOf(coin, 500n))
    expect((await post(first.toHex())).status).toBe(200)
    expect((await post(signed(psbtOf(coin, 550n)).toHex())).text).toContain('rejecting replacement')
    const second = signed(psbtOf(coin, 900n))
    expect((await post(second.toHex())).status).toBe(200)
    expect((await get(`/tx/${first.getId()}`)).status).toBe(404)
    expect((await get('/mempool/txids')).body).toEqual([second.getId()])
  })

  it('takes none of one that may not', async () => {
    const [coin] = (await coinsOf()) as [Coin]
    expect((await post(signed(psbtOf(coin, 500n, 0xffff_ffff)).toHex())).status).toBe(200)
    expect((await post(signed(psbtOf(coin, 5_000n)).toHex())).text).toContain('txn-mempool-conflict')
  })

  it('undoes blocks: what was in them waits again', async () => {
    const [coin] = (await coinsOf()) as [Coin]
    const transaction = signed(psbtOf(coin, 500n))
    await post(transaction.toHex())
    server.chain.mine()
    const before = (await get('/blocks/tip/hash')).body
    server.chain.reorganise(1)
    expect((await get('/blocks/tip/hash')).body).not.toBe(before)
    expect((await get('/blocks/tip/height')).body).toBe('104')
    expect((await get(`/tx/${transaction.getId()}/status`)).body).toEqual({ confirmed: false })
    server.chain.mine()
    expect((await get(`/tx/${transaction.getId()}/status`)).body).toMatchObject({ block_height: 105 })
  })
})
