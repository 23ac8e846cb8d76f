import { testContracts } from '@latchkey/testing'
import { poll } from '@latchkey/testing/node'
import type { Page } from 'playwright'
import { encodeFunctionData, type Hex } from 'viem'
import type { Stack } from '../stack/startStack.ts'
import type { BenchContext } from './BenchContext.ts'
import { asNewVisitor, interleave } from './benchPage.ts'
import { startOperationFloor } from './operationFloor.ts'
import { type Pair, type Row, ratioRow } from './Row.ts'
import { recordClicks } from './recordClicks.ts'
import { press, signIn } from './visitorPath.ts'

const ROUNDS = 7
const CALLS = 10
const ETHER = 10n ** 18n

type Call = { to: Hex; data: Hex }
type Provider = { request(args: { method: string; params?: unknown }): Promise<unknown> }
type Times = { accepted: Promise<number>; id: Promise<string> }
type Asked = { asked: Times; provider: Provider }

const { token } = testContracts
const batchFor = (account: string): Call[] =>
  Array.from({ length: CALLS }, (_, index) => ({
    to: token.address,
    data: encodeFunctionData({
      abi: token.abi,
      functionName: 'mint',
      args: [account as Hex, BigInt(index + 1)],
    }),
  }))

/** Runs in the page: finds the wallet that it announces (EIP-6963), and the account. */
async function findProvider(): Promise<string> {
  const provider = await new Promise<Provider>((resolve) => {
    addEventListener('eip6963:announceProvider', ((event: CustomEvent) => {
      if (event.detail.info.rdns === 'dev.latchkey') resolve(event.detail.provider)
    }) as EventListener)
    dispatchEvent(new Event('eip6963:requestProvider'))
  })
  Object.assign(globalThis, { provider })
  const [address] = (await provider.request({ method: 'eth_accounts' })) as string[]
  return address ?? ''
}

/** Runs in the page: asks for the batch, and writes down the wall time at which the bundler had it. */
function ask(calls: readonly Call[]): void {
  const { provider } = globalThis as unknown as Asked
  const batch = { version: '2.0.0', chainId: '0x7a69', atomicRequired: true, calls }
  const sent = provider.request({ method: 'wallet_sendCalls', params: [batch] })
  const accepted = sent.then(() => performance.timeOrigin + performance.now())
  const id = sent.then((answer) => (answer as { id: string }).id)
  Object.assign(globalThis, { asked: { accepted, id } })
}

/** Runs in the page: what became of the batch so far (EIP-5792). */
async function look(): Promise<number> {
  const { provider, asked } = globalThis as unknown as Asked
  const answer = await provider.request({ method: 'wallet_getCallsStatus', params: [await asked.id] })
  return (answer as { status: number }).status
}

/** Waits until the batch is at rest. */
const endOf = (page: Page): Promise<number> =>
  poll(
    async () => {
      const status = await page.evaluate(look)
      if (status === 100) throw new Error('it is under way')
      return status
    },
    { name: 'the end of the batch' },
  )

/** ms from the click on Approve to the page's knowing that the bundler has the operation. */
async function timeBatch(page: Page, stack: Stack, calls: readonly Call[]): Promise<number> {
  await page.evaluate(ask, calls)
  const frame = page.frameLocator('iframe[title="Wallet"]')
  await press(page, frame.getByRole('button', { name: 'Approve' }).and(frame.locator('[data-state="ready"]')))
  const acceptedAt = await page.evaluate(() => (globalThis as unknown as Asked).asked.accepted)
  const wallet = page.frames().find((each) => each.url().startsWith(stack.origins.wallet))
  const clickedAt = await wallet?.evaluate(() => (globalThis as { clickedAt?: number }).clickedAt)
  const status = await endOf(page)
  if (status !== 200) throw new Error(`The batch ended with ${status}.`)
  return acceptedAt - (clickedAt ?? Number.NaN)
}

/** Approve click → user operation accepted, beside the same batch by the library alone on the same chain and bundler. */
export async function operationRows({ browser, stack }: BenchContext): Promise<Row[]> {
  const floor = await startOperationFloor(stack)
  const times = { ours: [] as number[], floor: [] as number[] } satisfies Pair
  await asNewVisitor(browser, async (page) => {
    await page.addInitScript(recordClicks)
    await page.goto(stack.origins.app)
    await signIn(page, stack, 'bench-operation@example.com')
    const address = await page.evaluate(findProvider)
    await stack.chain.setBalance(address, ETHER)
    const calls = batchFor(address)
    // The first ones set the accounts up.
    await timeBatch(page, stack, calls)
    await floor.time(calls)
    await interleave(ROUNDS, [
      async () => void times.ours.push(await timeBatch(page, stack, calls)),
      async () => void times.floor.push(await floor.time(calls)),
    ])
  })
  return [ratioRow('batch of 10: approve click → user operation accepted', times, 'ms')]
}
