import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useConnect, useConnection, useConnectors, useDisconnect, WagmiProvider } from 'wagmi'
import { majors, openPage, takeWallet, type WagmiPage } from './testing/wagmiPage.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
let root: Root | undefined
let opened: WagmiPage | undefined

beforeEach(() => localStorage.clear())
afterEach(close)

function close(): void {
  root?.unmount()
  opened?.destroy()
  document.body.replaceChildren()
}

function App() {
  const { address, status } = useConnection()
  const connect = useConnect()
  const disconnect = useDisconnect()
  const [connector] = useConnectors()
  if (status === 'connected')
    return (
      <button type="button" onClick={() => disconnect.mutate()}>
        Leave {address}
      </button>
    )
  return (
    <button type="button" onClick={() => connector && connect.mutate({ connector })}>
      Enter ({status})
    </button>
  )
}

function load(wallet?: WagmiPage['wallet']): WagmiPage {
  const [, wagmi] = majors[0] as (typeof majors)[0]
  opened = openPage(wagmi, wallet)
  root = createRoot(document.body.appendChild(document.createElement('main')))
  root.render(
    <StrictMode>
      <WagmiProvider config={opened.config}>
        <QueryClientProvider client={new QueryClient()}>
          <App />
        </QueryClientProvider>
      </WagmiProvider>
    </StrictMode>,
  )
  return opened
}

it('connects, survives a reload and disconnects in strict mode', async () => {
  const { wallet } = load()
  await userEvent.click(page.getByRole('button', { name: 'Enter (disconnected)' }))
  await takeWallet()
  const leave = page.getByRole('button', { name: `Leave ${ADDRESS}` })
  await expect.element(leave).toBeInTheDocument()
  close()
  load(wallet)
  await userEvent.click(leave)
  await expect.element(page.getByRole('button', { name: 'Enter (disconnected)' })).toBeVisible()
  expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
})
