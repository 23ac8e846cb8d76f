import { revertReasonOf } from '@latchkey/chain-evm/decode'
import { BaseError } from '@latchkey/errors'
import {
  BundlerUnreachableError,
  ChainRefusedError,
  ChainUnreachableError,
  OperationRefusedError,
  SponsorRefusedError,
} from '@latchkey/protocol/frame'
import type { Notice } from '../../../approvals/ApprovalView.ts'
import { networkStop, refusedStop } from '../../../approvals/notices.ts'
import { text } from '../../../approvals/values.ts'
import type { MessageKey } from '../../../locales/Locale.ts'
import { plainText } from '../../../site/plainText.ts'
import type { Sponsor } from './sponsor.ts'

/** Why an operation is refused. The keys of `entryPointCodes` and what a bundler says besides. */
type RefusalReason =
  | 'funds'
  | 'nonce'
  | 'setup'
  | 'signature'
  | 'sponsor'
  | 'expired'
  | 'fee'
  | 'reverted'
  | 'gas'
  | 'absurdFee'
  | 'other'

/** `AA` codes of EntryPoint 0.7 (`FailedOp`), the more exact ones first. */
const entryPointCodes: readonly (readonly [RegExp, RefusalReason])[] = [
  [/\bAA1\d/, 'setup'],
  [/\bAA21/, 'funds'],
  [/\bAA22/, 'expired'],
  [/\bAA25/, 'nonce'],
  [/\bAA24/, 'signature'],
  [/\bAA(?:20|23)/, 'signature'],
  [/\bAA(?:26|4\d|5[01]|95)/, 'gas'],
  [/\bAA3\d/, 'sponsor'],
]

/** JSON-RPC codes of ERC-7769. */
const rpcCodes = new Map<number, RefusalReason>([
  [-32500, 'other'],
  [-32501, 'sponsor'],
  [-32503, 'expired'],
  [-32505, 'sponsor'],
  [-32507, 'signature'],
  [-32508, 'sponsor'],
  [-32521, 'reverted'],
])

/** JSON-RPC 2.0 and EIP-1474: there is no such method, it is not available now, it is not offered. */
const unavailable: ReadonlySet<number> = new Set([-32_601, -32_002, -32_004])

/** In a sentence of an error, which is in English as all of them. */
const sentences: Readonly<Record<RefusalReason, string>> = {
  funds: 'The account cannot pay the fee of this operation. Nothing was sent.',
  nonce: 'Another operation of this account took its turn. Nothing was sent. Try again.',
  setup: 'The account could not be set up on this network. Nothing was sent.',
  signature: 'The network did not accept the account’s signature. Nothing was sent.',
  sponsor: 'Whoever was to pay the fee of this operation does not. Nothing was sent.',
  expired: 'The operation took too long and is not valid any more. Nothing was sent. Try again.',
  fee: 'The fee of this operation is too low by now. Nothing was sent. Try again.',
  reverted: 'The network expects this operation to fail. Nothing was sent.',
  absurdFee: 'The fee that was named for this operation is out of all proportion. Nothing was sent.',
  gas: 'The operation needs more gas than it was given. Nothing was sent.',
  other: OperationRefusedError.defaultMessage,
}

/** The same on the screen, as the end of "Nothing was sent. Reason: …". */
const reasonKeys: Readonly<Record<RefusalReason, MessageKey>> = {
  funds: 'operation.funds',
  nonce: 'operation.nonce',
  setup: 'operation.setUp',
  signature: 'operation.signature',
  sponsor: 'operation.sponsor',
  expired: 'operation.expired',
  fee: 'operation.fee',
  reverted: 'stop.reverted',
  gas: 'operation.gas',
  absurdFee: 'operation.absurdFee',
  other: 'operation.other',
}

const isLowFee = /maxFeePerGas|maxPriorityFeePerGas|replacement|underpriced|fee too low/i

function reasonOf(code: number, text: string): RefusalReason {
  const known = entryPointCodes.find(([pattern]) => pattern.test(text))
  if (known) return known[1]
  if (/reverted|revert/i.test(text)) return 'reverted'
  if (isLowFee.test(text)) return 'fee'
  return rpcCodes.get(code) ?? 'other'
}

/** A revert reason in what a bundler says: as data, or as hex within its sentence. */
function revertText(data: unknown, text: string): string | null {
  const hex = revertReasonOf(data) ?? revertReasonOf(/0x[0-9a-fA-F]{8,}/.exec(text)?.[0])
  return hex === null ? null : plainText(hex, 200) || null
}

/**
 * What a bundler answered with, in the words of the frame's contract: it was silent, or it refused for a reason.
 * Anything else stays what it is.
 */
export function fromBundler(error: unknown): unknown {
  if (!(error instanceof BaseError)) return error
  if (error.code === ChainUnreachableError.code) return new BundlerUnreachableError({ cause: error })
  if (error.code !== ChainRefusedError.code) return error
  const { rpcCode, rpcMessage, rpcData } = error.data ?? {}
  if (unavailable.has(Number(rpcCode))) return new BundlerUnreachableError({ cause: error })
  const text = String(rpcMessage ?? '')
  const reason = reasonOf(Number(rpcCode), text)
  const quote = reason === 'reverted' ? revertText(rpcData, text) : null
  const entryPointCode = /\bAA\d\d/.exec(text)?.[0]
  return new OperationRefusedError({
    message: sentences[reason],
    data: {
      reason,
      ...(entryPointCode ? { entryPointCode } : {}),
      ...(quote === null ? {} : { revertReason: quote }),
    },
    details: text,
    cause: error,
  })
}

/** Why an `OperationRefusedError` refuses; null for any other error. */
export function refusalReasonOf(error: unknown): RefusalReason | null {
  if (!(error instanceof BaseError) || error.code !== OperationRefusedError.code) return null
  const reason = String(error.data?.reason)
  return reason in sentences ? (reason as RefusalReason) : null
}

const bundlerStop: Notice = {
  title: { key: 'stop.bundler' },
  body: { key: 'stop.bundler.body' },
  code: String(BundlerUnreachableError.code),
  retry: true,
}

/** The operation before is not done yet. */
export const turnStop: Notice = {
  title: { key: 'stop.turn' },
  body: { key: 'stop.turn.body' },
  retry: true,
}

/** Nobody pays, and the account cannot either or was not to. */
export const sponsorStop = (name: string): Notice => ({
  title: { key: 'stop.sponsor' },
  body: { key: 'stop.sponsor.body', values: { sponsor: text(name) } },
  code: String(SponsorRefusedError.code),
  retry: true,
})

/** Why an operation could not be put together, for the screen and for the host. */
export function stopFor(error: unknown, sponsor: Sponsor | null): { stop: Notice; refusal: BaseError } {
  const refusal = error instanceof BaseError ? error : new ChainUnreachableError({ cause: error })
  const reason = refusalReasonOf(error)
  if (reason !== null) {
    const quote = refusal.data?.revertReason
    const stop = refusedStop(typeof quote === 'string' ? { quote } : reasonKeys[reason])
    // The next bundler, block or price may see it otherwise.
    return { stop: { ...stop, retry: true }, refusal }
  }
  if (refusal.code === SponsorRefusedError.code) return { stop: sponsorStop(sponsor?.name ?? ''), refusal }
  if (refusal.code === BundlerUnreachableError.code) return { stop: bundlerStop, refusal }
  return { stop: networkStop, refusal }
}
