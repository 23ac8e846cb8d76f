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
 * A token with the mark that the service keeps for its symbol, where it names no picture itself. Only for a network's own
 * coin and for tokens that the service has listed, which it knows by their addresses: anybody may call a token USDC.
 *
 * @example withPicture(config, ether).iconUrl // 'https://api.example.net/public/getTokenImage/eth-v1?projectId=demo&…'
 */
export function withPicture(config: Config, token: TokenBalance): TokenBalance {
  const id = token.symbol.toLowerCase()
  if (token.iconUrl !== undefined || !PICTURED.includes(id)) return token
  return { ...token, iconUrl: serviceUrl(config, `${TOKEN_IMAGES}/${id}-v1`).href }
}
