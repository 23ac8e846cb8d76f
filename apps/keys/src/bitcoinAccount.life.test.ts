import { createTransfer, isBitcoinSignature, onChain } from '@latchkey/chain-bitcoin/decode'
import { openKit } from '@latchkey/keyring'
import { deriveBitcoinKeys } from '@latchkey/keyring/bitcoin'
import { IntentRefusedError, SignedOutError, UnknownAccountError } from '@latchkey/protocol/keys'
import { decodeBase58 } from '@latchkey/std/base58'
import { decodeBase64url, encodeBase64url } from '@latchkey/std/base64url'
import { address as addresses, initEccLib, Psbt } from 'bitcoinjs-lib'
import * as ecc from 'tiny-secp256k1'
import { beforeEach, describe, expect, it } from 'vitest'
import { requireOpenWallet, withDeviceHalves } from './recovery/enrolMethod.ts'
import { startAccountLife } from './recovery/testing/openPanelKeys.ts'
import { codeOf, hex } from './testing/life.ts'

initEccLib(ecc)

const NETWORK = 'bip122:000000000019d6689c085ae165831e93'
const { signal } = new AbortController()
const live = { origin: 'http://wallet.localhost:8787', signal }
const STRANGER = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'

let life: Awaited<ReturnType<typeof startAccountLife>>
let home: ReturnType<(typeof life)['open']>
let evm: string

beforeEach(async () => {
  life = await startAccountLife()
  home = life.open()
  evm = (await home.login()).accounts[0]?.address ?? ''
})

const gain = (keys = home) => keys.keys.handlers.gainAccounts({ namespaces: ['bip122'] }, live)
const signBytes = (address: string, kind: 'message' | 'transaction', bytes: Uint8Array) =>
  home.keys.handlers.signBytes(
    { account: `${NETWORK}:${address}`, kind, bytes: encodeBase64url(bytes) },
    live,
  )
const releases = () => life.service.calls.filter((call) => call.endsWith('/release')).length

/** The wallet's accounts of Bitcoin, gained. */
async function bitcoin(): Promise<{ payment: string; ordinal: string }> {
  const { accounts } = await gain()
  const of = (type: string) =>
    accounts.find((one) => one.namespace === 'bip122' && one.type === type)?.address ?? ''
  return { payment: of('payment'), ordinal: of('ordinal') }
}

/** One coin of each address, and a payment to somebody else. */
function psbtOf(from: readonly string[]): Psbt {
  const psbt = new Psbt()
  from.forEach((address, index) => {
    const witnessUtxo = { script: addresses.toOutputScript(address), value: 60_000n }
    psbt.addInput({ hash: '22'.repeat(32), index, witnessUtxo })
  })
  return psbt.addOutput({ address: STRANGER, value: 50_000n })
}
const bytesOf = (psbt: Psbt) => Uint8Array.from(psbt.toBuffer())
const open = (signature: string) => Psbt.fromBuffer(decodeBase64url(signature))
const isSigned = (psbt: Psbt, index: number) =>
  psbt.validateSignaturesOfInput(index, (key, hash, signature) =>
    key.length === 32 ? ecc.verifySchnorr(hash, key, signature) : ecc.verify(hash, key, signature),
  )

describe('a wallet made before', () => {
  it('R3-35 gains its accounts of Bitcoin without a question, and keeps them', async () => {
    expect((await home.state()).accounts).toHaveLength(1)
    const { payment, ordinal } = await bitcoin()
    expect(payment).toMatch(/^bc1q/)
    expect(ordinal).toMatch(/^bc1p/)
    expect((await requireOpenWallet(home.context)).accounts).toEqual([
      `eip155:1:${evm}`,
      `${NETWORK}:${payment}`,
      `${NETWORK}:${ordinal}`,
    ])
    const before = releases()
    await gain()
    expect(releases()).toBe(before)
    const next = life.open({ store: home.store })
    expect((await next.state()).accounts.slice(1)).toEqual([
      { namespace: 'bip122', address: payment, type: 'payment' },
      { namespace: 'bip122', address: ordinal, type: 'ordinal' },
    ])
    await next.signMessage(evm, hex('hello'))
  })

  it('that no site asks them of has none, and nobody who is signed out', async () => {
    await home.vault.lock()
    await home.signMessage(evm, hex('hello'))
    expect((await home.state()).accounts).toHaveLength(1)
    await expect(gain(life.open())).rejects.toEqual(codeOf(SignedOutError))
  })

  it('is not opened by a root that does not give one of them', async () => {
    const { payment } = await bitcoin()
    const share = await requireOpenWallet(home.context)
    const accounts = [...share.accounts.slice(0, 2), `${NETWORK}:${payment.replace('bc1q', 'bc1p')}`]
    await home.store.update('share', () => ({ ...share, accounts }))
    await home.vault.lock()
    await expect(signBytes(payment, 'message', new Uint8Array())).rejects.toBeDefined()
  })
})

