import { toRpcUserOperation } from '@latchkey/chain-evm/decode/smartAccount'
import type { RpcUserOperation, SmartAccountKind } from '@latchkey/chain-evm/decode/smartAccount/model'
import { BaseError } from '@latchkey/errors'
import { OperationRefusedError, UncertainOperationError } from '@latchkey/protocol/frame'
import { pause } from '@latchkey/std/pause'
import type { ChainContext } from '../../../context/Frame.ts'
import { signTyped } from '../accounts/contractSignature.ts'
import type { ShownOperation } from '../model/operation.ts'
import { handOver, isKnownToBundler } from './bundler.ts'
import { readOperation } from './readOperation.ts'

/** An operation is valid until its turn comes; the number of the operation ends it. */
export const noTimeLimit = { after: 0, until: 0 }

/** How often, and ms apart, bundler and network are asked for an operation whose handing over was interrupted. */
const checks = 3
const checkInterval = 1_500

/**
 * Has the owner sign exactly this operation.
 *
 * @throws RequestBlockedError when what comes back is not the owner's signature of it
 */
export async function signOperation(
  frame: ChainContext,
  kind: SmartAccountKind,
  owner: `0x${string}`,
  { operation, toSign }: ShownOperation,
  onSigned: () => void,
): Promise<RpcUserOperation> {
  const signature = await signTyped(frame, owner, toSign, onSigned)
  return toRpcUserOperation(operation, kind.operationSignature(signature, noTimeLimit))
}

const isRefusal = (error: unknown) => error instanceof BaseError && error.code === OperationRefusedError.code

/** Whether the network ran it or the bundler has it. Silence is no yes. */
async function isTaken(
  frame: ChainContext,
  { entryPoint }: SmartAccountKind,
  shown: ShownOperation,
): Promise<boolean> {
  const seen = await readOperation(frame, shown, entryPoint).catch(() => null)
  if (seen?.state === 'included') return true
  return isKnownToBundler(frame, shown.chainId, shown.userOpHash).catch(() => false)
}

/** Hands the same operation over again and looks for it, until one of both tells that it is taken. */
async function settleDoubt(
  frame: ChainContext,
  kind: SmartAccountKind,
  shown: ShownOperation,
  signed: RpcUserOperation,
  interval: number,
): Promise<void> {
  const { chainId, userOpHash } = shown
  for (let tries = 0; tries < checks; tries++) {
    await pause(interval)
    if (await isTaken(frame, kind, shown)) return
    const answer = await handOver(frame, chainId, signed, kind.entryPoint).catch(() => undefined)
    if (typeof answer === 'string' && answer.toLowerCase() === userOpHash) return
  }
  throw new UncertainOperationError({ data: { userOpHash } })
}

/**
 * Hands a signed operation to the bundler. Its hash is ours: a bundler that names another one is not believed.
 *
 * @param interval ms between two looks where it is not certain
 * @throws OperationRefusedError with the reason; UncertainOperationError with `data.userOpHash` when nobody can tell
 */
export async function sendOperation(
  frame: ChainContext,
  kind: SmartAccountKind,
  shown: ShownOperation,
  signed: RpcUserOperation,
  interval: number = checkInterval,
): Promise<void> {
  const { chainId, userOpHash } = shown
  let answer: unknown
  try {
    answer = await handOver(frame, chainId, signed, kind.entryPoint)
  } catch (error) {
    if (!isRefusal(error)) return settleDoubt(frame, kind, shown, signed, interval)
    // What is refused as known already is taken.
    if (await isTaken(frame, kind, shown)) return
    throw error
  }
  if (typeof answer === 'string' && answer.toLowerCase() === userOpHash) return
  if (await isTaken(frame, kind, shown)) return
  throw new UncertainOperationError({ data: { userOpHash, reason: 'otherHash' } })
}
