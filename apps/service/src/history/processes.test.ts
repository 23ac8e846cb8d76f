import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getAccountHistory } from '@latchkey/protocol/http'
import {
  type Anvil,
  freePort,
  type Postgres,
  type RunningService,
  sendTransaction,
  spawnService,
  startAnvil,
  startPostgres,
  waitForHttp,
} from '@latchkey/testing/node'
import { numberToHex, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '../db/Database.ts'
import { historyBlocks, historyChains } from '../db/historySchema.ts'
import { openDatabase } from '../db/openDatabase.ts'
import { askAsPage } from '../testing/askAsPage.ts'
import { createDevice } from '../testing/createDevice.ts'
import { createTestService, type TestService } from '../testing/createTestService.ts'
import { createActiveWallet } from '../testing/createVault.ts'
import { overPostgres } from '../testing/database.ts'
import { serviceProgram } from '../testing/serviceProgram.ts'

const STRANGER = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
const NAMES = ['one', 'two'] as const
type Name = (typeof NAMES)[number]

let folder: string
let chain: Anvil
let server: Postgres
let database: OpenDatabase
let service: TestService
let node: Awaited<ReturnType<typeof startNode>>
let account: string
const processes = new Map<Name, RunningService>()

/** The chain, at an address of its own for each process: it writes down whom it told which logs, and can keep them waiting. */
async function startNode() {
  const told: { by: string; blockHash: string }[] = []
  let holds = false
  const held: string[] = []
  const proxy = createServer(async (request, response) => {
    const by = request.url?.slice(1) ?? ''
    const body = await new Response(request as never).text()
    const { method, params } = JSON.parse(body)
    if (method === 'eth_getLogs') {
      if (holds) return void held.push(by)
      told.push({ by, blockHash: params[0].blockHash })
    }
    const answer = await fetch(chain.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    response.writeHead(200, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    told,
    held,
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** Keeps those who ask for logs waiting for ever, until it is told otherwise. */
    hold(isHeld: boolean) {
      holds = isHeld
    },
    stop: () =>
      new Promise<void>((resolve) => {
        proxy.close(() => resolve())
        proxy.closeAllConnections()
      }),
  }
}

const chainAt = (rpcUrl: string) => ({
  id: 31_337,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [rpcUrl],
  testnet: true,
})

async function startProcess(name: Name): Promise<void> {
  const port = await freePort()
  const origin = (kind: string) => `http://${kind}.localhost:${port}`
  const running = await spawnService({
    name: `Process ${name}`,
    command: process.execPath,
    args: [await serviceProgram()],
    logFile: join(folder, name),
    env: {
      PORT: `${port}`,
      WALLET_ORIGIN: origin('wallet'),
      KEYS_ORIGIN: origin('keys'),
      API_ORIGIN: origin('api'),
      DATABASE_URL: server.url,
      KEK: '01'.repeat(32),
      RECOVERY_KEK: '02'.repeat(32),
      PEPPER: '03'.repeat(32),
      FRAME_DIST: folder,
      KEYS_DIST: folder,
      CHAINS: JSON.stringify([chainAt(`${node.url}/${name}`)]),
      PROJECTS: JSON.stringify([{ id: 'demo', name: 'Demo', mode: 'development', allowedOrigins: [] }]),
    },
  })
  processes.set(name, running)
  await waitForHttp(`http://127.0.0.1:${port}/live`)
}

beforeAll(async () => {
  if (!overPostgres()) return
  folder = mkdtempSync(join(tmpdir(), 'latchkey-history-'))
  ;[chain, server] = await Promise.all([startAnvil(), startPostgres({ from: 'installed' })])
  node = await startNode()
  database = await openDatabase({ url: server.url })
  // The wallet is made here, and this one follows no network.
  service = await createTestService({ deps: { database }, chains: [chainAt(chain.url)] })
  const device = await createDevice(service)
  const wallet = await createActiveWallet(service, device, await device.signIn('ada@example.com'))
  account = wallet.account.address
  await Promise.all(NAMES.map(startProcess))
})
afterAll(async () => {
  if (!overPostgres()) return
  for (const running of processes.values()) await running.stop()
  await service.stop()
  await database.close()
  await Promise.all([chain.stop(), server.stop(), node.stop()])
  rmSync(folder, { recursive: true, force: true })
})

async function pay(times: number): Promise<void> {
  for (let index = 0; index < times; index++)
    await sendTransaction(chain.call, {
      ...{ from: STRANGER, to: account, value: numberToHex(parseEther('0.5')) },
    })
}

async function told(): Promise<number> {
  const query = 'chainId=eip155:31337&projectId=demo&st=html&sv=html-0.1.0'
  const { body } = await askAsPage(service, `/v1/account/${account}/history?${query}`)
  return getAccountHistory.reply.parse(body).data.length
}

test.runIf(overPostgres())(
  'of two processes one reads each block, and the other loses nothing when that one is killed',
  async () => {
    // What was before the first look is not read.
    const head = async () => (await database.db.select().from(historyChains))[0]?.head
    await expect.poll(head, { timeout: 60_000 }).toEqual(expect.any(Number))
    await pay(4)
    await expect.poll(told, { timeout: 60_000 }).toBe(4)
    const [reader] = node.told.map(({ by }) => by as Name)
    const other = NAMES.find((name) => name !== reader)

    node.hold(true)
    await pay(3)
    // It asks more than once.
    await expect.poll(() => [...new Set(node.held)], { timeout: 60_000 }).toEqual([reader])
    processes.get(reader as Name)?.kill('SIGKILL')
    await processes.get(reader as Name)?.exited
    node.hold(false)
    // As the minute goes by that the network was lent for.
    await database.db.update(historyChains).set({ leasedUntil: 0 })
    await expect.poll(told, { timeout: 60_000 }).toBe(7)

    expect(new Set(node.told.map(({ by }) => by))).toEqual(new Set([reader, other]))
    const hashes = node.told.map(({ blockHash }) => blockHash)
    expect(hashes).toEqual([...new Set(hashes)])
    const numbers = (await database.db.select().from(historyBlocks))
      .map(({ number }) => number)
      .sort((one, two) => one - two)
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index))
  },
)
