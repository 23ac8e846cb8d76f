import { hex } from '@scure/base'
import { openPsbt } from './readPsbt.ts'
import { refusePsbt } from './refuse.ts'

/**
 * The transaction of a PSBT in which every input is signed, as the network takes it.
 *
 * @param bytes of a PSBT of version 0 (BIP-174)
 * @returns `hex` of the transaction with its witnesses, and its id as explorers write it
 * @throws PsbtRefusedError with `data.reason` `unreadable` when a signature is missing
 * @example const { hex } = finishPsbt(signed)
 */
export function finishPsbt(bytes: Uint8Array): { hex: string; txid: string } {
  const transaction = openPsbt(bytes)
  try {
    transaction.finalize()
    return { hex: hex.encode(transaction.extract()), txid: transaction.id }
  } catch {
    throw refusePsbt('unreadable')
  }
}
