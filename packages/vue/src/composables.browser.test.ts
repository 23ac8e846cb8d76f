import { connect } from '@latchkey/core'
import { ADDRESS, signingConfig } from '@latchkey/core/testing/signing'
import { expect, it } from 'vitest'
import { createApp, createSSRApp, defineComponent, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import {
  latchkeyPlugin,
  useAccount,
  useBalance,
  useConnectFlow,
  useEvent,
  useEvents,
  useLatchkey,
  useModal,
  useNetwork,
  useReady,
  useSendTransaction,
  useSignMessage,
  useTheme,
  useWalletInfo,
} from './composables.ts'

/** Shows what the composables tell, and hands out what they do. */
function makePage() {
  const heard: string[] = []
  const does = {} as ReturnType<typeof useLatchkey> & ReturnType<typeof useSignMessage>
  const component = defineComponent({
    setup() {
      const [account, network, balance] = [useAccount(), useNetwork(), useBalance()]
      const [wallet, theme, modal] = [useWalletInfo(), useTheme(), useModal()]
      const ready = useReady()
      const [signing, sending] = [useSignMessage(), useSendTransaction()]
      useEvents(({ type }) => void heard.push(type))
      useEvent('open', ({ type }) => void heard.push(`${type} ${ready.value.isReady}`))
      Object.assign(does, useLatchkey(), { signMessage: signing.signMessage })
      does.sendTransaction = sending.sendTransaction
      return () =>
        h('p', [
          `${account.value.address ?? 'nobody'} ${account.value.isConnected} ${wallet.value.name ?? 'none'}, `,
          `${network.value.network?.name} ${balance.value.balance ?? '?'}, ${theme.value.themeMode} ${modal.value.isOpen}, `,
          `${signing.state.value.data ?? 'unsigned'} ${(sending.state.value.error as Error | undefined)?.message}`,
        ])
    },
  })
  return { component, does, heard }
}

const BEFORE = 'nobody false none, Ethereum ?, dark false, unsigned undefined'

it('a component shows account, wallet, network, balance, theme and calls, until it is gone', async () => {
  const config = signingConfig()
  const { component, does, heard } = makePage()
  const place = document.createElement('div')
  const app = createApp(component).use(latchkeyPlugin, config)
  app.mount(place)
  expect(place.textContent).toBe(BEFORE)
  await connect(config, { connectorId: 'test' })
  does.setTheme({ themeMode: 'light' })
  does.open()
  await does.switchNetwork('eip155:8453')
  await does.refreshBalance()
  await does.signMessage({ message: 'Hello' })
  await expect(does.sendTransaction({ to: ADDRESS })).rejects.toMatchObject({ code: 4001 })
  await expect
    .poll(() => place.textContent)
    .toBe(`${ADDRESS} true Test wallet, Base 2.5, light true, 0x5161 Declined`)
  const all = ['connect', 'themeChange', 'open', 'open true', 'networkChange']
  expect(heard).toEqual(all)
  app.unmount()
  does.close()
  expect(heard).toEqual(all)
})

it('a server renders what a browser paints first, and follows nothing', async () => {
  const config = signingConfig()
  await connect(config, { connectorId: 'test' })
  const { component } = makePage()
  const html = await renderToString(createSSRApp(component).use(latchkeyPlugin, config))
  expect(html).toContain(BEFORE.slice(0, 20))
  const place = document.createElement('div')
  place.innerHTML = html
  createSSRApp(component).use(latchkeyPlugin, config).mount(place)
  await expect.poll(() => place.textContent).toContain(ADDRESS)
})

it('without the plugin a composable says what is missing', () => {
  const app = createApp(defineComponent({ setup: () => useAccount() && (() => h('p')) }))
  app.config.warnHandler = () => undefined
  expect(() => app.mount(document.createElement('div'))).toThrow('app.use(latchkeyPlugin')
})

it('a component draws its own ways to connect, and follows nothing when it is gone', async () => {
  const config = signingConfig()
  let flow: ReturnType<typeof useConnectFlow> | undefined
  const component = defineComponent({
    setup() {
      const made = useConnectFlow()
      flow = made
      return () =>
        h('p', [made.state.value.step.name, made.state.value.wallets.map(({ name }) => name).join()])
    },
  })
  const place = document.createElement('div')
  const app = createApp(component).use(latchkeyPlugin, config)
  app.mount(place)
  await expect.poll(() => place.textContent).toBe('chooseTest wallet')
  const [wallet] = flow?.state.value.wallets ?? []
  if (wallet) await flow?.connect(wallet)
  await expect.poll(() => place.textContent).toBe('connectedTest wallet')
  app.unmount()
  config.accounts.setState({ byNamespace: {} })
  expect(flow?.getState().step.name).toBe('connected')
})
