import type { AdapterContext, Network, TokenBalance } from '@latchkey/core'
import { toWholeUnits } from '@latchkey/std/decimalUnits'
import type { Address } from '@solana/web3.js'
import { SolanaRequestError } from './errors.ts'
import { solanaRpc } from './solanaRpc.ts'
import { readHoldings } from './tokenAccounts.ts'

type Asked = { network: Network; address: string; signal?: AbortSignal | undefined }

/** SOL as a decimal string in whole units. */
export async function readBalance(
  context: AdapterContext,
  { network, address, signal }: Asked,
): Promise<string> {
  try {
    const { value } = await solanaRpc(context, network, signal)
      .getBalance(address as Address)
      .send()
    return toWholeUnits(BigInt(value), network.nativeCurrency.decimals)
  } catch (cause) {
    throw new SolanaRequestError({ cause })
  }
}

/** Letters of a mint by which a token without a known name is told. */
const START = 4

/** What a token goes by: nobody but its mint names it, and a name that it gives itself proves nothing. */
export const mintName = (mint: string) => ({
  name: `${mint.slice(0, START)}…${mint.slice(-START)}`,
  symbol: mint.slice(0, START),
})

/** SOL and every token that an account holds. Nobody but its mint names a token here, so it goes by its address. */
export async function readTokens(context: AdapterContext, asked: Asked): Promise<TokenBalance[]> {
  const { network, address, signal } = asked
  const { name, symbol, decimals } = network.nativeCurrency
  const rpc = solanaRpc(context, network, signal)
  try {
    const [native, holdings] = await Promise.all([
      readBalance(context, asked),
      readHoldings(rpc, address as Address),
    ])
    const chainId = network.caipNetworkId
    return [
      { name, symbol, chainId, quantity: { decimals: `${decimals}`, numeric: native } },
      ...holdings.map((one) => ({
        ...mintName(one.mint),
        chainId,
        address: `${chainId}:${one.mint}`,
        quantity: { decimals: `${one.decimals}`, numeric: toWholeUnits(one.units, one.decimals) },
      })),
    ]
  } catch (cause) {
    throw cause instanceof SolanaRequestError ? cause : new SolanaRequestError({ cause })
  }
}