describe('the accounts of Bitcoin', () => {
  it('sign messages by BIP-322, each by its own key', async () => {
    const { payment, ordinal } = await bitcoin()
    const message = new TextEncoder().encode('hello')
    for (const address of [payment, ordinal]) {
      const { signature: witness } = await signBytes(address, 'message', message)
      const signature = btoa(String.fromCharCode(...decodeBase64url(witness)))
      const isBy = (of: string) => isBitcoinSignature({ address: of, chain: 'mainnet', message, signature })
      expect([payment, ordinal].filter(isBy)).toEqual([address])
    }
  })

  it('sign their own inputs of a PSBT of bitcoinjs-lib, which finalises it, with one unlock', async () => {
    const { payment, ordinal } = await bitcoin()
    await home.vault.lock()
    const before = releases()
    const first = open(
      (await signBytes(payment, 'transaction', bytesOf(psbtOf([payment, ordinal])))).signature,
    )
    expect(isSigned(first, 0)).toBe(true)
    expect(first.data.inputs[1]?.tapKeySig).toBeUndefined()
    const both = open((await signBytes(ordinal, 'transaction', bytesOf(first))).signature)
    expect([isSigned(both, 0), isSigned(both, 1)]).toEqual([true, true])
    const sent = both.finalizeAllInputs().extractTransaction(true)
    expect(sent.outs).toHaveLength(1)
    expect(sent.getId()).toBe(both.extractTransaction(true).getId())
    expect(releases() - before).toBe(1)
  })

  it('sign a transfer of another network: one key, written with another prefix', async () => {
    const { payment } = await bitcoin()
    const from = onChain(payment, 'mainnet', 'regtest') ?? ''
    const coins = [{ txid: '33'.repeat(32), vout: 1, amount: 90_000n }]
    const to = onChain(STRANGER, 'mainnet', 'regtest') ?? ''
    const psbt = createTransfer({ chain: 'regtest', from, coins, to, amount: 40_000n, feeRate: 2n })
    expect(isSigned(open((await signBytes(payment, 'transaction', psbt)).signature), 0)).toBe(true)
  })

  it('do not sign what the reader refuses, and nothing of it makes the service release a share', async () => {
    const { payment, ordinal } = await bitcoin()
    const refusal = codeOf(IntentRefusedError)
    const partial = psbtOf([payment])
    partial.updateInput(0, { sighashType: 0x83 })
    await expect(signBytes(payment, 'transaction', bytesOf(partial))).rejects.toEqual(refusal)
    await expect(signBytes(ordinal, 'transaction', bytesOf(psbtOf([payment])))).rejects.toEqual(refusal)
    await expect(signBytes(payment, 'transaction', bytesOf(psbtOf([STRANGER])))).rejects.toEqual(refusal)
    await home.vault.lock()
    const before = releases()
    const untold = new Psbt()
      .addInput({ hash: '22'.repeat(32), index: 0 })
      .addOutput({ address: STRANGER, value: 1n })
    await expect(signBytes(payment, 'transaction', bytesOf(untold))).rejects.toEqual(refusal)
    await expect(signBytes(payment, 'transaction', new TextEncoder().encode('hello'))).rejects.toEqual(
      refusal,
    )
    expect(releases()).toBe(before)
    await expect(signBytes(STRANGER, 'message', new Uint8Array())).rejects.toEqual(
      codeOf(UnknownAccountError),
    )
  })

  it('are exported as other wallets take them, and stand in the kit of a wallet that has never used them', async () => {
    const { kit, code } = await withDeviceHalves(home.context, signal, (device, { accounts }) =>
      home.vault.makeKit({ device, accounts, createdAt: 1 }),
    )
    const root = await openKit(JSON.parse(JSON.stringify(kit)), code)
    const keys = await deriveBitcoinKeys(root)
    const { payment, ordinal } = await bitcoin()
    expect(kit.accounts.slice(-2)).toEqual([`${NETWORK}:${payment}`, `${NETWORK}:${ordinal}`])
    for (const [address, { privateKey }] of [
      [payment, keys.payment],
      [ordinal, keys.ordinal],
    ] as const) {
      const account = `${NETWORK}:${address}`
      const key = await withDeviceHalves(home.context, signal, (device) =>
        home.vault.reveal({ device, what: 'key', account }),
      )
      expect(key).toMatch(/^[KL][1-9A-HJ-NP-Za-km-z]{51}$/)
      // Its version, the key, and that its public key is compressed; then a checksum.
      const [version, ...rest] = decodeBase58(key) ?? []
      expect([version, rest[32], rest.length]).toEqual([0x80, 1, 37])
      expect(Uint8Array.from(rest.slice(0, 32))).toEqual(Uint8Array.from(privateKey))
    }
  })
})
