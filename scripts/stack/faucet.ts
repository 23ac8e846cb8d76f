import { jsonRpc } from '@latchkey/testing/node'

/** What a new account of the local chain is given, in wei: one ether. */
const GIFT = 10n ** 18n

/** Gives a new account of the local chain something to spend. Answers what the account has then. */
export function createFaucet(chainUrl: string): (body: unknown) => Promise<{ balance: string }> {
  const call = jsonRpc(chainUrl)
  return async (body) => {
    const address = typeof body === 'object' && body !== null && 'address' in body ? body.address : undefined
    if (typeof address !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(address))
      throw new TypeError('Send { "address": "0x…" }.')
    const before = BigInt(String(await call('eth_getBalance', [address, 'latest'])))
    const balance = `0x${(before + GIFT).toString(16)}`
    await call('anvil_setBalance', [address, balance])
    return { balance }
  }
}
