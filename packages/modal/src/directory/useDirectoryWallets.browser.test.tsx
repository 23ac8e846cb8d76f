import { type Config, close, createConfig, createStorage, open } from '@latchkey/core'
import { type AskWallets, keepWallets } from '@latchkey/core/directory'
import { LatchkeyProvider, useConfig, useSlice } from '@latchkey/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { failing } from '../workbench/pretend/pretendConnectors.ts'
import { FEW_NETWORKS } from '../workbench/pretend/sampleNetworks.ts'
import { answerWallets, sampleWallets } from '../workbench/pretend/sampleWallets.ts'
import { DirectoryProvider, useDirectoryWallets } from './DirectoryContext.tsx'
import { slowWallets } from './testing/slowWallets.ts'

let config: Config
const make = (parameters: Partial<Parameters<typeof createConfig>[0]> = {}) => {
  config = createConfig({
    projectId: 'test',
    networks: FEW_NETWORKS,
    services: { walletOrigin: 'https://wallet.example', apiOrigin: 'https://api.example.net' },
    connectors: [],
    // Wallets that another test has used must not count as recent here.
    storage: createStorage(() => undefined),
    ...parameters,
  })
}
function Names() {
  const { featured, recommended, count } = useDirectoryWallets(useSlice(useConfig().modal).open)
  return (
    <p data-testid="names">
      {[...featured, ...recommended].map(({ id }) => id).join(' ')} of {count ?? 'unknown'}
    </p>
  )
}
/** As the modal does: every opening draws its views anew. */
function Openings() {
  const { open: isOpen } = useSlice(useConfig().modal)
  return <Names key={String(isOpen)} />
}
const draw = (ask: AskWallets) =>
  render(
    <LatchkeyProvider config={config}>
      <DirectoryProvider ask={ask}>
        <Openings />
      </DirectoryProvider>
    </LatchkeyProvider>,
  )
const openAgain = async (ask: { mock: { settledResults: { type: string }[] } }) => {
  await expect.poll(() => ask.mock.settledResults.at(-1)?.type).toBe('fulfilled')
  close(config)
  // React draws the closed modal first.
  await new Promise((resolve) => requestAnimationFrame(resolve))
  open(config)
}

afterEach(() => config.destroy())

describe('useDirectoryWallets', () => {
  it('R9-34 asks nobody before the modal opens, then by one request, and lists 4 at the next opening', async () => {
    make()
    const ask = vi.fn(answerWallets(sampleWallets(90)))
    const screen = await draw(ask)
    expect(ask).not.toHaveBeenCalled()
    await expect.element(screen.getByTestId('names')).toHaveTextContent('of unknown')
    open(config)
    await openAgain(ask)
    await expect
      .element(screen.getByTestId('names'))
      .toHaveTextContent('wallet-1 wallet-2 wallet-3 wallet-4 of 90')
    expect(ask.mock.calls.map(([question]) => question)).toEqual([{ page: 1, entries: 40 }])
  })

  it('lists what the page features first, wherever the directory has it', async () => {
    make({ featuredWalletIds: ['wallet-88', 'wallet-2'] })
    const ask = vi.fn(answerWallets(sampleWallets(90)))
    const screen = await draw(ask)
    open(config)
    await expect.poll(() => ask.mock.calls.length).toBe(2)
    await openAgain(ask)
    await expect
      .element(screen.getByTestId('names'))
      .toHaveTextContent('wallet-88 wallet-2 wallet-1 wallet-3 wallet-4 wallet-5 of 90')
  })

  it('is silent about a failure, and asks again when the modal opens again', async () => {
    make()
    const answer = answerWallets(sampleWallets(90))
    const ask = vi.fn<AskWallets>(() => failing(5080))
    const screen = await draw(ask)
    open(config)
    await expect.poll(() => ask.mock.calls.length).toBe(1)
    await expect.element(screen.getByTestId('names')).toHaveTextContent('of unknown')
    ask.mockImplementation(answer)
    close(config)
    await expect.element(screen.getByTestId('names')).toHaveTextContent('of unknown')
    expect(ask).toHaveBeenCalledTimes(1)
    open(config)
    await expect.poll(() => ask.mock.calls.length).toBe(2)
    await openAgain(ask)
    await expect.element(screen.getByTestId('names')).toHaveTextContent('wallet-4 of 90')
    expect(ask).toHaveBeenCalledTimes(2)
  })

  it('asks nobody where the page wants no wallets', async () => {
    make({ enableWallets: false })
    const ask = vi.fn(answerWallets(sampleWallets(90)))
    const screen = await draw(ask)
    open(config)
    await expect.element(screen.getByTestId('names')).toHaveTextContent('of unknown')
    expect(ask).not.toHaveBeenCalled()
  })

  it('changes nothing on the screen when an answer comes', async () => {
    make()
    const slow = slowWallets()
    const screen = await draw(slow.ask)
    open(config)
    await expect.poll(() => slow.asked.length).toBe(1)
    slow.answer(0, sampleWallets(40), 90)
    await expect.poll(() => config.storage.get('wallets')).toContain('wallet-1')
    expect(screen.getByTestId('names').element().textContent).toBe(' of unknown')
  })

  it('draws at once what the directory said at an earlier visit, without a wallet that it lists no longer', async () => {
    make()
    keepWallets(config, { wallets: sampleWallets(5), picked: [], count: 90 })
    const slow = slowWallets()
    const screen = await draw(slow.ask)
    open(config)
    expect(screen.getByTestId('names').element().textContent).toBe(
      'wallet-1 wallet-2 wallet-3 wallet-4 of 90',
    )
    await expect.poll(() => slow.asked.length).toBe(1)
    slow.answer(0, sampleWallets(40).slice(1), 89)
    await expect
      .element(screen.getByTestId('names'))
      .toHaveTextContent('wallet-2 wallet-3 wallet-4 wallet-5 of 90')
  })
})
