import { describe, expect, it, vi } from 'vitest'
import { accountOf, patchAccount, resetAccount } from '../account/accounts.ts'
import { connect } from '../connection/connect.ts'
import { disconnect } from '../connection/reconnect.ts'
import { applyNetwork } from '../connection/switchNetwork.ts'
import { watchConnectors } from '../connection/watchConnectors.ts'
import type { ChainAdapter, TransactionOutcome, TransferAbility } from '../interfaces/Config.ts'
import type { ChainNamespace, TokenBalance } from '../interfaces/Connector.ts'
import { ADDRESS, connected, connectFake, OTHER_ADDRESS } from '../testing/fakeConnector.ts'
import { mainnet, testConfig } from '../testing/testConfig.ts'
import { readRecipients } from './recipients.ts'
import { canSend } from './sendingOf.ts'
import { checkTransfer, estimateTransferFee, reserveForTransfer, sendTransfer } from './sendTransfer.ts'
import { forgetTransfer, transfersOf } from './sentTransfers.ts'
import { transferFormOf } from './transferForm.ts'

const HASH = `0x${'ab'.repeat(32)}`
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const ether: TokenBalance = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  quantity: { decimals: '18', numeric: '1.5' },
}
const coin: TokenBalance = {
  name: 'Coin',
  symbol: 'COIN',
  chainId: 'eip155:1',
  address: `eip155:1:${TOKEN}`,
  quantity: { decimals: '6', numeric: '10' },
}

function ability(more: Partial<TransferAbility> = {}): TransferAbility {
  return {
    normalize: (address) => address,
    readLink: () => undefined,
    request: ({ to, amount, token }) => ({ method: 'eth_sendTransaction', params: [{ to, amount, token }] }),
    estimateFee: async () => 21_000n,
    isContract: async () => false,
    ...more,
  }
}

async function make(adapter: Partial<ChainAdapter> = {}, transfers = ability()) {
  const outcomes: ((outcome: TransactionOutcome | Error) => void)[] = []
  const made = testConfig({
    adapters: [
      () => ({
        namespace: 'eip155',
        isAddress: () => true,
        transfers: async () => transfers,
        waitForTransaction: () =>
          new Promise((resolve, reject) => {
            outcomes.push((outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)))
          }),
        ...adapter,
      }),
    ],
  })
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
  const send = async () => {
    const form = transferFormOf(made.config)
    form.setState({ tokenId: 'native', amount: '0.5', recipient: OTHER_ADDRESS })
    const work = sendTransfer(made.config, { token: ether, units: 5n * 10n ** 17n, to: OTHER_ADDRESS })
    work.catch(() => undefined)
    const asked = await vi.waitFor(() => made.wallet.take('request'), 15_000)
    return { work, asked }
  }
  return { ...made, outcomes, send, form: transferFormOf(made.config), transfers: transfersOf(made.config) }
}

describe('who may send', () => {
  it('R5-12 R9-37 where the adapter of the namespace can', async () => {
    for (const namespace of ['eip155', 'solana', 'bip122'] as ChainNamespace[]) {
      const network = { ...mainnet, caipNetworkId: `${namespace}:1`, chainNamespace: namespace } as const
      const transfers = async () => ability()
      const { config } = testConfig({
        networks: [network],
        adapters: [() => ({ namespace, isAddress: () => true, transfers })],
      })
      expect(canSend(config), namespace).toBe(true)
      delete config.adapters[namespace]?.transfers
      expect(canSend(config), namespace).toBe(false)
    }
    const { config } = testConfig()
    expect(canSend(config)).toBe(false)
  })
  it('where sending is the wallet’s work: from its account for payments, by a wallet that has the method', async () => {
    const { config, can, use } = await onBitcoin()
    expect(can()).toBe(true)
    use(ORDINAL)
    expect(can()).toBe(false)
    use(PAYMENT)
    for (const [takes, expected] of [
      [() => false, false],
      [(method: string) => method === 'sendTransfer', true],
    ] as const) {
      const [connector] = config.connectors.getState().connectors
      Object.assign(connector ?? {}, { takes })
      expect(can()).toBe(expected)
    }
    resetAccount(config.accounts, 'bip122')
    expect(can()).toBe(false)
  })
})

