import { recoverMessageAddress } from 'viem'
import { base, foundry, optimism } from 'viem/chains'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import {
  closeModal,
  majors,
  openPage,
  setCalm,
  takeWallet,
  type Wagmi,
  type WagmiPage,
} from './testing/wagmiPage.ts'

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const made: WagmiPage[] = []

beforeAll(() => setCalm(true))
afterAll(() => setCalm(false))
beforeEach(() => localStorage.clear())
afterEach(() => {
  for (const each of made.splice(0)) each.destroy()
  document.body.replaceChildren()
})

describe.each(majors)('wagmi %s', (_major, wagmi) => {
  const load = (...rest: [WagmiPage['wallet']?]) => {
    const opened = openPage(wagmi, ...rest)
    made.push(opened)
    return opened
  }
  const reload = (before: WagmiPage) => {
    before.destroy()
    return load(before.wallet)
  }
  async function connected(
    parameters: { chainId?: (typeof foundry | typeof base | typeof optimism)['id'] } = {},
  ) {
    const opened = load()
    const work = wagmi.connect(opened.config, { connector: opened.connector(), ...parameters })
    await takeWallet()
    return { ...opened, result: await work }
  }
  connecting(wagmi, load, connected)
  disconnecting(wagmi, connected)
  reconnecting(wagmi, load, reload, connected)
  switching(wagmi, connected)
  following(wagmi, load, connected)
})

type Load = (wallet?: WagmiPage['wallet']) => WagmiPage
type Connect = (parameters?: {
  chainId?: 31337 | 8453 | 10
}) => Promise<WagmiPage & { result: { accounts: readonly string[]; chainId: number } }>

function connecting(wagmi: Wagmi, load: Load, connected: Connect): void {
  it('connects by the modal', async () => {
    const { result, account } = await connected()
    expect(result).toEqual({ accounts: [ADDRESS], chainId: foundry.id })
    expect(account()).toMatchObject({ status: 'connected', address: ADDRESS, chainId: foundry.id })
  })
  it('connects to the network that is asked for', async () => {
    const { result, wallet } = await connected({ chainId: base.id })
    expect(result.chainId).toBe(base.id)
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x2105')
  })
  it('stays connected on its own network where the asked one is unknown', async () => {
    const { result, account } = await connected({ chainId: optimism.id })
    expect(result.chainId).toBe(foundry.id)
    expect(account().status).toBe('connected')
  })
  it('gives accounts with capabilities where they are asked for', async () => {
    const opened = load()
    const work = wagmi.connect(opened.config, { connector: opened.connector(), withCapabilities: true })
    await takeWallet()
    expect((await work).accounts).toEqual([{ address: ADDRESS, capabilities: {} }])
    expect(opened.account().address).toBe(ADDRESS)
  })
  it('a visitor who closes the modal has rejected the request', async () => {
    const { config, connector, account } = load()
    const work = wagmi.connect(config, { connector: connector() })
    await expect.element(page.getByRole('button', { name: 'Test wallet' })).toBeVisible()
    await Promise.all([
      closeModal(),
      expect(work).rejects.toMatchObject({ name: 'UserRejectedRequestError', code: 4001 }),
    ])
    expect(account().status).toBe('disconnected')
  })
  it('R1-9 signs with the account of the wallet', async () => {
    const { config } = await connected()
    const signature = await wagmi.signMessage(config, { message: 'hello' })
    expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(ADDRESS)
  })
  it('a refused signature is viem’s UserRejectedRequestError', async () => {
    const { config, wallet } = await connected()
    wallet.rejectNext('personal_sign')
    await expect(wagmi.signMessage(config, { message: 'no' })).rejects.toMatchObject({
      name: 'UserRejectedRequestError',
      code: 4001,
    })
  })
  it('gives a wallet client of the connected network', async () => {
    const { config } = await connected()
    const client = await wagmi.getWalletClient(config)
    expect(client.account.address).toBe(ADDRESS)
    expect(client.chain.id).toBe(foundry.id)
    expect(await client.getChainId()).toBe(foundry.id)
  })
  it('spells addresses as EIP-55 does, whatever the wallet gives', async () => {
    const opened = load()
    opened.wallet.set({ addresses: 'lower' })
    const work = wagmi.connect(opened.config, { connector: opened.connector() })
    await takeWallet()
    expect((await work).accounts).toEqual([ADDRESS])
    expect(await opened.connector().getAccounts()).toEqual([ADDRESS])
  })
  it('is listed once, though Latchkey is announced too (EIP-6963)', () => {
    const { config } = load()
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(config.connectors.map(({ name }) => name)).toEqual(['Latchkey'])
  })
}

