import { bytesToHex, type Hex } from '@latchkey/std/hex'
import type { BitcoinChain } from '../../model/chainIds.ts'
import { type AccountKind, type OwnScripts, ownerOf } from '../account/accountKind.ts'
import { addressOf } from '../account/addresses.ts'
import { inputsToSign } from './inputsToSign.ts'
import { isData, type ReadPsbt } from './readPsbt.ts'

export type PsbtInputView = {
  txid: string
  vout: number
  /** Satoshis. */
  amount: bigint
  /** `null` where its script has none. */
  address: string | null
  /** The own account that it is spent from; `null`: somebody else's. */
  owner: AccountKind | null
  /** Nobody can have lied about its amount. */
  isProven: boolean
}

export type PsbtOutputView = {
  /** Satoshis. */
  amount: bigint
  address: string | null
  script: Hex
  /** `change` comes back to an own account; `data` can be spent by nobody; `script` has no address. */
  kind: 'recipient' | 'change' | 'data' | 'script'
  /** The own account that gets it. */
  owner: AccountKind | null
}

/** A transaction as it is shown: every input and every output, in their order. Amounts are in satoshis. */
export type PsbtView = {
  inputs: readonly PsbtInputView[]
  outputs: readonly PsbtOutputView[]
  /** Inputs that the accounts sign, counted from 0. */
  signs: readonly number[]
  fee: bigint
  /**
   * Whether amounts and owners of all inputs are as the PSBT says. Else the fee may be another, and an input that is called
   * somebody else's may be the person's own (BIP-143 covers only the amount of its own input).
   */
  isFeeProven: boolean
  /** Virtual bytes; the least where `isVsizeExact` is false. */
  vsize: number
  isVsizeExact: boolean
  /** Hundredths of a satoshi a virtual byte, rounded down; the most where `isVsizeExact` is false. */
  feeRate: bigint
  /** What the own accounts have less afterwards; negative when they have more. */
  spent: bigint
  /** It may be replaced by one that pays more (BIP-125). */
  isReplaceable: boolean
  /** Block height, or Unix time in seconds; 0: at once. */
  lockTime: number
}

/**
 * What a person sees of a PSBT, and which of its inputs their accounts would sign.
 *
 * @param parts.own scripts of the wallet's accounts
 * @param parts.by the accounts that are asked to sign
 * @throws PsbtRefusedError with `data.reason` where it must not be signed
 * @example const view = viewPsbt(readPsbt(bytes), { chain: 'mainnet', own, by: ['payment'] })
 */
export function viewPsbt(
  psbt: ReadPsbt,
  { chain, own, by }: { chain: BitcoinChain; own: OwnScripts; by: readonly AccountKind[] },
): PsbtView {
  const signs = inputsToSign(psbt, own, by)
  const inputs = psbt.inputs.map(({ txid, vout, amount, script, isProven }) => ({
    ...{ txid, vout, amount, isProven },
    address: addressOf(script, chain) ?? null,
    owner: ownerOf(script, own) ?? null,
  }))
  const outputs = psbt.outputs.map((output): PsbtOutputView => {
    const { amount, script } = output
    const address = addressOf(script, chain) ?? null
    const owner = ownerOf(script, own) ?? null
    const other = isData(output) ? 'data' : address === null ? 'script' : 'recipient'
    return { amount, address, script: bytesToHex(script), owner, kind: owner === null ? other : 'change' }
  })
  const { fee, vsize, isVsizeExact, lockTime } = psbt
  return {
    inputs,
    outputs,
    signs,
    ...{ fee, vsize, isVsizeExact, lockTime },
    isFeeProven: isFeeProven(inputs, signs),
    feeRate: (fee * 100n) / BigInt(vsize),
    spent: ownSum(inputs) - ownSum(outputs),
    isReplaceable: isReplaceable(psbt),
  }
}

/**
 * One input alone is covered by its own signature. A taproot signature covers the amounts and the scripts of all inputs (BIP-341),
 * and a transaction with a lie is none then; but whether an input is one of taproot, the PSBT alone says: where it lies, the other
 * signatures are good without that one.
 */
function isFeeProven(inputs: readonly PsbtInputView[], signs: readonly number[]): boolean {
  const signed = inputs.filter((_, index) => signs.includes(index))
  return (
    inputs.length === 1 ||
    inputs.every(({ isProven }) => isProven) ||
    signed.every(({ owner }) => owner === 'ordinal') ||
    signed.some(({ owner, isProven }) => owner === 'ordinal' && isProven)
  )
}

const ownSum = (parts: readonly { amount: bigint; owner: AccountKind | null }[]): bigint =>
  parts.reduce((sum, { amount, owner }) => (owner === null ? sum : sum + amount), 0n)

/** BIP-125: a sequence below 0xfffffffe says so. */
const isReplaceable = ({ inputs }: ReadPsbt): boolean => inputs.some(({ sequence }) => sequence < 0xffff_fffe)
