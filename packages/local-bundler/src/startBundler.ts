import { devNull } from 'node:os'
import {
  freePort,
  type JsonRpc,
  jsonRpc,
  poll,
  portIsTaken,
  type RunningService,
  spawnService,
} from '@latchkey/testing/node'
import { accountContracts } from './accountContracts.ts'
import { altoProgram } from './altoProgram.ts'
import { fundBundler } from './fundBundler.ts'
import { bundlerExecutor, bundlerUtility } from './localKeys.ts'

export type BundlerOptions = {
  /** JSON-RPC of the chain, an anvil; the entry point must be there. */
  chainUrl: string
  /** Default: a free port. */
  port?: number
  /** Default: EntryPoint 0.7. */
  entryPoint?: string
  /** Output is appended here. Without it output is dropped. */
  logFile?: string
  /** Milliseconds until it must answer. Default 120 000: the first start on a cold disk is slow. */
  timeout?: number
  signal?: AbortSignal
}

export type Bundler = {
  readonly url: string
  readonly port: number
  /** Bare JSON-RPC. */
  call: JsonRpc
  /** Resolves with the reason when it ends without having been asked to; never rejects. */
  failed: Promise<string>
  /** SIGKILL, as a crash would. What it had not put into a block yet is lost. */
  kill: () => Promise<void>
  /** Starts again on the same port, with nothing pending. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

function argumentsFor(program: string, { chainUrl, entryPoint }: BundlerOptions, port: number): string[] {
  const settings = {
    'rpc-url': chainUrl,
    entrypoints: entryPoint ?? accountContracts.entryPoint,
    port,
    'executor-private-keys': bundlerExecutor.privateKey,
    'utility-private-key': bundlerUtility.privateKey,
    // The rules of ERC-7562 need a tracer that anvil does not have.
    'safe-mode': false,
    'min-bundle-interval': 50,
    'max-bundle-interval': 100,
    'block-time': 200,
    'log-level': 'warn',
  }
  return [program, 'run', ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, `${value}`])]
}

/** It reports to nobody and takes no settings but ours. */
const quiet = {
  OTEL_SDK_DISABLED: 'true',
  SENTRY_DSN: undefined,
  DOTENV_CONFIG_PATH: devNull,
  NODE_OPTIONS: undefined,
}

/** ms between two blocks that nothing but its start is waiting for. */
const BLOCK_PAUSE = 3_000

/**
 * At its start it deploys contracts and looks for their receipts when a block comes. On a busy machine it can miss the
 * one block that has its transaction, and a chain that mines on demand brings no other: so one is mined now and then.
 */
async function whenReady(service: RunningService, call: JsonRpc, options: BundlerOptions): Promise<void> {
  const dead = new AbortController()
  service.exited.then(({ reason }) => dead.abort(new Error(`${reason}\n${service.tail()}`.trim())))
  const signal = options.signal ? AbortSignal.any([dead.signal, options.signal]) : dead.signal
  const chain = jsonRpc(options.chainUrl)
  const mining = setInterval(() => chain('evm_mine', [], signal).catch(() => undefined), BLOCK_PAUSE)
  try {
    await poll((attempt) => call('eth_supportedEntryPoints', [], attempt), {
      name: 'The bundler',
      timeout: options.timeout ?? 120_000,
      signal,
    })
  } finally {
    clearInterval(mining)
  }
}

/**
 * Starts an ERC-4337 bundler as a process of its own on 127.0.0.1.
 *
 * @throws Error when it is not installed, the port is taken or it does not answer in time
 * @example
 * const bundler = await startBundler({ chainUrl: chain.url })
 * await bundler.call('eth_supportedEntryPoints')
 * await bundler.stop()
 */
export async function startBundler(options: BundlerOptions): Promise<Bundler> {
  const port = options.port ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const call = jsonRpc(url)
  const asked = new WeakSet<RunningService>()
  let report: (reason: string) => void = () => undefined
  const failed = new Promise<string>((resolve) => {
    report = resolve
  })
  const launch = async () => {
    if (await portIsTaken(port)) throw new Error(`The bundler cannot use port ${port}: it is taken.`)
    await fundBundler(jsonRpc(options.chainUrl))
    const service = await spawnService({
      name: 'The bundler',
      command: process.execPath,
      args: argumentsFor(await altoProgram(), options, port),
      env: quiet,
      ...(options.logFile ? { logFile: options.logFile } : {}),
    })
    try {
      await whenReady(service, call, options)
    } catch (error) {
      await service.stop()
      throw error
    }
    service.exited.then(({ reason }) => {
      if (!asked.has(service)) report(`${reason}\n${service.tail()}`.trim())
    })
    return service
  }
  const end = async (how: (running: RunningService) => unknown) => {
    asked.add(service)
    await how(service)
    await service.exited
  }
  let service = await launch()
  return {
    url,
    port,
    call,
    failed,
    kill: () => end((running) => running.kill('SIGKILL')),
    async restart() {
      await end((running) => running.stop())
      service = await launch()
    },
    stop: () => end((running) => running.stop()),
  }
}