function disconnecting(wagmi: Wagmi, connected: Connect): void {
  it('disconnects wallet, Latchkey and wagmi, once each, and connects again', async () => {
    const { config, wallet, instance, account, connector } = await connected()
    await wagmi.disconnect(config)
    expect(account().status).toBe('disconnected')
    expect(instance.getState().status).toBe('disconnected')
    expect(await wallet.provider.request({ method: 'eth_accounts' })).toEqual([])
    const work = wagmi.connect(config, { connector: connector() })
    await takeWallet()
    expect((await work).accounts).toEqual([ADDRESS])
  })
  it('disconnects its own namespace alone', async () => {
    const { config, instance, account } = await connected()
    const { accounts } = instance.config
    const solana = { status: 'connected', address: 'So1', connectorId: 'another', allAccounts: [] } as const
    accounts.setState({ byNamespace: { ...accounts.getState().byNamespace, solana } })
    await wagmi.disconnect(config)
    expect(account().status).toBe('disconnected')
    expect(accounts.getState().byNamespace).toMatchObject({ eip155: { status: 'disconnected' }, solana })
  })
}

function reconnecting(
  wagmi: Wagmi,
  load: Load,
  reload: (before: WagmiPage) => WagmiPage,
  connected: Connect,
): void {
  it('R9-69 is connected again after a reload, and opens nothing for it', async () => {
    const { config, account, instance } = reload(await connected({ chainId: base.id }))
    const opened: boolean[] = []
    instance.subscribe(({ open }) => opened.push(open))
    const connections = await wagmi.reconnect(config)
    expect(connections).toMatchObject([{ accounts: [ADDRESS], chainId: base.id }])
    expect(account()).toMatchObject({ status: 'connected', address: ADDRESS, chainId: base.id })
    expect(opened).not.toContain(true)
  })
  it('is not connected after a reload when it was disconnected before', async () => {
    const before = await connected()
    await wagmi.disconnect(before.config)
    const { config, account } = reload(before)
    expect(await wagmi.reconnect(config)).toEqual([])
    expect(account().status).toBe('disconnected')
  })
  it('is not connected after a reload when the wallet has taken the access away', async () => {
    const before = await connected()
    before.destroy()
    before.wallet.revoke()
    const { config, account, instance } = load(before.wallet)
    expect(await wagmi.reconnect(config)).toEqual([])
    expect(account().status).toBe('disconnected')
    expect(instance.getState().open).toBe(false)
  })
  it('waits for a wallet that takes its time', async () => {
    const before = await connected()
    before.wallet.hang('eth_accounts')
    const { config, account, instance, wallet } = reload(before)
    const work = wagmi.reconnect(config)
    expect(instance.getState().status).toBe('connecting')
    await expect.poll(() => wallet.calls.at(-1)?.state).toBe('waiting')
    wallet.release('eth_accounts')
    await work
    expect(account().status).toBe('connected')
  })
  it('a reconnect where nothing is connected fails, and opens nothing', async () => {
    const { connector, instance } = load()
    await expect(connector().connect({ isReconnecting: true })).rejects.toThrow('not connected')
    expect(instance.getState().open).toBe(false)
  })
  it('asks a page without a stored connection for nothing', async () => {
    const { config, wallet, instance } = load()
    expect(await wagmi.reconnect(config)).toEqual([])
    expect(wallet.calls).toEqual([])
    expect(instance.getState().open).toBe(false)
  })
}

