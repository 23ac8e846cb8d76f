import {
  ConvertNetworkError,
  convertAllowanceQuery,
  convertApproveQuery,
  convertGasPriceQuery,
  convertQuotesQuery,
  convertTokensQuery,
  GasPriceNetworkError,
  getConvertAllowance,
  getConvertApprove,
  getConvertGasPrice,
  getConvertQuotes,
  getConvertTokens,
  InvalidRequestError,
  postConvertTransaction,
  WorseQuoteError,
} from '@latchkey/protocol/http'
import { encodeFunctionData, erc20Abi, maxUint256, zeroAddress } from 'viem'
import { findShown, shownOf } from '../chainData/describeBalances.ts'
import type { Chain } from '../config/chains.ts'
import { caip2Of, ofEvm, readEvmCaip10, readOfEvm } from '../config/namespaces.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { type Convert, createConvert } from '../convert/createConvert.ts'
import { percentOfParts, percentOfPoints } from '../convert/percent.ts'
import { type Caller, projectOf } from '../http/Call.ts'
import { type Routes, registerRoute, type Serving } from '../http/registerRoute.ts'
import { readQuery } from '../query/readQuery.ts'
import type { Offer, Wish } from '../upstreams/convert/ConvertSource.ts'

type Address = `0x${string}`

const serving: Serving = { audience: 'page', count: 'data' }
/** The native coin in answers (spec 7's interface). */
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** No token has so many base units: what is more is nonsense, or meant to hurt. */
const MOST = 2n ** 128n
/** Spec 9: percent. */
const SLIPPAGE = 1
/** An approval, by far. */
const APPROVAL_GAS = 80_000n
/** Where nobody says how much a swap takes. */
const SWAP_GAS = 300_000n

const wrong = (field: string) => new InvalidRequestError({ data: { field } })

/** An account or a token of one EVM network. @throws InvalidRequestError */
function idOf(text: string, field: string): { chainId: string; address: Address } {
  const found = readEvmCaip10(text)
  if (!found) throw wrong(field)
  return found
}

/** A network that the caller's project swaps on. @throws ConvertNetworkError, ConvertNotOfferedError */
function chainOf({ chains }: ServiceContext, convert: Convert, call: Caller, chainId: string): Chain {
  const chain = chains.get(chainId)
  if (!chain) throw new ConvertNetworkError()
  convert.requireSources(chain, projectOf(call))
  return chain
}

/** @throws InvalidRequestError for a token that the network does not list */
function tokenOf(chain: Chain, address: Address, field: string): Address {
  const shown = findShown(chain, address)
  if (!shown) throw wrong(field)
  return shown.key as Address
}

const amountOf = (text: string, field = 'amount'): bigint => {
  const amount = BigInt(text)
  if (amount >= MOST) throw wrong(field)
  return amount
}

type Asked = { from: string; to: string; userAddress: string; amount: string; slippage?: number | undefined }

/**
 * What is to be swapped, on one network and of two different tokens.
 *
 * @throws InvalidRequestError, ConvertNetworkError, ConvertNotOfferedError
 */
function readWish(
  service: ServiceContext,
  convert: Convert,
  call: Caller,
  asked: Asked,
): { chain: Chain; wish: Wish } {
  const from = idOf(asked.from, 'from')
  const to = idOf(asked.to, 'to')
  const account = idOf(asked.userAddress, 'userAddress')
  if (to.chainId !== from.chainId) throw wrong('to')
  if (account.chainId !== from.chainId) throw wrong('userAddress')
  const chain = chainOf(service, convert, call, from.chainId)
  const wish = {
    from: tokenOf(chain, from.address, 'from'),
    to: tokenOf(chain, to.address, 'to'),
    amount: amountOf(asked.amount),
    account: account.address,
    slippage: Math.round((asked.slippage ?? SLIPPAGE) * 100),
  }
  if (wish.from === wish.to) throw wrong('to')
  return { chain, wish }
}

const describe = ({ impact, fee, gas }: Offer) => ({
  ...(impact === null ? {} : { priceImpact: percentOfPoints(impact) }),
  ...(fee === null ? {} : { providerFee: percentOfParts(fee) }),
  ...(gas === null ? {} : { gas: String(gas) }),
})

function addTokensRoute(routes: Routes, convert: Convert): void {
  const query = Object.keys(convertTokensQuery().shape)
  registerRoute(routes, getConvertTokens, { ...serving, query }, async (service, call) => {
    const { chainId } = readQuery(convertTokensQuery(), call.query)
    const chain = chainOf(service, convert, call, chainId)
    const tokens = shownOf(chain).map(({ name, symbol, decimals, address, iconUrl }) => ({
      ...{ name, symbol, decimals, address: `${caip2Of(chain)}:${address ?? NATIVE}` },
      ...(iconUrl === undefined ? {} : { logoUri: iconUrl }),
    }))
    return { tokens: tokens.slice(0, 1_000) }
  })
}

