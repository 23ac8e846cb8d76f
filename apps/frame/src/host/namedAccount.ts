import type { FrameAccounts } from '../chains/evm/accounts/FrameAccounts.ts'

/** Where a method's params name the account that is to act. */
const places = new Map<string, (params: readonly unknown[]) => unknown>([
  ['personal_sign', (params) => params[1]],
  ['eth_signTypedData_v4', (params) => params[0]],
  ['eth_sendTransaction', ([first]) => (first as { from?: unknown } | null | undefined)?.from],
  ['eth_sendUserOperation', ([first]) => (first as { sender?: unknown } | null | undefined)?.sender],
])

/**
 * The one account that a request is for: the own one that it names, else the preferred one. A request that names
 * somebody else is refused where it is parsed.
 */
export function namedAccount(
  method: string,
  params: readonly unknown[],
  { eoa, smart, address }: FrameAccounts,
): `0x${string}` {
  const named = String(places.get(method)?.(params)).toLowerCase()
  return [eoa, smart].find((own) => own?.toLowerCase() === named) ?? address
}