function switching(wagmi: Wagmi, connected: Connect): void {
  it('R1-8 switches the network, and says so once it is there', async () => {
    const { config, wallet, instance, account } = await connected()
    expect(await wagmi.switchChain(config, { chainId: base.id })).toMatchObject({ id: base.id })
    expect(account().chainId).toBe(base.id)
    expect(wagmi.getChainId(config)).toBe(base.id)
    expect(instance.getState().caipNetworkId).toBe('eip155:8453')
    expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x2105')
  })
  it('a network that Latchkey does not list is a SwitchChainError', async () => {
    const { config, account } = await connected()
    await expect(wagmi.switchChain(config, { chainId: optimism.id })).rejects.toMatchObject({
      name: 'SwitchChainError',
      code: 4902,
    })
    expect(account().chainId).toBe(foundry.id)
  })
  it('one that wagmi does not list is too', async () => {
    const { config } = await connected()
    await expect(wagmi.switchChain(config, { chainId: 5 as never })).rejects.toMatchObject({
      name: 'SwitchChainError',
      details: 'Chain 5 is not configured in wagmi.',
    })
  })
  it('a refused switch is a UserRejectedRequestError, and nothing has changed', async () => {
    const { config, wallet, account } = await connected()
    wallet.rejectNext('wallet_switchEthereumChain')
    await expect(wagmi.switchChain(config, { chainId: base.id })).rejects.toMatchObject({
      name: 'UserRejectedRequestError',
      code: 4001,
    })
    expect(account().chainId).toBe(foundry.id)
  })
}

function following(wagmi: Wagmi, load: Load, connected: Connect): void {
  it('follows a connection that the button made, and its end', async () => {
    const { instance, account, config } = load()
    const seen: string[] = []
    const stop = wagmi.watchConnection(config, { onChange: ({ status }) => seen.push(status) })
    instance.open()
    await takeWallet()
    await expect.poll(() => account()).toMatchObject({ status: 'connected', address: ADDRESS })
    await instance.disconnect()
    expect(account().status).toBe('disconnected')
    stop()
    expect(seen).toEqual(['connected', 'disconnected'])
  })
  it('follows what the person does in the wallet', async () => {
    const { wallet, account } = await connected()
    wallet.selectChain(base.id)
    await expect.poll(() => account().chainId).toBe(base.id)
    wallet.revoke()
    await expect.poll(() => account().status).toBe('disconnected')
  })
  it('follows a connection that was made while wagmi was busy with another', async () => {
    const { instance, account, config } = load()
    let fail: (error: Error) => void = () => undefined
    const slow = wagmi.mock({ accounts: [ADDRESS] })
    const connector: typeof slow = (context) => ({
      ...slow(context),
      connect: () =>
        new Promise<never>((_, reject) => {
          fail = reject
        }),
    })
    const busy = wagmi.connect(config, { connector }).catch(() => 'failed')
    expect(account().status).toBe('connecting')
    instance.open()
    await takeWallet()
    await expect.poll(() => instance.getState().status).toBe('connected')
    fail(new Error('later'))
    expect(await busy).toBe('failed')
    await expect.poll(() => account()).toMatchObject({ status: 'connected', address: ADDRESS })
  })
  it('what is connected stays connected when a wish for a network is refused', async () => {
    const { config, connector, wallet, account } = load()
    wallet.rejectNext('wallet_switchEthereumChain')
    const work = wagmi.connect(config, { connector: connector(), chainId: base.id })
    await Promise.all([takeWallet(), expect(work).rejects.toMatchObject({ code: 4001 })])
    await expect.poll(() => account()).toMatchObject({ status: 'connected', chainId: foundry.id })
  })
}
