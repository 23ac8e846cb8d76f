import { finishPsbt, isSameTransaction, readPsbt } from '@latchkey/chain-bitcoin/decode'
import { ChainRefusedError, UncertainBroadcastError } from '@latchkey/protocol/frame'
import { decodeBase64url, encodeBase64url } from '@latchkey/std/base64url'
import { deepFreeze } from '@latchkey/std/deepFreeze'
import { block } from '../../../approvals/refusals.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { askKeys } from '../../../keys/askKeys.ts'
import { askBitcoin, type Place } from '../rpc/readBitcoin.ts'
import type { BitcoinTransaction } from './bitcoinTransaction.ts'

/** What is signed: exactly this PSBT, in base64url, by these accounts (CAIP-10). */
export type BitcoinPayload = { accounts: readonly string[]; psbt: string }

/** The very bytes that the screen was made from. */
export const payloadOf = ({ psbt, by }: BitcoinTransaction): BitcoinPayload =>
  deepFreeze({ accounts: by.map(({ id }) => id), psbt: encodeBase64url(psbt.bytes) })

/**
 * Has keys sign by one account after the other, and checks that it is still the same transaction.
 *
 * @returns the PSBT with the signatures
 * @throws RequestBlockedError, and as `askKeys`
 */
export async function signTransaction(
  frame: Pick<ChainContext, 'keys'>,
  { accounts, psbt }: BitcoinPayload,
): Promise<Uint8Array> {
  let bytes = psbt
  for (const account of accounts)
    bytes = (await askKeys(frame.keys, 'signBytes', { account, kind: 'transaction', bytes })).signature
  const signed = decodeBase64url(bytes)
  if (!isSameTransaction(readPsbt(signed), readPsbt(decodeBase64url(psbt)))) block('signatureMismatch')
  return signed
}

const isRefusal = (error: unknown): boolean => (error as { code?: unknown })?.code === ChainRefusedError.code

/**
 * Sends what is signed. Where the network did not say whether it took it, it is asked.
 *
 * @returns the id of the transaction, as explorers write it
 * @throws ChainRefusedError; UncertainBroadcastError with `data.hash` when nobody can tell
 */
export async function sendTransaction(place: Place, signed: Uint8Array): Promise<string> {
  const { hex, txid } = finishPsbt(signed)
  try {
    await askBitcoin(place, 'sendTransaction', hex)
  } catch (error) {
    if (isRefusal(error)) throw error
    const found = await askBitcoin(place, 'getTransaction', txid).catch(() => undefined)
    if (!found) throw new UncertainBroadcastError({ data: { hash: txid } })
  }
  return txid
}
