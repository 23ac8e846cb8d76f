import { connect } from '@latchkey/core'
import { ADDRESS, signingConfig } from '@latchkey/core/testing/signing'
import { expect, it } from 'vitest'
import { createApp, createSSRApp, defineComponent, effectScope, h } from 'vue'
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
  const app = createSSRApp(component).use(latchkeyPlugin, config)
  const warned: string[] = []
  app.config.warnHandler = (message) => void warned.push(message)
  app.mount(place)
  expect([place.textContent?.slice(0, 6), warned]).toEqual(['nobody', []])
  await expect.poll(() => place.textContent).toContain(ADDRESS)
})

it('a component that is mounted later is set up with who is connected', async () => {
  const config = signingConfig()
  await connect(config, { connectorId: 'test' })
  const seen: unknown[] = []
  const component = defineComponent({
    setup() {
      const account = useAccount()
      seen.push(account.value.isConnected)
      return () => h('p', account.value.address)
    },
  })
  const place = document.createElement('div')
  const app = createApp(component).use(latchkeyPlugin, config)
  app.mount(place)
  expect([seen, place.textContent]).toEqual([[true], ADDRESS])
  app.unmount()
})

it('outside a component a state is followed at once, until its scope ends', async () => {
  const config = signingConfig()
  const app = createApp({ render: () => null }).use(latchkeyPlugin, config)
  const guard = app.runWithContext(useAccount)
  const heard: string[] = []
  const scope = effectScope()
  const scoped = scope.run(() =>
    app.runWithContext(() => {
      useEvents(({ type }) => void heard.push(type))
      return useAccount()
    }),
  )
  await connect(config, { connectorId: 'test' })
  expect([guard.value.isConnected, scoped?.value.isConnected, heard]).toEqual([true, true, ['connect']])
  expect(app.runWithContext(useAccount).value.address).toBe(ADDRESS)
  scope.stop()
  config.accounts.setState({ byNamespace: {} })
  expect([guard.value.isConnected, scoped?.value.isConnected, heard]).toEqual([false, true, ['connect']])
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
