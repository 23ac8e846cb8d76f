import type { Page } from '@playwright/test'
import { crypto, initEccLib, networks, Psbt, payments, Transaction } from 'bitcoinjs-lib'
import * as ecc from 'tiny-secp256k1'
import type { Stack } from '../../scripts/stack/startStack.ts'
import type { HostPage } from './HostPage.ts'
import { readCode } from './inbox.ts'

initEccLib(ecc)

/** bitcoinjs-lib knows nothing of this wallet. */
const network = networks.regtest

export const scriptOf = (address: string): Uint8Array<ArrayBuffer> => {
  const paid = address.startsWith('bcrt1p') ? payments.p2tr : payments.p2wpkh
  return Uint8Array.from(paid({ address, network }).output ?? [])
}

/** What an address holds at the chain itself, satoshis. */
export const heldBy = ({ bitcoin }: Stack, address: string): bigint =>
  bitcoin.chain.unspentOf(scriptOf(address)).reduce((sum, { value }) => sum + value, 0n)

/** Puts coins into a block of the local chain. */
export function giveCoins({ bitcoin }: Stack, address: string, amount: bigint): void {
  bitcoin.chain.give(address, amount)
  bitcoin.chain.mine()
}

/** A PSBT that spends all that the addresses hold. */
export function psbtOf({ bitcoin }: Stack, from: readonly string[], to: string, amount: bigint): Psbt {
  const psbt = new Psbt({ network })
  for (const address of from) {
    const script = scriptOf(address)
    for (const { txid, vout, value } of bitcoin.chain.unspentOf(script))
      psbt.addInput({ hash: txid, index: vout, witnessUtxo: { script, value } })
  }
  psbt.addOutput({ address: to, value: amount })
  return psbt
}

/** Finalises what the wallet has signed. @returns the transaction in hex */
export const finalise = (base64: string): string =>
  Psbt.fromBase64(base64, { network }).finalizeAllInputs().extractTransaction(true).toHex()

/** Whether the key of a native segwit address has signed a message (BIP-322, `simple`), by libsecp256k1. */
export function isSignedBy(address: string, message: string, signature: string): boolean {
  const script = scriptOf(address)
  const tag = crypto.sha256(new TextEncoder().encode('BIP0322-signed-message'))
  const digest = crypto.sha256(Uint8Array.from([...tag, ...tag, ...new TextEncoder().encode(message)]))
  const before = new Transaction()
  before.version = 0
  before.addInput(new Uint8Array(32), 0xffff_ffff, 0, Uint8Array.from([0, 32, ...digest]))
  before.addOutput(script, 0n)
  const spends = new Transaction()
  spends.version = 0
  spends.addInput(before.getHash(), 0, 0)
  spends.addOutput(Uint8Array.of(0x6a), 0n)
  // A count, then the signature and the key, each with its length.
  const witness = Uint8Array.from(Buffer.from(signature, 'hex'))
  const length = witness[1] ?? 0
  const der = witness.subarray(2, 1 + length)
  const key = witness.subarray(3 + length)
  const code = payments.p2pkh({ hash: script.subarray(2) }).output ?? new Uint8Array()
  const hash = spends.hashForWitnessV0(0, code, 0n, Transaction.SIGHASH_ALL)
  const isOwn = Buffer.from(crypto.hash160(key)).equals(Buffer.from(script.subarray(2)))
  return isOwn && ecc.verify(hash, key, compact(der))
}

/** A signature in 64 bytes, of one in DER. */
function compact(der: Uint8Array): Uint8Array {
  const lengthOfR = der[3] ?? 0
  const r = der.subarray(4, 4 + lengthOfR)
  const s = der.subarray(6 + lengthOfR)
  const fit = (part: Uint8Array) => [...new Uint8Array(Math.max(0, 32 - part.length)), ...part].slice(-32)
  return Uint8Array.from([...fit(r), ...fit(s)])
}

/** Signs in by e-mail on the demo's page of Bitcoin. */
export async function signInOnBitcoin(host: HostPage, stack: Stack, email: string): Promise<void> {
  await host.page.goto(`${stack.origins.app}/bitcoin`)
  await host.askForCode(email)
  await host.typeCode(await readCode(stack, email))
  await host.button.and(host.page.locator('[data-state="connected"]')).waitFor()
  await host.dialog.waitFor({ state: 'hidden' })
}

/** What the page's result says, as JSON. */
export async function resultOf(page: Page, member: string): Promise<Record<string, string>> {
  const told = page.getByTestId('result').filter({ hasText: member })
  return JSON.parse((await told.textContent()) ?? '{}')
}
