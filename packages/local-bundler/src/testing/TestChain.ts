import { type Anvil, poll, startAnvil } from '@latchkey/testing/node'
import {
  type Account,
  type Address,
  createPublicClient,
  createWalletClient,
  type Hex,
  type HttpTransport,
  http,
  type PublicClient,
  type TransactionReceipt,
  type WalletClient,
} from 'viem'
import { foundry } from 'viem/chains'
import { deployAccountContracts, deployTestTargets } from '../deployAccountContracts.ts'

export type TestChain = {
  anvil: Anvil
  client: PublicClient<HttpTransport, typeof foundry>
  /** Sends from an account whose key the node holds. */
  sender: (account: Address) => WalletClient<HttpTransport, typeof foundry, Account>
  /** Waits until the transaction is in a block. */
  mined: (sending: Promise<Hex>) => Promise<TransactionReceipt>
  /** Sets the time of the next block, in seconds since the epoch. */
  at: (time: number) => Promise<void>
  now: () => Promise<number>
  stop: () => Promise<void>
}

/** A chain with the contracts of smart accounts, some that misbehave, and without a bundler, for what contracts do by themselves. */
export async function startTestChain(): Promise<TestChain> {
  const anvil = await startAnvil({ prepare: deployAccountContracts })
  await deployTestTargets(anvil.call)
  const transport = http(anvil.url)
  const client = createPublicClient({ chain: foundry, transport, cacheTime: 0 })
  return {
    anvil,
    client,
    sender: (account) => createWalletClient({ account, chain: foundry, transport }),
    async mined(sending) {
      const hash = await sending
      // The node names the hash before the block is there, and no other block may follow.
      const receipt = await poll(() => client.getTransactionReceipt({ hash }), {
        name: `Transaction ${hash}`,
        interval: 5,
      })
      if (receipt.status !== 'success') throw new Error('The transaction reverted.')
      return receipt
    },
    async at(time) {
      await anvil.call('evm_setNextBlockTimestamp', [time])
    },
    now: async () => Number((await client.getBlock()).timestamp),
    stop: () => anvil.stop(),
  }
}
