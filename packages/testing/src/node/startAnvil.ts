import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testContracts } from '../contracts/testContracts.ts'
import { anvilBinary } from './anvilBinary.ts'
import { deployTestContracts } from './deployTestContracts.ts'
import { freePort } from './freePort.ts'
import { type JsonRpc, jsonRpc } from './jsonRpc.ts'
import { poll } from './poll.ts'
import { portIsTaken } from './portIsTaken.ts'
import { sendFromDev } from './sendFromDev.ts'
import { type RunningService, spawnService } from './spawnService.ts'

export type AnvilOptions = {
  /** Default: a free port. */
  port?: number
  /** Default 31337. */
  chainId?: number
  /** Seconds between blocks; without it each transaction makes a block. */
  blockTime?: number
  /** Whether the test contracts are deployed. Default true. */
  contracts?: boolean
  /** Puts more on the chain at each start, a restart too; it finds what an earlier one has left. */
  prepare?: (call: JsonRpc) => Promise<unknown>
  /** Where the chain is kept between runs. Default: a temporary file that lives until `stop`. */
  stateFile?: string
  logFile?: string
  /** More arguments for anvil. */
  args?: readonly string[]
  /** Milliseconds until it must answer. Default 120 000. */
  timeout?: number
  signal?: AbortSignal
}

export type Anvil = {
  readonly url: string
  readonly port: number
  readonly chainId: number
  readonly contracts: typeof testContracts
  /** Bare JSON-RPC. */
  call: JsonRpc
  /** Sets a native balance, in wei. */
  setBalance: (address: string, wei: bigint) => Promise<void>
  /** Mints test tokens, in base units (six decimals). */
  mintToken: (address: string, amount: bigint) => Promise<void>
  /** Mints one collectible. */
  mintCollectible: (address: string, tokenId: bigint) => Promise<void>
  /** Resolves with the reason when it ends without having been asked to; never rejects. */
  failed: Promise<string>
  /** SIGKILL, as a crash would. The state since the last clean end is lost. */
  kill: () => Promise<void>
  /** Starts again on the same port, with the state of the last clean end. */
  restart: () => Promise<void>
  /** Ends it and removes the temporary state. */
  stop: () => Promise<void>
}

const word = (value: bigint) => value.toString(16).padStart(64, '0')

/** Killed before it has written its state, anvil comes back without it. Milliseconds. */
const WRITING = 60_000

const MINT_SELECTOR = '0x40c10f19'

function minter(call: JsonRpc, contract: string) {
  return async (address: string, value: bigint) => {
    const data = `${MINT_SELECTOR}${word(BigInt(address))}${word(value)}`
    await sendFromDev(call, contract, data)
  }
}

async function whenReady(service: RunningService, call: JsonRpc, options: AnvilOptions): Promise<void> {
  const dead = new AbortController()
  service.exited.then(({ reason }) => dead.abort(new Error(`${reason}\n${service.tail()}`.trim())))
  const signal = options.signal ? AbortSignal.any([dead.signal, options.signal]) : dead.signal
  await poll((attempt) => call('eth_blockNumber', [], attempt), {
    name: 'anvil',
    signal,
    ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
  })
}

/**
 * Starts anvil (a real EVM chain) from the npm binary on 127.0.0.1 and deploys an ERC-20 and an ERC-721.
 *
 * @throws Error when it is not installed, the port is taken or it does not answer in time
 * @example
 * const chain = await startAnvil()
 * await chain.setBalance(account, 10n ** 18n)
 * await chain.stop()
 */
export async function startAnvil(options: AnvilOptions = {}): Promise<Anvil> {
  const { chainId = 31337, contracts = true } = options
  const port = options.port ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const call = jsonRpc(url)
  const temporary = options.stateFile ? undefined : mkdtempSync(join(tmpdir(), 'latchkey-anvil-'))
  const stateFile = options.stateFile ?? join(temporary ?? '', 'state.json')
  const args = ['--host', '127.0.0.1', '--port', `${port}`, '--chain-id', `${chainId}`, '--quiet']
  args.push('--state', stateFile, ...(options.blockTime ? ['--block-time', `${options.blockTime}`] : []))

  const asked = new WeakSet<RunningService>()
  let report: (reason: string) => void = () => undefined
  const failed = new Promise<string>((resolve) => {
    report = resolve
  })
  const launch = async () => {
    // Without this check another chain on the port would answer for ours.
    if (await portIsTaken(port)) throw new Error(`anvil cannot use port ${port}: it is taken.`)
    const service = await spawnService({
      name: 'anvil',
      command: anvilBinary(),
      args: [...args, ...(options.args ?? [])],
      ...(options.logFile ? { logFile: options.logFile } : {}),
      // anvil writes its state on SIGINT and SIGTERM alike.
      stopSignal: 'SIGINT',
    })
    try {
      await whenReady(service, call, options)
      if (contracts) await deployTestContracts(call)
      await options.prepare?.(call)
      service.exited.then(({ reason }) => {
        if (!asked.has(service)) report(`${reason}\n${service.tail()}`.trim())
      })
      return service
    } catch (error) {
      await service.stop()
      throw error
    }
  }
  const end = async (how: (running: RunningService) => unknown) => {
    asked.add(service)
    await how(service)
    await service.exited
  }
  const clean = () => temporary && rmSync(temporary, { recursive: true, force: true })
  let service = await launch().catch((error: unknown) => {
    clean()
    throw error
  })

  return {
    url,
    port,
    chainId,
    contracts: testContracts,
    call,
    async setBalance(address, wei) {
      await call('anvil_setBalance', [address, `0x${wei.toString(16)}`])
    },
    mintToken: minter(call, testContracts.token.address),
    mintCollectible: minter(call, testContracts.collectible.address),
    failed,
    kill: () => end((running) => running.kill('SIGKILL')),
    async restart() {
      await end((running) => running.stop(WRITING))
      service = await launch()
    },
    async stop() {
      await end((running) => running.stop(temporary ? undefined : WRITING))
      clean()
    },
  }
}
