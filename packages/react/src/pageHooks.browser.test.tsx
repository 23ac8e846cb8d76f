import { type ChainAdapter, connect } from '@latchkey/core'
import { ADDRESS, signingConfig } from '@latchkey/core/testing/signing'
import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import {
  LatchkeyProvider,
  useBalance,
  useEvent,
  useEvents,
  useReady,
  useSendTransaction,
  useSignMessage,
  useTheme,
  useWalletInfo,
} from './hooks.ts'

function Probe({ heard }: { heard: string[] }) {
  const { balance, symbol, refreshBalance } = useBalance()
  const { name } = useWalletInfo()
  const { themeMode, setTheme } = useTheme()
  const { signMessage, data, isPending } = useSignMessage()
  const { sendTransaction, error } = useSendTransaction()
  useEvents(({ type }) => void heard.push(type))
  useEvent('connect', ({ address }) => void heard.push(address))
  const isReady = useReady()
  return (
    <>
      <p data-testid="state">
        {[balance ?? 'unknown', symbol ?? '-', name ?? 'none', themeMode, data ?? 'unsigned', isPending].join(
          ' ',
        )}
      </p>
      <p data-testid="ready">{isReady ? 'ready' : 'not yet'}</p>
      <p data-testid="error">{error instanceof Error ? error.message : 'none'}</p>
      <button type="button" onClick={() => void refreshBalance()}>
        balance
      </button>
      <button type="button" onClick={() => setTheme({ themeMode: 'light' })}>
        light
      </button>
      <button type="button" onClick={() => void signMessage({ message: 'Hello' })}>
        sign
      </button>
      <button type="button" onClick={() => void sendTransaction({ to: ADDRESS }).catch(() => undefined)}>
        send
      </button>
    </>
  )
}

function Refresh({ namespace }: { namespace: 'eip155' | 'solana' }) {
  const { refreshBalance, balance } = useBalance({ namespace })
  return <button type="button" onClick={() => void refreshBalance()}>{`${namespace} ${balance}`}</button>
}

it('a balance is read of the namespace that the hook was asked for', async () => {
  const config = signingConfig()
  await connect(config, { connectorId: 'test' })
  const screen = await render(
    <LatchkeyProvider config={config}>
      <Refresh namespace="eip155" />
      <Refresh namespace="solana" />
    </LatchkeyProvider>,
  )
  const looked = vi.spyOn(config.adapters.eip155 as Required<ChainAdapter>, 'getBalance')
  await screen.getByRole('button', { name: 'solana undefined' }).click()
  await screen.getByRole('button', { name: 'eip155 undefined' }).click()
  await expect.element(screen.getByRole('button', { name: 'eip155 2.5' })).toBeVisible()
  expect(looked).toHaveBeenCalledTimes(1)
  await screen.unmount()
})

it('balance, wallet, theme, signing and sending show where they stand', async () => {
  const config = signingConfig()
  const heard: string[] = []
  const screen = await render(
    <LatchkeyProvider config={config}>
      <Probe heard={heard} />
    </LatchkeyProvider>,
  )
  const state = screen.getByTestId('state')
  await expect.element(state).toHaveTextContent('unknown - none dark unsigned false')
  await expect.element(screen.getByTestId('ready')).toHaveTextContent('ready')
  await connect(config, { connectorId: 'test' })
  await expect.element(state).toHaveTextContent('unknown - Test wallet dark unsigned false')
  await screen.getByRole('button', { name: 'balance' }).click()
  await screen.getByRole('button', { name: 'light' }).click()
  await screen.getByRole('button', { name: 'sign' }).click()
  await expect.element(state).toHaveTextContent('2.5 ETH Test wallet light 0x5161 false')
  await screen.getByRole('button', { name: 'send' }).click()
  await expect.element(screen.getByTestId('error')).toHaveTextContent('Declined')
  expect(heard).toEqual(['connect', ADDRESS, 'themeChange'])
  await screen.unmount()
  config.modal.setState({ open: true })
  expect(heard).toEqual(['connect', ADDRESS, 'themeChange'])
})
