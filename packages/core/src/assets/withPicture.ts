import type { Config } from '../interfaces/Config.ts'
import type { TokenBalance } from '../interfaces/Connector.ts'
import { serviceUrl } from '../remote/serviceUrl.ts'

/** TOKEN_IMAGE_PATH of the protocol. */
const TOKEN_IMAGES = '/public/getTokenImage'
/** Symbols whose marks come with the service. */
export const PICTURED: readonly string[] =
  '1inch aave ada ape arb avax axs bnb btc cbeth celo comp crv dai doge dot ens eth eurc fet frax gho gno grt imx ldo link ltc lusd mana mkr mnt op pendle pepe pol pyusd reth rpl sand shib snx sol strk sushi trx tusd uni usdc usde usdt wbtc xrp yfi'.split(
    ' ',
  )

/**
 * Where the mark is that the service keeps for a symbol, for an `<img>`. Who shows it has to know the token otherwise: anybody
 * may call a token USDC.
 *
 * @example tokenImageUrl(config, 'ETH') // 'https://api.example.net/public/getTokenImage/eth-v1?projectId=demo&…'
 */
export function tokenImageUrl(config: Config, symbol: string): string | undefined {
  const id = symbol.toLowerCase()
  return PICTURED.includes(id) ? serviceUrl(config, `${TOKEN_IMAGES}/${id}-v1`).href : undefined
}

/**
 * A token with the mark of its symbol, where it names no picture itself. Only for a network's own coin and for tokens that
 * the service has listed, which it knows by their addresses.
 */
export function withPicture(config: Config, token: TokenBalance): TokenBalance {
  const iconUrl = token.iconUrl ?? tokenImageUrl(config, token.symbol)
  return iconUrl === undefined ? token : { ...token, iconUrl }
}
