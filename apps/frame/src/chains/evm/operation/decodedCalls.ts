import { decodeCall, sameAddress } from '@latchkey/chain-evm/decode'
import type { Call } from '@latchkey/chain-evm/decode/smartAccount/types'
import type { DecodedCall, Simulation, TokenInfo } from '@latchkey/chain-evm/decode/types'
import type { ChainInfo } from '@latchkey/protocol'
import type { CallRow, Warning } from '../../../approvals/ApprovalView.ts'
import { nativeAmount } from '../../../approvals/values.ts'
import { recipientOf, saysValue } from '../clearSigning/partiesOf.ts'
import type { Known } from '../rpc/askChain.ts'
import { headlineOf } from '../transaction/transactionHeadline.ts'

/** What each call would do, in order. */
export const decodeEach = (calls: readonly Call[]): readonly DecodedCall[] =>
  calls.map((call) => decodeCall(call))

/** Several calls as one that carries them; a single one stays what it is. */
export function decodedTogether(account: `0x${string}`, decoded: readonly DecodedCall[]): DecodedCall {
  const [only] = decoded
  return only && decoded.length === 1 ? only : { kind: 'batch', to: account, value: 0n, calls: decoded }
}

/** wei that goes along with all of them. */
export const sumOfValues = (calls: readonly Pick<Call, 'value'>[]): bigint =>
  calls.reduce((sum, { value }) => sum + value, 0n)

/** wei that leaves the account by them: as simulated, or what they carry where that is not known. Never below nought. */
export function nativeSent(
  calls: readonly Pick<Call, 'value'>[],
  simulation: Simulation | undefined,
): bigint {
  if (simulation?.status !== 'success') return sumOfValues(calls)
  const native = simulation.changes.find(({ asset }) => asset === null)?.amount ?? 0n
  return native < 0n ? -native : 0n
}

/** Of several calls each row warns of its own steps. */
export const withoutUnreadSteps = (warnings: readonly Warning[]): Warning[] =>
  warnings.filter(({ title }) => title.key !== 'warn.innerCalls')

const worst = (warnings: readonly Warning[]): Warning['level'] | undefined =>
  (['danger', 'warning', 'info'] as const).find((level) => warnings.some((one) => one.level === level))

/**
 * The row of one call. It says what the call would do as the whole screen of it would, with whom it concerns in full.
 *
 * @param warnings of this call alone
 */
export function callRow(
  chain: ChainInfo,
  account: string,
  call: { to: string | null; value: bigint },
  decoded: DecodedCall,
  tokens: Known<TokenInfo>,
  warnings: readonly Warning[],
): CallRow {
  const party = decoded.kind === 'approval' ? decoded.spender : (recipientOf(decoded) ?? call.to)
  const level = worst(warnings)
  return {
    sentence: headlineOf(chain, decoded, tokens, account).sentence,
    to: party,
    ...(call.to !== null && !sameAddress(party, call.to) ? { contract: call.to } : {}),
    ...(call.value > 0n && !saysValue(decoded.kind) ? { value: nativeAmount(chain, call.value) } : {}),
    ...(level ? { level } : {}),
  }
}
