import { toRpcUserOperation } from '@latchkey/chain-evm/decode/smartAccount'
import type { SmartAccountKind, UserOperation } from '@latchkey/chain-evm/decode/smartAccount/types'
import type { ChainInfo } from '@latchkey/protocol'
import { SponsorRefusedError } from '@latchkey/protocol/frame'
import { toQuantity } from '@latchkey/std/hex'
import * as z from 'zod/mini'
import type { ChainContext } from '../../../context/ChainContext.ts'
import { plainText } from '../../../site/plainText.ts'
import type { UserOperationIntent } from './ShownOperation.ts'

/** Who is asked to pay for an operation. */
export type Sponsor = {
  /** A paymaster service that the project has registered; null: the operator's own. */
  service: string | null
  context: unknown
  /** The site insists on it; without it, the account pays itself when this one does not. */
  required: boolean
  /** In words for the screen. */
  name: string
}

const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
/** A paymaster's data is a signature and a few numbers. */
const bytes = z.string().check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/), z.maxLength(8_194))
const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))
/** ERC-7677, for EntryPoint 0.7; both answers. */
const paymasterAnswer = z.object({
  paymaster: address,
  paymasterData: bytes,
  paymasterVerificationGasLimit: maybe(hex),
  paymasterPostOpGasLimit: maybe(hex),
  sponsor: maybe(z.object({ name: z.string() })),
  isFinal: maybe(z.boolean()),
})

export type PaymasterAnswer = {
  fields: Pick<UserOperation, 'paymaster' | 'paymasterData'> &
    Partial<Pick<UserOperation, 'paymasterVerificationGasLimit' | 'paymasterPostOpGasLimit'>>
  /** What the service calls itself. */
  sponsorName: string | null
  isFinal: boolean
}

/** Who is to be asked: whom the site names, else the operator where it pays for this project; null for nobody. */
export function sponsorFor(chain: ChainInfo, { paymaster }: UserOperationIntent): Sponsor | null {
  const own = chain.smartAccounts?.sponsor
  if (paymaster) {
    const { url, context, optional } = paymaster
    return { service: url, context, required: !optional, name: new URL(url).host }
  }
  return own === undefined ? null : { service: null, context: {}, required: false, name: plainText(own, 64) }
}

/**
 * Asks a sponsor (ERC-7677). What it adds are the paymaster's fields, and nothing else of its answer is used.
 *
 * @throws SponsorRefusedError
 */
export async function askSponsor(
  frame: ChainContext,
  chain: ChainInfo,
  kind: SmartAccountKind,
  sponsor: Sponsor,
  method: 'pm_getPaymasterStubData' | 'pm_getPaymasterData',
  operation: UserOperation,
  signal: AbortSignal,
): Promise<PaymasterAnswer> {
  const params = [
    toRpcUserOperation(operation, kind.stubSignature),
    kind.entryPoint,
    toQuantity(chain.id),
    sponsor.context ?? {},
  ]
  try {
    const answer = await frame.chain.paymaster(chain.id, { method, params }, sponsor.service, signal)
    return readAnswer(paymasterAnswer.parse(answer))
  } catch (cause) {
    signal.throwIfAborted()
    throw new SponsorRefusedError({ cause })
  }
}

function readAnswer(answer: z.output<typeof paymasterAnswer>): PaymasterAnswer {
  const { paymasterVerificationGasLimit: verification, paymasterPostOpGasLimit: postOp } = answer
  return {
    fields: {
      paymaster: answer.paymaster as `0x${string}`,
      paymasterData: answer.paymasterData as `0x${string}`,
      ...(verification ? { paymasterVerificationGasLimit: BigInt(verification) } : {}),
      ...(postOp ? { paymasterPostOpGasLimit: BigInt(postOp) } : {}),
    },
    sponsorName: answer.sponsor ? plainText(answer.sponsor.name, 64) || null : null,
    isFinal: answer.isFinal === true,
  }
}