const BITCOIN = 'bip122:000000000019d6689c085ae165831e93'
const PAYMENT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ORDINAL = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
/** Connected on a namespace whose wallets send by themselves. */
async function onBitcoin(transfers = ability()) {
  const { config, wallet } = testConfig({
    networks: [{ ...mainnet, caipNetworkId: BITCOIN, chainNamespace: 'bip122' }],
    adapters: [
      () => ({
        ...{ namespace: 'bip122', isAddress: () => true, transfers: async () => transfers },
        sends: { method: 'sendTransfer', from: 'payment' },
      }),
    ],
  })
  const use = (address: string) =>
    patchAccount(config.accounts, 'bip122', { address, caipAddress: `${BITCOIN}:${address}` })
  patchAccount(config.accounts, 'bip122', {
    ...{ status: 'connected', connectorId: 'fake' },
    allAccounts: [
      { namespace: 'bip122', address: PAYMENT, type: 'payment' },
      { namespace: 'bip122', address: ORDINAL, type: 'ordinal' },
    ],
  })
  use(PAYMENT)
  return { config, wallet, use, can: () => canSend(config) }
}

describe('checkTransfer', () => {
  const form = {
    ...{ tokenId: 'native', amount: '1', recipient: OTHER_ADDRESS },
    unit: 'token',
    ...{ isSending: false, error: undefined },
  } as const
  const full = { token: ether, to: OTHER_ADDRESS }
  it('gives what is sent', async () => {
    const { config } = await make()
    expect(checkTransfer(config, form, full)).toEqual({ ...full, units: 10n ** 18n })
  })
  it.each([
    ['R5-35', { amount: '' }, {}, 'An amount and receiver address are required'],
    ['R5-35', { recipient: ' ' }, {}, 'An amount and receiver address are required'],
    ['R5-36', {}, { token: undefined }, 'A token is required'],
    ['', { amount: '0' }, {}, 'That is not an amount that this token can be sent in.'],
    ['', { amount: '0.0000000000000000001' }, {}, 'That is not an amount that this token can be sent in.'],
    ['', { amount: '1.6' }, {}, 'The account does not have as much of this token.'],
    ['', {}, { to: undefined }, 'That is not an address of this network, or its checksum is wrong.'],
  ])('%s refuses %j %j: %s', async (_, written, read, message) => {
    const { config } = await make()
    expect(() => checkTransfer(config, { ...form, ...written }, { ...full, ...read })).toThrow(message)
  })
  it('R5-37 refuses any other network', async () => {
    const { config } = await make()
    config.networks.setState({ activeId: 'bip122:000000000019d6689c085ae165831e93' })
    expect(() => checkTransfer(config, form, full)).toThrow('Unsupported chain')
    await expect(sendTransfer(config, { ...full, units: 1n })).rejects.toThrow()
  })
  it('R5-37 refuses an account that no payment is made from, and asks no wallet', async () => {
    const { config, wallet, use } = await onBitcoin()
    use(ORDINAL)
    expect(() => checkTransfer(config, form, full)).toThrow('Unsupported chain')
    await expect(sendTransfer(config, { ...full, units: 1n })).rejects.toThrow('Unsupported chain')
    expect(wallet.waiting).toHaveLength(0)
  })
})

