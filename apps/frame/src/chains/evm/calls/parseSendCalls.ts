import { parseAddress } from '@latchkey/chain-evm/decode'
import { hexData } from '@latchkey/protocol'
import {
  AtomicityUnsupportedError,
  CallsTooLargeError,
  NotConnectedError,
  RpcParamsError,
  UnsupportedCallsChainError,
  UnsupportedCapabilityError,
} from '@latchkey/protocol/frame'
import { deepFreeze } from '@latchkey/std/deepFreeze'
import * as z from 'zod/mini'
import { parseOrRefuse } from '../../../approvals/refusals.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import { findChain } from '../../../context/documentConfig.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { accountsOf } from '../accounts/accountsOf.ts'
import { refuseOwnTargets } from '../accounts/refuseOwnAccount.ts'
import type { FrameAccounts, WantedCall, WantedCalls } from '../model/transaction.ts'

/** Calls in one request, at most. */
export const maxCalls = 100
/** EIP-5792: an id has up to 4096 bytes, which are 8194 characters where it is written in hex. */
const maxIdBytes = 4_096

const isShortId = (id: string) =>
  /^0x(?:[0-9a-fA-F]{2})*$/.test(id)
    ? id.length <= maxIdBytes * 2 + 2
    : new TextEncoder().encode(id).length <= maxIdBytes

/** A batch's identifier (EIP-5792). */
export const isCallsId = (id: unknown): id is string => typeof id === 'string' && id !== '' && isShortId(id)

const target = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const hexNumber = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
/** EIP-155 number in hex, without leading zeros. */
const hexChainId = z.string().check(z.regex(/^0x[1-9a-fA-F][0-9a-fA-F]{0,12}$/))
const capabilities = z.optional(
  z.record(z.string().check(z.maxLength(64)), z.looseObject({ optional: z.optional(z.boolean()) })),
)
const call = z.strictObject({
  to: z.optional(target),
  data: z.optional(hexData()),
  value: z.optional(hexNumber),
  capabilities,
})
const shared = {
  id: z.optional(z.string()),
  from: z.optional(target),
  calls: z.array(call).check(z.minLength(1)),
  capabilities,
}
const current = z.strictObject({
  ...shared,
  version: z.enum(['2.0.0', '2.0', '2']),
  chainId: hexChainId,
  atomicRequired: z.boolean(),
})
/** As wallets had it before version 2: nothing said about atomicity. */
const former = z.strictObject({
  ...shared,
  version: z.optional(z.enum(['1.0.0', '1.0', '1'])),
  chainId: z.optional(hexChainId),
  atomicRequired: z.optional(z.boolean()),
})
const sendCallsParams = z.union([current, former])

type Request = z.output<typeof current> | z.output<typeof former>
type Capabilities = z.output<typeof capabilities>

const invalid = (reason: string): never => {
  throw new RpcParamsError({ data: { reason } })
}

function readParams(params: RpcRequest['params']): Request {
  if (!Array.isArray(params) || params.length !== 1) return invalid('paramCount')
  const parsed = sendCallsParams.safeParse(params[0])
  if (!parsed.success) return invalid('params')
  const { id } = parsed.data
  return id === undefined || isCallsId(id) ? parsed.data : invalid('id')
}

/** @throws NotConnectedError for an address that is not the signed-in person's */
function actingAccount(from: string | undefined, { eoa, smart, address }: FrameAccounts): `0x${string}` {
  if (from === undefined) return address
  const own = [eoa, smart].find((one) => one?.toLowerCase() === from.toLowerCase())
  if (!own) throw new NotConnectedError()
  return own
}

const isOptional = (capability: { optional?: boolean | undefined } | undefined) =>
  capability?.optional === true

/** @throws UnsupportedCapabilityError naming the first capability that is required and not there */
function refuseUnknown(given: Capabilities, isKnown: (name: string) => boolean): void {
  for (const [name, capability] of Object.entries(given ?? {}))
    if (!isKnown(name) && !isOptional(capability))
      throw new UnsupportedCapabilityError({ data: { capability: name } })
}

/** ERC-7677. A service that the project has not registered is one that the wallet does not support. */
function paymasterOf(frame: ChainContext, given: Capabilities): WantedCalls['paymaster'] {
  const wanted = given?.paymasterService
  if (!wanted) return null
  const { url, context } = wanted as { url?: unknown; context?: unknown }
  const optional = isOptional(wanted)
  if (typeof url === 'string' && frame.config.paymasters?.includes(url))
    return { url, context: context ?? {}, optional }
  if (optional) return null
  throw new UnsupportedCapabilityError({ data: { capability: 'paymasterService', reason: 'notRegistered' } })
}

const readCall = ({ to, value, data }: z.output<typeof call>): WantedCall => ({
  to: to === undefined ? null : parseOrRefuse(() => parseAddress(to)),
  value: BigInt(value ?? '0x0'),
  data: (data ?? '0x').toLowerCase() as `0x${string}`,
})

function readCalls(request: Request, isSmart: boolean): readonly WantedCall[] {
  const calls = request.calls.map(readCall)
  for (const { to, data, value } of calls) {
    if (value >= 2n ** 256n) invalid('value')
    if (to !== null) continue
    // A smart account calls; only a transaction creates.
    if (isSmart || data === '0x') invalid('to')
  }
  return deepFreeze(calls)
}

/**
 * Reads the params of `wallet_sendCalls` (EIP-5792 2.0.0, and 1.0), and whether this wallet can do what they ask.
 *
 * @throws RpcParamsError (-32602), UnsupportedCallsChainError (5710), NotConnectedError (4100), UnsupportedCapabilityError
 *   (5700), CallsTooLargeError (5740), AtomicityUnsupportedError (5760); RequestBlockedError for a call that would change
 *   the account itself
 */
export async function parseSendCalls(
  frame: ChainContext,
  { params, chain: active }: RpcRequest,
): Promise<WantedCalls> {
  const request = readParams(params)
  const chain = request.chainId === undefined ? active : findChain(frame.config, Number(request.chainId))
  if (!chain) throw new UnsupportedCallsChainError()
  const accounts = await accountsOf(frame, chain)
  const from = actingAccount(request.from, accounts)
  const isSmart = from === accounts.smart
  refuseUnknown(request.capabilities, (name) => isSmart && (name === 'paymasterService' || name === 'atomic'))
  for (const one of request.calls) refuseUnknown(one.capabilities, () => false)
  const paymaster = isSmart ? paymasterOf(frame, request.capabilities) : null
  if (request.calls.length > maxCalls) throw new CallsTooLargeError({ data: { most: maxCalls } })
  if (request.atomicRequired && !isSmart) throw new AtomicityUnsupportedError()
  const calls = readCalls(request, isSmart)
  await refuseOwnTargets(calls, accounts)
  const version = request.version?.startsWith('2') ? '2.0.0' : '1.0'
  return { version, id: request.id ?? null, chain, accounts, from, calls, paymaster }
}
