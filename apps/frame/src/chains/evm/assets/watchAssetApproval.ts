import { isAddressText, parseAddress } from '@latchkey/chain-evm/decode'
import type { TokenInfo } from '@latchkey/chain-evm/decode/model'
import { ChainUnreachableError, NotAvailableError, RpcParamsError } from '@latchkey/protocol/frame'
import * as z from 'zod/mini'
import type { Approval, ApprovalView, Prepared } from '../../../approvals/ApprovalView.ts'
import {
  accountFact,
  addressValue,
  makeWarning,
  networkFact,
  networkStopFor,
  refusedStop,
  symbolOf,
  tokenName,
} from '../../../approvals/phrases.ts'
import { approvalOf } from '../../../approvals/pipeline.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { plainText } from '../../../site/plainText.ts'
import type { ApprovalContext, NamedCalls } from '../model/transaction.ts'
import { knownParties, noteTokens } from '../parties/knownParties.ts'
import { askChain, askTokens, readTokens, resultOf } from '../rpc/readChain.ts'
import { tokenWarnings } from '../transaction/transactionWarnings.ts'

const requestSchema = z.looseObject({
  type: z.string().check(z.maxLength(32)),
  options: z.looseObject({
    address: z.string().check(z.refine(isAddressText)),
    symbol: z.nullish(z.string()),
  }),
})

/** The token alone is kept: what a site says of it is compared with the contract, and forgotten. */
type Watched = { chainId: number; account: string; token: string }

/**
 * `wallet_watchAsset` (EIP-747) for ERC-20: keeps a token for `wallet_getAssets`. Name and decimals are the contract's
 * own; a picture that the site brings is not loaded.
 *
 * @throws RpcParamsError, NotAvailableError for other kinds of tokens
 */
export function watchAssetApproval(
  frame: ChainContext,
  request: RpcRequest,
  { account }: ApprovalContext,
): Approval<Watched> {
  const { chain } = request
  const { token, claimed } = parse(request.params)
  const payload = Object.freeze({ chainId: chain.id, account, token })
  const view: ApprovalView = {
    title: 'watch.title',
    sentence: { key: 'watch.say', values: { token: addressValue(token) } },
    facts: [
      { label: 'row.token', value: addressValue(token), long: true },
      accountFact(account),
      networkFact(chain),
    ],
    warnings: [],
    stop: null,
    approve: 'watch.approve',
    raw: JSON.stringify(request.params),
  }
  return approvalOf<null, { info: TokenInfo }, Watched>({
    first: null,
    pending: () => view,
    async gather(_, signal) {
      const info = await readInfo(frame, chain.id, token, signal)
      if (info === undefined) throw new ChainUnreachableError()
      if (info.decimals === null || info.collectible)
        return {
          stop: refusedStop('stop.noToken'),
          refusal: new RpcParamsError({ data: { reason: 'token' } }),
        }
      return { info }
    },
    stopFor: networkStopFor,
    show: (_, { info }) => shown({ frame, payload, view, claimed, request }, info),
    async sign({ chainId, account, token }, _, onSigned) {
      noteTokens(frame, chainId, account, [token])
      onSigned()
      return true
    },
  })
}

function parse(params: RpcRequest['params']): { token: string; claimed: string } {
  const parsed = requestSchema.safeParse(Array.isArray(params) && params.length === 1 ? params[0] : undefined)
  if (!parsed.success) throw new RpcParamsError({ data: { reason: 'params' } })
  const { type, options } = parsed.data
  if (type !== 'ERC20') throw new NotAvailableError()
  return { token: parseAddress(options.address), claimed: plainText(options.symbol ?? '', 12) }
}

/** undefined: the network does not answer. */
async function readInfo(
  frame: ChainContext,
  chainId: number,
  token: string,
  signal: AbortSignal,
): Promise<TokenInfo | undefined> {
  const calls: NamedCalls = new Map()
  askTokens(calls, [token])
  calls.set('head', { method: 'eth_blockNumber', params: [] })
  const outcomes = await askChain(frame.chain, chainId, calls, signal).catch(() => undefined)
  if (!outcomes || resultOf(outcomes, 'head') === undefined) return undefined
  return readTokens(outcomes, [token]).get(token.toLowerCase())
}

type Known = {
  frame: ChainContext
  payload: Watched
  view: ApprovalView
  claimed: string
  request: RpcRequest
}

function shown({ frame, payload, view, claimed, request }: Known, info: TokenInfo): Prepared<Watched> {
  const symbol = symbolOf(info)
  const isOther = claimed !== '' && claimed !== symbol
  const quote = (text: string) => ({ kind: 'quote', text }) as const
  return {
    payload,
    view: {
      ...view,
      sentence: { key: 'watch.say', values: { token: tokenName(symbol) } },
      facts: [...view.facts, { label: 'row.decimals', value: { kind: 'count', count: info.decimals ?? 0 } }],
      warnings: [
        ...tokenWarnings({
          chain: request.chain,
          facts: { tokens: new Map([[payload.token.toLowerCase(), info]]) },
          knownTokens: knownParties(frame, payload.account).tokens,
        }),
        ...(isOther
          ? [makeWarning('warning', 'otherToken', { claimed: quote(claimed), symbol: quote(symbol) })]
          : []),
      ],
    },
  }
}