describe('the fee', () => {
  it('is asked of the adapter for the very transfer, with what a smart account needs', async () => {
    const estimateFee = vi.fn(async () => 7n)
    const { config } = await make({}, ability({ estimateFee }))
    patchAccount(config.accounts, 'eip155', { preferredAccountType: 'smartAccount' })
    expect(await estimateTransferFee(config, { token: coin, units: 5n })).toBe(7n)
    expect(estimateFee).toHaveBeenCalledWith(
      expect.objectContaining({ from: ADDRESS, to: ADDRESS, amount: 5n, token: TOKEN, isSmart: true }),
    )
  })
  it('of all of a coin is that of the smallest transfer, or what the adapter keeps back for whom it goes to', async () => {
    const estimateFee = vi.fn(async () => 7n)
    const { config } = await make({}, ability({ estimateFee }))
    expect(await reserveForTransfer(config, { token: ether, to: OTHER_ADDRESS })).toBe(7n)
    expect(estimateFee).toHaveBeenCalledWith(expect.objectContaining({ amount: 1n, to: ADDRESS }))
    const reserve = vi.fn(async () => 9n)
    const other = await make({}, ability({ reserve }))
    expect(await reserveForTransfer(other.config, { token: ether, to: undefined })).toBe(9n)
    expect(reserve).toHaveBeenCalledWith({ network: expect.anything(), from: ADDRESS, to: undefined })
    const { config: nowhere } = testConfig()
    await expect(reserveForTransfer(nowhere, { token: ether, to: undefined })).rejects.toMatchObject({
      code: 5216,
    })
  })
  it('R8-3 R5-13 a network whose adapter estimates none has none', async () => {
    const { config } = testConfig()
    await expect(estimateTransferFee(config, { token: ether, units: 1n })).rejects.toThrow(
      'Network not supported for Gas Price',
    )
  })
})

