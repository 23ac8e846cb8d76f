import { sameAddress } from '@latchkey/chain-evm/decode'
import type { ChainInfo } from '@latchkey/protocol'
import { ChainUnreachableError, NotConnectedError } from '@latchkey/protocol/frame'
import { startDeadline } from '@latchkey/std/deadline'
import { activeChain, type Frame } from '../../../context/Frame.ts'
import type { FrameAccounts } from '../accounts/FrameAccounts.ts'
import { noteTokens, seenTokens } from '../parties/seenTokens.ts'
import { type AssetId, type AssetsRequest, parseAssetsRequest } from './parseAssetsRequest.ts'
import { type Asset, readAssets } from './readAssets.ts'

type Answer = Readonly<Record<`0x${string}`, readonly Asset[]>>

/** Networks that one answer tells of. */
const mostChains = 20
/** Tokens of one network that one answer tells of. */
const mostTokens = 50
/** ms for all of it */
const patience = 15_000

/** The networks asked about, the active one first. A smart account lives where the operator offers such. */
function chainsOf(frame: Frame, { assets, chainIds }: AssetsRequest, isSmart: boolean): ChainInfo[] {
  const active = activeChain(frame).id
  const wanted = assets ? new Set(assets.keys()) : chainIds
  return frame.config.chains
    .filter(({ id, smartAccounts }) => (wanted?.has(id) ?? true) && (!isSmart || smartAccounts !== undefined))
    .toSorted((a, b) => Number(b.id === active) - Number(a.id === active))
    .slice(0, mostChains)
}

/** What is looked up on a network: what was asked for, or the coin and the tokens that the account had to do with. */
function idsOf(
  frame: Frame,
  chain: ChainInfo,
  { account, assets, types }: AssetsRequest,
): readonly AssetId[] {
  if (assets) {
    const named = assets.get(chain.id) ?? []
    // An empty list asks for everything on that network.
    if (named.length > 0) return named
  }
  const tokens = seenTokens(frame, chain.id, account).slice(0, mostTokens)
  const wants = (type: AssetId['type']) => types?.has(type) ?? type !== 'erc721'
  return [
    ...(wants('native') ? [{ address: 'native', type: 'native' } as const] : []),
    ...(wants('erc20') ? tokens.map((address) => ({ address, type: 'erc20' }) as const) : []),
    ...(wants('erc721') ? tokens.map((address) => ({ address, type: 'erc721' }) as const) : []),
  ]
}

/** What has a balance is remembered; what nobody asked for by name is told only then. */
function keepKnown(frame: Frame, chain: ChainInfo, request: AssetsRequest, found: readonly Asset[]) {
  const has = found.filter(({ balance, type }) => type === 'native' || balance !== '0x0')
  const tokens = has.flatMap(({ address, type }) => (type === 'native' ? [] : [address]))
  noteTokens(frame, chain.id, request.account, tokens)
  const named = (request.assets?.get(chain.id)?.length ?? 0) > 0
  return named ? found : has
}

/**
 * Answers `wallet_getAssets` (ERC-7811): what a connected account has, as far as this wallet knows of it. Networks that
 * do not answer are left out.
 *
 * @throws RpcParamsError; NotConnectedError for an account that is not the person's; ChainUnreachableError when no
 *   network answers
 * @example
 * await walletAssets(frame, [{ account, chainFilter: ['0x1'] }], accounts)
 * // { '0x1': [{ address: 'native', balance: '0x0', type: 'native', metadata: { name: 'Ether', … } }] }
 */
export async function walletAssets(
  frame: Frame,
  params: unknown,
  { eoa, smart }: Pick<FrameAccounts, 'eoa' | 'smart'>,
): Promise<Answer> {
  const request = parseAssetsRequest(params)
  const isSmart = sameAddress(request.account, smart)
  if (!isSmart && !sameAddress(request.account, eoa)) throw new NotConnectedError()
  const limit = startDeadline(patience)
  const chains = chainsOf(frame, request, isSmart)
  const read = async (chain: ChainInfo): Promise<[`0x${string}`, readonly Asset[]]> => {
    const ids = idsOf(frame, chain, request)
    const found = await readAssets(frame.chain, chain, request.account, ids, limit.signal)
    return [`0x${chain.id.toString(16)}`, keepKnown(frame, chain, request, found)]
  }
  const answers = await frame.limitReads(() => Promise.allSettled(chains.map(read))).finally(limit.clear)
  const known = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  if (known.length === 0 && chains.length > 0) throw new ChainUnreachableError()
  return Object.fromEntries(known)
}
