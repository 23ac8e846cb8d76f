import {
  type CaipNetworkId,
  type Config,
  connectorOf,
  findNetwork,
  InvalidRequestParamsError,
  NetworkNotAddableError,
  type RequestArguments,
  switchNetwork,
} from '@latchkey/core'
import { parseUrl } from '@latchkey/std/parseUrl'
import { NAMESPACE } from './providerContext.ts'

/** EIP-3326 and EIP-3085: an integer as a hexadecimal text, without leading zeros. */
const CHAIN_ID = /^0x[1-9a-fA-F][0-9a-fA-F]{0,12}$/
/** As many addresses as anyone lists of one network. */
const MOST_URLS = 32

/**
 * EIP-3326, `wallet_switchEthereumChain`. A network that the page does not list is 4902.
 *
 * @throws InvalidRequestParamsError, NetworkNotFoundError, or what the wallet rejects with
 */
export async function switchChain(config: Config, { params }: RequestArguments): Promise<null> {
  await switchNetwork(config, networkOf(onlyObject(params)))
  return null
}

/**
 * EIP-3085, `wallet_addEthereumChain`. A network that the page lists is switched to, which adds it in a wallet that lacks
 * it; what the request says of it is not used. Any other is refused: the page could not read it, and the embedded wallet
 * reads networks through its service alone, so that no page can show it a network that lies.
 *
 * @throws InvalidRequestParamsError, NetworkNotAddableError or NetworkNotFoundError (4902), or what the wallet rejects with
 */
export async function addChain(config: Config, args: RequestArguments): Promise<null> {
  const parameter = onlyObject(args.params)
  const caipNetworkId = networkOf(parameter)
  if (!describesNetwork(parameter)) throw new InvalidRequestParamsError()
  const isListed = findNetwork(config.networks.getState(), caipNetworkId) !== undefined
  if (!isListed && connectorOf(config, NAMESPACE)?.approvesInFrame)
    throw new NetworkNotAddableError({ details: caipNetworkId })
  await switchNetwork(config, caipNetworkId)
  return null
}

type Fields = Readonly<Record<string, unknown>>

/** Both take an array of exactly one object. */
function onlyObject(params: unknown): Fields {
  const [first, ...more]: unknown[] = Array.isArray(params) ? params : []
  if (typeof first !== 'object' || first === null || Array.isArray(first) || more.length > 0)
    throw new InvalidRequestParamsError()
  return first as Fields
}

function networkOf({ chainId }: Fields): CaipNetworkId {
  if (typeof chainId !== 'string' || !CHAIN_ID.test(chainId)) throw new InvalidRequestParamsError()
  return `${NAMESPACE}:${Number(chainId)}`
}

const isText = (value: unknown): boolean =>
  typeof value === 'string' && value.length > 0 && value.length <= 256

/** The members of EIP-3085 beside `chainId`: each may be left out, none may be something else. */
function describesNetwork(fields: Fields): boolean {
  const { chainName, nativeCurrency, rpcUrls, blockExplorerUrls, iconUrls } = fields
  return (
    (chainName === undefined || isText(chainName)) &&
    (nativeCurrency === undefined || isCurrency(nativeCurrency)) &&
    [rpcUrls, blockExplorerUrls, iconUrls].every(
      (urls) => urls === undefined || urls === null || isUrls(urls),
    )
  )
}

function isCurrency(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { name, symbol, decimals } = value as Fields
  return (
    (name === undefined || isText(name)) &&
    isText(symbol) &&
    Number.isInteger(decimals) &&
    (decimals as number) >= 0 &&
    (decimals as number) <= 36
  )
}

const isUrls = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length <= MOST_URLS &&
  value.every((url) => typeof url === 'string' && url.length <= 2_048 && parseUrl(url) !== undefined)
