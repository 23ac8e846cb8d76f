import { evmAddress, quantity } from '@latchkey/protocol'
import { NotConnectedError, RpcParamsError } from '@latchkey/protocol/frame'
import * as z from 'zod/mini'

const capabilityParams = z.union([
  z.tuple([evmAddress]),
  z.tuple([evmAddress, z.array(quantity).check(z.maxLength(200))]),
])

type Capabilities = Record<string, { atomic: { status: 'unsupported' } }>

/**
 * Answers `wallet_getCapabilities` (EIP-5792) for a plain account: calls cannot be made atomic.
 *
 * @throws RpcParamsError; NotConnectedError for an address that is not connected
 */
export function walletCapabilities(
  params: readonly unknown[],
  known: { addresses: readonly string[]; chainIds: readonly number[] },
): Capabilities {
  const parsed = capabilityParams.safeParse(params)
  if (!parsed.success) throw new RpcParamsError({ data: { reason: 'params' } })
  const [address, wanted] = parsed.data
  if (!known.addresses.some((own) => own.toLowerCase() === address.toLowerCase()))
    throw new NotConnectedError()
  const ids = known.chainIds.map((id) => `0x${id.toString(16)}`)
  const answered = wanted ? ids.filter((id) => wanted.some((one) => one.toLowerCase() === id)) : ids
  return Object.fromEntries(answered.map((id) => [id, { atomic: { status: 'unsupported' } }]))
}
