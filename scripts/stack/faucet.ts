import { mintMoney } from '@latchkey/local-bundler'
import { jsonRpc } from '@latchkey/testing/node'
import { localMoney } from './serviceEnv.mjs'

/** What a new account of the local chain is given, in wei: one ether. */
const GIFT = 10n ** 18n
/** And of each of the two dollars, in base units: a hundred. */
const DOLLARS = 100_000_000n

const isAddress = (value: unknown): value is `0x${string}` =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)

/** Gives a new account of the local chain something to spend: ether and tokens. Answers what it has of ether then. */
export function createFaucet(chainUrl: string): (body: unknown) => Promise<{ balance: string }> {
  const call = jsonRpc(chainUrl)
  return async (body) => {
    const address = typeof body === 'object' && body !== null && 'address' in body ? body.address : undefined
    if (!isAddress(address)) throw new TypeError('Send { "address": "0x…" }.')
    const before = BigInt(String(await call('eth_getBalance', [address, 'latest'])))
    const balance = `0x${(before + GIFT).toString(16)}`
    await call('anvil_setBalance', [address, balance])
    for (const token of [localMoney.dollar, localMoney.oldDollar])
      await mintMoney(call, token, address.toLowerCase() as `0x${string}`, DOLLARS)
    return { balance }
  }
}
