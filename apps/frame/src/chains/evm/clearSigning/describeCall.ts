import { flattenCalls } from '@latchkey/chain-evm/decode'
import type { ClearSigner } from '@latchkey/chain-evm/decode/clearSigning'
import type { DecodedCall, Described, TypedDataRequest } from '@latchkey/chain-evm/decode/model'
import { withDeadline } from '@latchkey/std/deadline'
import { isSpeakable } from './describedView.ts'

/** ms after which nobody waits for descriptors any longer. */
const loadTime = 3_000

/** The clear signer; undefined where it does not come, which must not keep anybody from signing what they read for themselves. */
async function load(): Promise<ClearSigner | undefined> {
  const load = async () => (await import('@latchkey/chain-evm/decode/clearSigning')).clearSigner
  return withDeadline({ ms: loadTime }, load).catch(() => undefined)
}

const isUnread = (call: DecodedCall) => flattenCalls(call).some(({ kind }) => kind === 'unknown')

const speaks = (call: DecodedCall): boolean =>
  flattenCalls(call).every((one) => one.kind !== 'described' || isSpeakable(one.described))

/**
 * Puts a description (ERC-7730) in place of every step that could not be read and that a descriptor of this build covers
 * wholly. Anything else stays as it is; it never rejects.
 *
 * @param from the account that makes the call
 * @example
 * const decoded = await describeCall(chain.id, account, decodeCall(call))
 */
export async function describeCall(chainId: number, from: string, call: DecodedCall): Promise<DecodedCall> {
  if (!isUnread(call)) return call
  const signer = await load()
  const described = signer?.describeCall(call, { chainId, from: from as `0x${string}` }) ?? call
  return speaks(described) ? described : call
}

/** The same for each of several calls. */
export const describeEach = (
  chainId: number,
  from: string,
  calls: readonly DecodedCall[],
): Promise<readonly DecodedCall[]> => Promise.all(calls.map((call) => describeCall(chainId, from, call)))

/** What typed data means; null when no descriptor of this build covers all of it. It never rejects. */
export async function describeTypedData(data: TypedDataRequest): Promise<Described | null> {
  const described = (await load())?.describeTypedData(data) ?? null
  return described && isSpeakable(described) ? described : null
}
