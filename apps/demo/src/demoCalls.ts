import type { Eip1193Provider } from '@latchkey/sdk'
import { testContracts } from '@latchkey/testing'

type Request = Parameters<Eip1193Provider['request']>[0]
export type CallsAction = 'mint' | 'batch' | 'sponsoredBatch' | 'capabilities' | 'permission'

/** Anvil's second account: anyone knows its key. */
const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** Anvil's third account stands for a service that may spend within limits. */
const GRANTEE = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const { address: TOKEN } = testContracts.token
/** The token has six decimals. */
const TOKENS = 10n ** 6n
const MINT = '0x40c10f19'
const TRANSFER = '0xa9059cbb'
const DAY = 86_400

const hex = (value: bigint): string => `0x${value.toString(16)}`
const word = (value: string): string => value.replace(/^0x/, '').toLowerCase().padStart(64, '0')
/** ABI of `f(address,uint256)`. */
const tokenCall = (selector: string, to: string, amount: bigint) => ({
  to: TOKEN,
  data: `${selector}${word(to)}${word(hex(amount * TOKENS))}`,
})

/** Two payments in the test token and one in ether, as one request (EIP-5792). */
const batch = (from: string, chainId: string, capabilities?: object): Request => ({
  method: 'wallet_sendCalls',
  params: [
    {
      version: '2.0.0',
      from,
      chainId,
      atomicRequired: false,
      calls: [
        tokenCall(TRANSFER, RECIPIENT, 2n),
        tokenCall(TRANSFER, GRANTEE, 3n),
        { to: RECIPIENT, value: hex(10n ** 15n) },
      ],
      ...(capabilities ? { capabilities } : {}),
    },
  ],
})

/** The requests behind the demo's buttons about calls. `now` in seconds since the epoch. */
export function demoCalls(from: string, chainId: string, now: number): Record<CallsAction, Request> {
  return {
    mint: { method: 'eth_sendTransaction', params: [{ from, ...tokenCall(MINT, from, 100n) }] },
    batch: batch(from, chainId),
    // ERC-7677. It is optional: who is no customer of that service pays, or whoever pays for the page's visitors.
    sponsoredBatch: batch(from, chainId, {
      paymasterService: { url: 'https://paymaster.example.com/', optional: true },
    }),
    capabilities: { method: 'wallet_getCapabilities', params: [from, [chainId]] },
    // ERC-7715: five tokens a day, for a week.
    permission: {
      method: 'wallet_requestExecutionPermissions',
      params: [
        {
          chainId,
          from,
          to: GRANTEE,
          permission: {
            type: 'erc20-token-periodic',
            isAdjustmentAllowed: true,
            data: {
              tokenAddress: TOKEN,
              periodAmount: hex(5n * TOKENS),
              periodDuration: DAY,
              justification: 'Pays for your berth each day.',
            },
          },
          rules: [{ type: 'expiry', data: { timestamp: now + 7 * DAY } }],
        },
      ],
    },
  }
}
