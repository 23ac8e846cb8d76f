import { SigHash } from '@scure/btc-signer'
import { type AccountKind, type OwnScripts, ownerOf } from '../account/accountKind.ts'
import type { ReadInput, ReadPsbt } from './readPsbt.ts'
import { refusePsbt } from './refuse.ts'

/**
 * Which inputs the accounts are to sign: all of theirs. Every one of them is checked.
 *
 * @param own scripts of all accounts of the wallet that are known here
 * @param by the accounts that are asked; an input of another account of the wallet is refused
 * @returns numbers of inputs, counted from 0; one at the least
 * @throws PsbtRefusedError with `data.reason`
 * @example inputsToSign(psbt, { payment: script }, ['payment'])
 */
export function inputsToSign(
  { inputs }: ReadPsbt,
  own: OwnScripts,
  by: readonly AccountKind[],
): readonly number[] {
  const found: number[] = []
  inputs.forEach((input, index) => {
    const owner = ownerOf(input.script, own)
    if (owner === undefined) return
    if (!by.includes(owner)) throw refusePsbt('otherAccount', index)
    checkOwn(input, owner, index)
    found.push(index)
  })
  if (found.length === 0) throw refusePsbt('notOurs')
  return found
}

/** DEFAULT is of taproot alone (BIP-341); with ALL it is what covers every input and every output. */
function checkOwn(input: ReadInput, owner: AccountKind, index: number): void {
  if (input.isSigned) throw refusePsbt('signed', index)
  if (input.hasScript) throw refusePsbt('script', index)
  const { sighash } = input
  const isWhole =
    sighash === undefined || sighash === SigHash.ALL || (owner === 'ordinal' && sighash === SigHash.DEFAULT)
  if (!isWhole) throw refusePsbt('sighash', index)
}
