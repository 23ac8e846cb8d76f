import { connect } from '@latchkey/core'
import { ADDRESS, signingConfig } from '@latchkey/core/testing/signing'
import { expect, it } from 'vitest'
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