function addQuotesRoute(routes: Routes, convert: Convert): void {
  const query = Object.keys(convertQuotesQuery().shape)
  registerRoute(routes, getConvertQuotes, { ...serving, query }, async (service, call) => {
    const asked = readQuery(convertQuotesQuery(), call.query)
    const { chain, wish } = readWish(service, convert, call, asked)
    const found = await convert.quotes(chain, wish, projectOf(call))
    const { amount: fromAmount, from: fromAccount, to: toAccount } = asked
    const quotes = found.map((offer) => ({
      ...{ id: offer.name, fromAmount, fromAccount, toAmount: String(offer.toAmount), toAccount },
      ...{ spender: offer.spender, ...describe(offer) },
    }))
    return { quotes }
  })
}

function addAllowanceRoute(routes: Routes, convert: Convert): void {
  const query = Object.keys(convertAllowanceQuery().shape)
  registerRoute(routes, getConvertAllowance, { ...serving, query }, async (service, call) => {
    const { tokenAddress, userAddress, provider } = readQuery(convertAllowanceQuery(), call.query)
    const [token, account] = [idOf(tokenAddress, 'tokenAddress'), idOf(userAddress, 'userAddress')]
    if (account.chainId !== token.chainId) throw wrong('userAddress')
    const chain = chainOf(service, convert, call, token.chainId)
    const address = tokenOf(chain, token.address, 'tokenAddress')
    const { spender } = convert.source(chain, provider, projectOf(call))
    // The native coin goes along with the call, and needs nobody's leave.
    if (address === zeroAddress) return { allowance: String(maxUint256) }
    const allowance = await convert.allowance(chain, { token: address, account: account.address, spender })
    return { allowance: String(allowance) }
  })
}

function addGasPriceRoute(routes: Routes, convert: Convert): void {
  const query = Object.keys(convertGasPriceQuery().shape)
  registerRoute(routes, getConvertGasPrice, { ...serving, query }, async ({ chains }, call) => {
    const { chainId } = readQuery(convertGasPriceQuery(), call.query)
    const chain = chains.get(chainId)
    if (!chain || !convert.has(chain)) throw new GasPriceNetworkError()
    convert.requireSources(chain, projectOf(call))
    const price = await convert.gasPrice(chain)
    return { standard: `${price}`, fast: `${(price * 11n) / 10n}`, instant: `${(price * 5n) / 4n}` }
  })
}

function addApproveRoute(routes: Routes, convert: Convert): void {
  const query = Object.keys(convertApproveQuery().shape)
  registerRoute(routes, getConvertApprove, { ...serving, query }, async (service, call) => {
    const { amount, provider, ...asked } = readQuery(convertApproveQuery(), call.query)
    const { chain, wish } = readWish(service, convert, call, { ...asked, amount: '1' })
    if (wish.from === zeroAddress) throw wrong('from')
    const { spender } = convert.source(chain, provider, projectOf(call))
    const allowed = amount === undefined ? maxUint256 : amountOf(amount)
    return {
      tx: {
        ...{ from: asked.userAddress, to: `${caip2Of(chain)}:${wish.from}`, value: '0' },
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, allowed] }),
        ...ofEvm({ gas: String(APPROVAL_GAS), gasPrice: String(await convert.gasPrice(chain)) }),
      },
    }
  })
}

function addTransactionRoute(routes: Routes, convert: Convert): void {
  const options = {
    ...serving,
    allowedHeaders: 'content-type',
    contentTypes: ['application/json', 'text/plain'],
  }
  registerRoute(routes, postConvertTransaction, options, async (service, call) => {
    const { body } = call
    if (body.projectId !== undefined && body.projectId !== projectOf(call).id) throw wrong('projectId')
    const { chain, wish } = readWish(service, convert, call, { ...body, slippage: readOfEvm(body)?.slippage })
    const agreed = body.minimum === undefined ? null : amountOf(body.minimum, 'minimum')
    const source = convert.source(chain, body.provider, projectOf(call))
    const built = await convert.build(source, chain, wish, agreed)
    if (agreed !== null && (built.toAmount < agreed || built.minimum < agreed)) throw new WorseQuoteError()
    return {
      tx: {
        ...{ from: body.userAddress, to: `${caip2Of(chain)}:${built.to}`, data: built.data },
        ...{ amount: body.amount, value: String(built.value) },
        ...ofEvm({ gas: String(built.gas ?? SWAP_GAS), gasPrice: String(await convert.gasPrice(chain)) }),
      },
      ...{ toAmount: String(built.toAmount), minimum: String(built.minimum) },
    }
  })
}

/** Spec 7, convert: what swaps cost and give, and the transactions that make them. The account's own wallet sends them. */
export function addConvertRoutes(routes: Routes): void {
  const convert = createConvert(routes.service)
  addTokensRoute(routes, convert)
  addQuotesRoute(routes, convert)
  addAllowanceRoute(routes, convert)
  addGasPriceRoute(routes, convert)
  addApproveRoute(routes, convert)
  addTransactionRoute(routes, convert)
}
