import { flattenCalls } from '@latchkey/chain-evm/decode'
import type { DecodedCall } from '@latchkey/chain-evm/decode/types'
import { describedTokens } from './describedValue.ts'

export type Parties = {
  /** Token contracts that the call names. */
  tokens: readonly string[]
  /** Addresses of which it matters whether they are contracts. */
  contracts: readonly string[]
  /** Who receives, where there is one. */
  recipient: string | null
}

function tokensOf(call: DecodedCall): string[] {
  if (call.kind === 'described') return describedTokens(call.described)
  return 'token' in call ? [call.token] : []
}

function contractsOf(call: DecodedCall): string[] {
  if (call.kind === 'approval') return [call.spender]
  if (call.kind === 'approvalForAll') return [call.operator]
  if (call.kind === 'create') return []
  return [call.to]
}

/** Who receives what a single call sends. */
export function recipientOf(call: DecodedCall): string | null {
  const sends =
    call.kind === 'nativeTransfer' || call.kind === 'tokenTransfer' || call.kind === 'collectibleTransfer'
  return sends ? call.to : null
}

/** Everybody whom a call concerns, steps within steps included. */
export function partiesOf(decoded: DecodedCall): Parties {
  const calls = flattenCalls(decoded)
  return {
    tokens: calls.flatMap(tokensOf),
    contracts: [...calls.flatMap(contractsOf), ...(decoded.kind === 'batch' ? [decoded.to] : [])],
    recipient: recipientOf(decoded),
  }
}

/** Whether the sentence of a call names its money already. */
export const saysValue = (kind: DecodedCall['kind']): boolean =>
  kind === 'nativeTransfer' || kind === 'unknown' || kind === 'described'
