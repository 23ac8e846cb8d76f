import { callsWallet } from '@latchkey/testing'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  useCallsStatus,
  useCapabilities,
  useConnect,
  useConnection,
  useConnectors,
  useSendCalls,
  useShowCallsStatus,
  WagmiProvider,
} from 'wagmi'
import { createWallet, majors, openPage, takeWallet, type WagmiPage } from './testing/wagmiPage.ts'

let root: Root | undefined
let opened: WagmiPage | undefined

beforeEach(() => localStorage.clear())
afterEach(() => {
  root?.unmount()
  opened?.destroy()
  document.body.replaceChildren()
})

function App() {
  const { status } = useConnection()
  const connect = useConnect()
  const [connector] = useConnectors()
  if (status !== 'connected')
    return (
      <button type="button" onClick={() => connector && connect.mutate({ connector })}>
        Enter
      </button>
    )
  return <Calls />
}

function Calls() {
  const send = useSendCalls()
  const show = useShowCallsStatus()
  const capabilities = useCapabilities()
  const id = send.data?.id ?? ''
  const status = useCallsStatus({ id, query: { enabled: id !== '' } })
  const calls = [{ to: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', value: 1n }] as const
  return (
    <>
      <p data-testid="atomic">{capabilities.data?.[31_337]?.atomic?.status ?? 'unknown'}</p>
      <p data-testid="status">{status.data?.status ?? send.error?.message ?? 'none'}</p>
      <p data-testid="shown">{show.status}</p>
      <button type="button" onClick={() => send.mutate({ calls })}>
        Send
      </button>
      <button type="button" onClick={() => show.mutate({ id })}>
        Show
      </button>
    </>
  )
}

it('wagmi’s hooks send, follow and show calls of the embedded wallet', async () => {
  const wallet = callsWallet()
  const [, wagmi] = majors[0] as (typeof majors)[0]
  opened = openPage(wagmi, createWallet(), wallet.create)
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
  await userEvent.click(page.getByRole('button', { name: 'Enter' }))
  await takeWallet()
  await expect.element(page.getByTestId('atomic')).toHaveTextContent('supported')
  await userEvent.click(page.getByRole('button', { name: 'Send' }))
  await expect.element(page.getByTestId('status')).toHaveTextContent('success')
  await userEvent.click(page.getByRole('button', { name: 'Show', exact: true }))
  await expect.poll(() => opened?.instance.getState().open).toBe(true)
  opened.instance.close()
  await expect.element(page.getByTestId('shown')).toHaveTextContent('success')
})
