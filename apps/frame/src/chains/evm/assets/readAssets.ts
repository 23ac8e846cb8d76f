import { parseAddress, readToken } from '@latchkey/chain-evm/decode'
import type { TokenInfo } from '@latchkey/chain-evm/decode/types'
import type { ChainInfo } from '@latchkey/protocol'
import { ChainUnreachableError } from '@latchkey/protocol/frame'
import { toQuantity } from '@latchkey/std/hex'
import { symbolOf } from '../../../approvals/values.ts'
import type { ChainRpc } from '../../../context/ChainRpc.ts'
import { plainText } from '../../../site/plainText.ts'
import { askChain, type NamedCalls, type NamedOutcomes, resultOf } from '../rpc/askChain.ts'
import { askTokens, balanceCall, readBalance, readTokens } from '../rpc/readTokens.ts'
import type { AssetId, AssetType } from './parseAssetsRequest.ts'

/** One asset as ERC-7811 tells it. */
export type Asset = {
  address: string
  balance: `0x${string}`
  type: AssetType
  metadata: { name: string; symbol: string; decimals?: number }
}
type Ranked = { asset: Asset; balance: bigint; decimals: number }

const nameCall = (token: string) => ({
  method: 'eth_call',
  params: [{ to: token, data: '0x06fdde03' }, 'latest'],
})

function coinOf({ nativeCurrency }: ChainInfo, balance: bigint): Ranked {
  const { name, symbol, decimals } = nativeCurrency
  const metadata = { name, symbol, decimals }
  return {
    asset: { address: 'native', balance: toQuantity(balance), type: 'native', metadata },
    balance,
    decimals,
  }
}

/** A token of another type than it was asked for is left out: its balance would mean something else. */
function tokenOf({ address, type }: AssetId, info: TokenInfo, name: string, balance: bigint): Ranked | null {
  if (info.collectible !== (type === 'erc721')) return null
  const shared = { name: name || symbolOf(info), symbol: symbolOf(info) }
  if (type === 'erc20' && info.decimals === null) return null
  const metadata = type === 'erc20' ? { ...shared, decimals: info.decimals ?? 0 } : shared
  return {
    asset: { address: parseAddress(address.toLowerCase()), balance: toQuantity(balance), type, metadata },
    balance,
    decimals: info.decimals ?? 0,
  }
}

function rank(a: Ranked, b: Ranked): number {
  if ((a.asset.type === 'native') !== (b.asset.type === 'native')) return a.asset.type === 'native' ? -1 : 1
  const [left, right] = [a.balance * 10n ** BigInt(b.decimals), b.balance * 10n ** BigInt(a.decimals)]
  if (left === right) return 0
  return left > right ? -1 : 1
}

function questions(account: string, ids: readonly AssetId[]): NamedCalls {
  const tokens = ids.flatMap(({ address, type }) => (type === 'native' ? [] : [address]))
  const calls: NamedCalls = new Map()
  askTokens(calls, tokens)
  for (const { address, type } of ids) {
    calls.set(`balance:${address}`, balanceCall(type === 'native' ? null : address, account))
    if (type !== 'native') calls.set(`name:${address}`, nameCall(address))
  }
  return calls
}

/** `name` is encoded as `symbol` is, and tokens lie about both alike. */
const nameOf = (outcomes: NamedOutcomes, address: string): string =>
  plainText(readToken([resultOf(outcomes, `name:${address}`)]).symbol ?? '', 64)

/**
 * What an account has of assets on one network: the network's coin first, then the most first.
 *
 * @throws ChainUnreachableError
 */
export async function readAssets(
  rpc: ChainRpc,
  chain: ChainInfo,
  account: string,
  ids: readonly AssetId[],
  signal: AbortSignal,
): Promise<readonly Asset[]> {
  const outcomes = await askChain(rpc, chain.id, questions(account, ids), signal)
  const tokens = readTokens(
    outcomes,
    ids.flatMap(({ address, type }) => (type === 'native' ? [] : [address])),
  )
  const found = ids.flatMap((id): Ranked[] => {
    const balance = readBalance(resultOf(outcomes, `balance:${id.address}`))
    if (id.type === 'native' && balance === undefined) throw new ChainUnreachableError()
    if (balance === undefined) return []
    if (id.type === 'native') return [coinOf(chain, balance)]
    const info = tokens.get(id.address.toLowerCase())
    const token = info && tokenOf(id, info, nameOf(outcomes, id.address), balance)
    return token ? [token] : []
  })
  return found.sort(rank).map(({ asset }) => asset)
}