describe('sendTransfer', () => {
  it('R1-10 R4-89 asks the wallet, empties the form, and shows the transfer until a block has it', async () => {
    const { config, send, form, transfers, outcomes } = await make()
    const { work, asked } = await send()
    expect(asked.params).toMatchObject({
      method: 'eth_sendTransaction',
      params: [{ to: OTHER_ADDRESS, amount: 5n * 10n ** 17n }],
    })
    expect(form.getState().amount).toBe('0.5')
    asked.resolve(HASH)
    expect(await work).toBe(HASH)
    expect(form.getState()).toMatchObject({ tokenId: undefined, amount: '', recipient: '', isSending: false })
    expect(transfers.getState().transfers).toEqual([
      {
        hash: HASH,
        caipAddress: `eip155:1:${ADDRESS}`,
        to: OTHER_ADDRESS,
        amount: '0.5',
        symbol: 'ETH',
        status: 'pending',
      },
    ])
    expect(readRecipients(config)).toEqual([OTHER_ADDRESS])
    await vi.waitFor(() => outcomes[0]?.({ status: 'success', blockNumber: 1n }), 15_000)
    await vi.waitFor(() => expect(transfers.getState().transfers).toEqual([]), 15_000)
  })
  it('what the person declines is told as such, and the form keeps what it has', async () => {
    const { config, send, form, transfers } = await make()
    const { work, asked } = await send()
    asked.reject(Object.assign(new Error('Declined'), { code: 4001 }))
    await expect(work).rejects.toMatchObject({ code: 4001 })
    expect(form.getState()).toMatchObject({
      amount: '0.5',
      recipient: OTHER_ADDRESS,
      isSending: false,
      error: { code: 4001 },
    })
    expect(transfers.getState().transfers).toEqual([])
    expect(readRecipients(config)).toEqual([])
  })
  it('asks once: while the wallet has a request, there is no other', async () => {
    const { config, send } = await make()
    const { work, asked } = await send()
    await expect(sendTransfer(config, { token: ether, units: 1n, to: OTHER_ADDRESS })).rejects.toMatchObject({
      code: 5218,
    })
    asked.resolve(HASH)
    expect(await work).toBe(HASH)
  })
  it('what an earlier account has asked for changes nothing of what a later one asks for', async () => {
    const { config, wallet, send, form } = await make()
    const stop = watchConnectors(config)
    const first = await send()
    wallet.context.emitter.emit('change', { accounts: connected(OTHER_ADDRESS).accounts })
    expect(form.getState()).toMatchObject({ amount: '', isSending: false })
    const second = await send()
    first.asked.reject(Object.assign(new Error('no'), { code: 4001 }))
    await expect(first.work).rejects.toThrow('no')
    expect(form.getState()).toMatchObject({ amount: '0.5', isSending: true, error: undefined })
    second.asked.resolve(HASH)
    await second.work
    expect(form.getState()).toMatchObject({ amount: '', isSending: false })
    stop()
  })
  it('what an earlier account has sent leaves what is being written for a later one', async () => {
    const { config, wallet, send, form } = await make()
    const stop = watchConnectors(config)
    const { work, asked } = await send()
    wallet.context.emitter.emit('change', { accounts: connected(OTHER_ADDRESS).accounts })
    form.setState({ amount: '7' })
    asked.resolve(HASH)
    await work
    expect(form.getState().amount).toBe('7')
    stop()
  })
  it('asks nothing of a wallet that has gone elsewhere while the request was made', async () => {
    const waiting: (() => void)[] = []
    const request: TransferAbility['request'] = () =>
      new Promise((resolve) => waiting.push(() => resolve({ method: 'eth_sendTransaction', params: [] })))
    const { config, wallet } = await make({}, ability({ request }))
    const work = sendTransfer(config, { token: ether, units: 1n, to: OTHER_ADDRESS })
    work.catch(() => undefined)
    await vi.waitFor(() => expect(waiting).toHaveLength(1), 15_000)
    applyNetwork(config, 'eip155:8453')
    waiting[0]?.()
    await expect(work).rejects.toMatchObject({ code: 5219 })
    expect(wallet.waiting).toEqual([])
  })
  it('leaves no row where nobody can wait for a block: what waits stands in the activity', async () => {
    const { send, transfers, form, config } = await make({ waitForTransaction: undefined as never })
    const { work, asked } = await send()
    asked.resolve(HASH)
    expect(await work).toBe(HASH)
    expect([transfers.getState().transfers, form.getState().amount]).toEqual([[], ''])
    expect(readRecipients(config)).toEqual([OTHER_ADDRESS])
  })
  it.each([undefined, '', 7, 'x'.repeat(129)])(
    'a wallet that answers %j has sent nothing that is known',
    async (answer) => {
      const { send, transfers } = await make()
      const { work, asked } = await send()
      asked.resolve(answer)
      await expect(work).rejects.toMatchObject({ code: 5217 })
      expect(transfers.getState().transfers).toEqual([])
    },
  )
  it.each([
    ['reverted', { status: 'reverted', blockNumber: 1n } as const],
    ['late', new Error('too late')],
  ])('one that is %s stays until somebody has read it', async (status, outcome) => {
    const { config, send, transfers, outcomes } = await make()
    const { work, asked } = await send()
    asked.resolve(HASH)
    await work
    await vi.waitFor(() => outcomes[0]?.(outcome), 15_000)
    await vi.waitFor(() => expect(transfers.getState().transfers).toMatchObject([{ status }]), 15_000)
    forgetTransfer(config, HASH)
    expect(transfers.getState().transfers).toEqual([])
  })
  it('is refused where nobody is connected', async () => {
    const { config } = testConfig({
      adapters: [() => ({ namespace: 'eip155', isAddress: () => true, transfers: async () => ability() })],
    })
    await expect(sendTransfer(config, { token: ether, units: 1n, to: OTHER_ADDRESS })).rejects.toMatchObject({
      code: 5009,
    })
  })
})

describe('the form', () => {
  it('R4-90 is empty after a change of the network, and only then', async () => {
    const { config, form } = await make()
    form.setState({ amount: '1', recipient: OTHER_ADDRESS })
    patchAccount(config.accounts, 'eip155', { balance: '5' })
    expect(form.getState().amount).toBe('1')
    applyNetwork(config, 'eip155:8453')
    expect(form.getState()).toMatchObject({ amount: '', recipient: '' })
  })
  it('R4-43 is empty after the account has left', async () => {
    const { config, form, wallet } = await make()
    form.setState({ amount: '1', recipient: OTHER_ADDRESS })
    const leaving = disconnect(config)
    wallet.take('disconnect').resolve()
    await leaving
    expect(accountOf(config.accounts, 'eip155').status).toBe('disconnected')
    expect(form.getState()).toMatchObject({ amount: '', recipient: '' })
  })
})
