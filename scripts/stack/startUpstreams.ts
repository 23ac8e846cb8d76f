import { join } from 'node:path'
import {
  deployAccountContracts,
  deployMoneyContracts,
  deployNameResolver,
  deploySwapContracts,
  type OnrampSandbox,
  startOnrampSandbox,
} from '@latchkey/local-bundler'
import {
  type Anvil,
  type BitcoinServer,
  type FarcasterChain,
  type FarcasterRelay,
  type IdentityProvider,
  type Mail,
  type SolanaServer,
  startAnvil,
  startBitcoin,
  startFarcasterChain,
  startFarcasterRelay,
  startIdentityProvider,
  startMail,
  startSolana,
} from '@latchkey/testing/node'
import { privateKeyToAddress } from 'viem/accounts'
import { localNames, type StackPorts, stackOrigins } from './serviceEnv.mjs'

/** What the service talks to, all on this machine. */
export type Upstreams = {
  mail: Mail
  chain: Anvil
  /** Stands for google, apple, github, facebook, x and discord. */
  identity: IdentityProvider
  farcaster: FarcasterRelay
  /** Optimism as Farcaster's registries need it. */
  optimism: FarcasterChain
  /** A provider for buying that takes no money. */
  onramp: OnrampSandbox
  solana: SolanaServer
  bitcoin: BitcoinServer
}

/** How often what waits on the local Bitcoin chain gets a block, ms. */
const BITCOIN_BLOCK_TIME = 15_000

export type Stoppable = { stop: () => Promise<unknown> }

/** Remembers a part as soon as it has started, so that it is stopped even when another one fails. */
export type Keep = <T extends Stoppable>(starting: Promise<T>) => Promise<T>

/** Waits for all even when one fails, then throws its reason: what starts late must be known to be stopped. */
export async function allStarted<T extends readonly unknown[]>(
  starting: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  await Promise.allSettled(starting)
  return (await Promise.all(starting)) as unknown as T
}

/** Starts what the service talks to, all at once. */
export async function startUpstreams(
  options: {
    ports: StackPorts
    dataDir: string
    logs: string
    /** How often what waits on the Bitcoin chain gets a block, ms. */
    bitcoinBlockTime?: number | undefined
    signal?: AbortSignal | undefined
  },
  keep: Keep,
): Promise<Upstreams> {
  const { ports, dataDir, logs, bitcoinBlockTime: blockTime = BITCOIN_BLOCK_TIME } = options
  const signal = options.signal ? { signal: options.signal } : {}
  const stateFile = join(dataDir, 'chain.json')
  const [mail, chain, identity, farcaster, optimism, solana, bitcoin, onramp] = await allStarted([
    keep(startMail({ smtpPort: ports.smtp, httpPort: ports.inbox })),
    keep(
      startAnvil({
        port: ports.chain,
        stateFile,
        logFile: join(logs, 'chain.log'),
        // Also on a chain that an earlier version has left.
        prepare: async (call) => {
          await deployAccountContracts(call)
          await deployMoneyContracts(call)
          await deploySwapContracts(call)
          await deployNameResolver(call, {
            urls: [`${stackOrigins(ports).api}/names/v1/ccip/{sender}/{data}.json`],
            signers: [privateKeyToAddress(localNames.signerKey)],
            zones: localNames.zones,
          })
        },
        ...signal,
      }),
    ),
    keep(startIdentityProvider({ port: ports.identity, walletOrigin: stackOrigins(ports).wallet })),
    keep(startFarcasterRelay({ port: ports.farcaster, ownLinks: true })),
    keep(startFarcasterChain({ port: ports.optimism, logFile: join(logs, 'optimism.log'), ...signal })),
    keep(startSolana({ port: ports.solana })),
    keep(startBitcoin({ port: ports.bitcoin, blockTime })),
    keep(
      startOnrampSandbox({
        port: ports.onramp,
        origin: stackOrigins(ports).onramp,
        chainUrl: `http://127.0.0.1:${ports.chain}`,
      }),
    ),
  ])
  return { mail, chain, identity, farcaster, optimism, solana, bitcoin, onramp }
}
