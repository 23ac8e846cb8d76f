import { isAddressText } from '@latchkey/chain-evm/decode'
import { RpcParamsError } from '@latchkey/protocol/frame'
import * as z from 'zod/mini'

/** What a site wants to know of: `native` for the network's coin. */
export type AssetId = { address: string; type: AssetType }
export type AssetType = 'native' | 'erc20' | 'erc721'

export type AssetsRequest = {
  account: string
  /** By network id; null: whatever the wallet knows. */
  assets: ReadonlyMap<number, readonly AssetId[]> | null
  /** null: coins and ERC-20 tokens. */
  types: ReadonlySet<AssetType> | null
  /** null: all networks. */
  chainIds: ReadonlySet<number> | null
}

const types: readonly string[] = ['native', 'erc20', 'erc721']
const isType = (name: string): name is AssetType => types.includes(name)

const hexChain = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,14}$/))
const type = z.string().check(z.maxLength(32))
const address = z.string().check(z.refine((value) => value === 'native' || isAddressText(value)))
const asset = z.union([
  z.strictObject({ address, type }),
  // The first drafts named the address alone.
  address,
])
const request = z.strictObject({
  account: z.string().check(z.refine(isAddressText)),
  assetFilter: z.optional(z.record(hexChain, z.array(asset).check(z.maxLength(50)))),
  assetTypeFilter: z.optional(z.array(type).check(z.maxLength(16))),
  chainFilter: z.optional(z.array(hexChain).check(z.maxLength(50))),
})

type Named = z.output<typeof asset>

/** The ERC's own examples mix upper and lower case. A type that the wallet does not know names nothing. */
function assetOf(named: Named): readonly AssetId[] {
  if (typeof named === 'string') return [{ address: named, type: named === 'native' ? 'native' : 'erc20' }]
  const kind = named.type.toLowerCase()
  const fits = isType(kind) && (kind === 'native') === (named.address === 'native')
  return fits ? [{ address: named.address, type: kind }] : []
}

const typesOf = (names: readonly string[]): ReadonlySet<AssetType> =>
  new Set(names.map((name) => name.toLowerCase()).filter(isType))

/**
 * Reads the parameters of `wallet_getAssets` (ERC-7811). An `assetFilter` makes the other two filters void.
 *
 * @throws RpcParamsError
 */
export function parseAssetsRequest(params: unknown): AssetsRequest {
  const [first, ...others] = Array.isArray(params) ? params : [params]
  const parsed = request.safeParse(first)
  if (!parsed.success || others.length > 0) throw new RpcParamsError({ data: { reason: 'params' } })
  const { account, assetFilter, assetTypeFilter, chainFilter } = parsed.data
  if (assetFilter) {
    const entries = Object.entries(assetFilter).slice(0, 50)
    const assets = new Map(entries.map(([id, named]) => [Number(id), named.flatMap(assetOf)]))
    return { account, assets, types: null, chainIds: null }
  }
  return {
    account,
    assets: null,
    types: assetTypeFilter ? typesOf(assetTypeFilter) : null,
    chainIds: chainFilter ? new Set(chainFilter.map(Number)) : null,
  }
}
