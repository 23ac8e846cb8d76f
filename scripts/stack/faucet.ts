import { randomInt } from 'node:crypto'
import { giveCollectible, mintCollectible, mintMoney } from '@latchkey/local-bundler'
import { decodeBase58 } from '@latchkey/std/base58'
import { devAccounts } from '@latchkey/testing'
import { jsonRpc } from '@latchkey/testing/node'
import { localMoney, type StackPorts } from './serviceEnv.mjs'
import { tileUri } from './tileArt.ts'

/** What a new account of the local chain is given, in wei: one ether. */
const GIFT = 10n ** 18n
/** And of each of the two dollars, in base units: a hundred. */
const DOLLARS = 100_000_000n

const isAddress = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)

/** What a new account of the local Solana chain is given, in lamports: two SOL; and a hundred of its coin. */
const SOL_GIFT = 2_000_000_000
const COINS = 100_000_000

const isSolanaAddress = (value: unknown): value is string =>
  typeof value === 'string' && decodeBase58(value)?.length === 32

/** Gives a new account of the local Solana chain something to spend. Answers what it has of lamports then. */
function createSolanaFaucet(url: string) {
  const call = jsonRpc(url)
  return async (address: string) => {
    await call('requestAirdrop', [address, SOL_GIFT])
    await call('latchkey_mint', [address, COINS])
    const { value } = (await call('getBalance', [address])) as { value: number }
    return { balance: `${value}` }
  }
}

/** What a new account of the local Bitcoin chain is given, in satoshis: a hundredth of a bitcoin. */
const SATOSHI_GIFT = 1_000_000

const isBitcoinAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^bcrt1[02-9ac-hj-np-z]{38,58}$/.test(value)

/** Gives a new account of the local Bitcoin chain something to spend, in a block of its own. Answers what it has of satoshis then. */
async function giveBitcoin(url: string, address: string): Promise<{ balance: string }> {
  const limit = { signal: AbortSignal.timeout(10_000) }
  const body = `${address} ${SATOSHI_GIFT}`
  const given = await fetch(`${url}/latchkey/give`, { method: 'POST', body, ...limit })
  if (!given.ok) throw new TypeError(await given.text())
  const coins = (await (await fetch(`${url}/address/${address}/utxo`, limit)).json()) as { value: number }[]
  return { balance: `${coins.reduce((sum, { value }) => sum + value, 0)}` }
}

/** A collectible that the developer made before and gives away: what is made for somebody on the spot is taken for spam. */
async function giveTile(call: ReturnType<typeof jsonRpc>, to: `0x${string}`): Promise<void> {
  const [{ address: developer }] = devAccounts
  const tokenId = BigInt(randomInt(2 ** 47))
  await mintCollectible(call, developer, { tokenId, uri: tileUri(tokenId) })
  await giveCollectible(call, developer, to, tokenId)
}

export type FaucetAddresses = { chainUrl: string; solanaUrl?: string; bitcoinUrl?: string }

/** Where the chains of a stack on these ports are. */
export const faucetAddresses = ({ chain, solana, bitcoin }: StackPorts): FaucetAddresses => ({
  chainUrl: `http://127.0.0.1:${chain}`,
  solanaUrl: `http://127.0.0.1:${solana}`,
  bitcoinUrl: `http://127.0.0.1:${bitcoin}`,
})

/**
 * Gives a new account of a local chain something to spend: coins and tokens, and a collectible. Answers what it has of coins then, base units.
 *
 * @param addresses of the local chains; what is left out does not give
 */
export function createFaucet({
  chainUrl,
  solanaUrl,
  bitcoinUrl,
}: FaucetAddresses): (body: unknown) => Promise<{ balance: string }> {
  const call = jsonRpc(chainUrl)
  const giveSol = solanaUrl ? createSolanaFaucet(solanaUrl) : undefined
  return async (body) => {
    const address = typeof body === 'object' && body !== null && 'address' in body ? body.address : undefined
    if (giveSol && isSolanaAddress(address)) return giveSol(address)
    if (bitcoinUrl && isBitcoinAddress(address)) return giveBitcoin(bitcoinUrl, address)
    if (!isAddress(address)) throw new TypeError('Send { "address": "0x…" }.')
    const before = BigInt(String(await call('eth_getBalance', [address, 'latest'])))
    const balance = `0x${(before + GIFT).toString(16)}`
    await call('anvil_setBalance', [address, balance])
    for (const token of [localMoney.dollar, localMoney.oldDollar])
      await mintMoney(call, token, address.toLowerCase() as `0x${string}`, DOLLARS)
    await giveTile(call, address.toLowerCase() as `0x${string}`)
    return { balance }
  }
}
