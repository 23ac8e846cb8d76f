import { type Anvil, type AnvilOptions, startAnvil } from '@latchkey/testing/node'
import { accountContracts } from './accountContracts.ts'
import { deployAccountContracts } from './deployAccountContracts.ts'
import { type Bundler, startBundler } from './startBundler.ts'

export type AccountWorldOptions = {
  /** For the chain; it gets a free port of its own when left out. */
  chain?: AnvilOptions
  /** Default: a free port. */
  bundlerPort?: number
  /** Output of the bundler is appended here. Without it output is dropped. */
  bundlerLog?: string
  signal?: AbortSignal
}

export type AccountWorld = {
  chain: Anvil
  bundler: Bundler
  contracts: typeof accountContracts
  stop: () => Promise<void>
}

/**
 * Starts a chain with the contracts of smart accounts, and a bundler for it. Logs nothing unless files are named.
 *
 * @throws Error when a part does not start; what had started is stopped again
 * @example
 * const world = await startAccountWorld()
 * await world.bundler.call('eth_sendUserOperation', [operation, world.contracts.entryPoint])
 * await world.stop()
 */
export async function startAccountWorld(options: AccountWorldOptions = {}): Promise<AccountWorld> {
  const signal = options.signal ? { signal: options.signal } : {}
  const chain = await startAnvil({ ...options.chain, prepare: deployAccountContracts, ...signal })
  try {
    const bundler = await startBundler({
      chainUrl: chain.url,
      ...(options.bundlerPort === undefined ? {} : { port: options.bundlerPort }),
      ...(options.bundlerLog === undefined ? {} : { logFile: options.bundlerLog }),
      ...signal,
    })
    const stop = async () => {
      await bundler.stop()
      await chain.stop()
    }
    return { chain, bundler, contracts: accountContracts, stop }
  } catch (error) {
    await chain.stop()
    throw error
  }
}
