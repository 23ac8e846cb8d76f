import { createPublicClient, http, type PublicClient } from 'viem'
import { anvil } from 'viem/chains'
import type { Stack } from '../../scripts/stack/startStack.ts'

export const ether = 10n ** 18n
/** Anvil's second account: somebody to pay. */
export const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Another library's eyes on the stack's chain. */
export const chainClient = ({ chain }: Pick<Stack, 'chain'>): PublicClient =>
  createPublicClient({ chain: anvil, transport: http(chain.url), pollingInterval: 100 })
