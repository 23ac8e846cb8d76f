import { BaseError } from '@latchkey/errors'
import { describe, expect, it } from 'vitest'
import { connect } from '../connection/connect.ts'
import { disconnect } from '../connection/reconnect.ts'
import { watchConnectors } from '../connection/watchConnectors.ts'
import type { AccountType, ChainNamespace, ConnectResult } from '../interfaces/Connector.ts'
import { writeSmartAccountNetworks } from '../storage/storedState.ts'
import { ADDRESS, connected, connectFake, fakeConnector, OTHER_ADDRESS } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { accountOf } from './accounts.ts'
import {
  preferredAccountType,
  readPreferredAccountTypes,
  writePreferredAccountType,
} from './preferredAccountType.ts'
import { offersSmartAccounts, setPreferredAccountType } from './setPreferredAccountType.ts'

const SMART = OTHER_ADDRESS
const both = [
  { namespace: 'eip155', address: SMART, type: 'smartAccount' },
  { namespace: 'eip155', address: ADDRESS, type: 'eoa' },
] as const
const smart: ConnectResult = {
  ...connected(),
  accounts: both,
  preferredAccountType: 'smartAccount',
  smartAccountDeployed: false,
}

function make(parameters: Parameters<typeof testConfig>[0] = {}) {
  const made = testConfig(parameters)
  const { connector } = made.wallet
  connector.setPreferredAccountType = (type) =>
    new Promise((resolve, reject) => {
      made.wallet.waiting.push({
        name: 'setPreferredAccountType',
        params: type,
        signal: undefined,
        resolve: resolve as never,
        reject,
      })
    })
  watchConnectors(made.config)
  const account = () => accountOf(made.config.accounts, 'eip155')
  const addresses: unknown[] = []
  made.config.accounts.subscribe(({ byNamespace }, before) => {
    const { address } = byNamespace.eip155 ?? {}
    if (address !== before.byNamespace.eip155?.address) addresses.push(address ? [address] : [])
  })
  return { ...made, account, addresses }
}
const wanted = ({ wallet }: ReturnType<typeof make>, namespace: ChainNamespace = 'eip155') =>
  preferredAccountType(wallet.context, namespace)
async function connectedAs(result: ConnectResult, parameters: Parameters<typeof testConfig>[0] = {}) {
  const made = make(parameters)
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }), result)
  made.addresses.length = 0
  return made
}

describe('which kind is wanted', () => {
  it('R3-37 a smart account on EVM, unless the page or the visitor wants another', () => {
    expect(wanted(make())).toBe('smartAccount')
    const made = make({ defaultAccountTypes: { eip155: 'eoa' } })
    expect(wanted(made)).toBe('eoa')
    writePreferredAccountType(made.config.storage, 'eip155', 'smartAccount')
    expect(wanted(made)).toBe('smartAccount')
  })
  it('R3-38 R3-39 and the kinds of the others', () => {
    expect(wanted(make(), 'solana')).toBe('eoa')
    expect(wanted(make(), 'bip122')).toBe('payment')
  })
})

describe('what is known of it', () => {
  it('R3-11 R3-12 R3-36 R3-46 the account in use, its kind, and whether it is deployed', async () => {
    const { account } = await connectedAs(smart)
    expect(account()).toMatchObject({
      address: SMART,
      caipAddress: `eip155:1:${SMART}`,
      allAccounts: both,
      preferredAccountType: 'smartAccount',
      smartAccountDeployed: false,
    })
  })
  it('R3-46 a wallet that does not say is not made to', async () => {
    const { account } = await connectedAs({ accounts: [both[1]], caipNetworkId: 'eip155:1' })
    expect(account()).not.toHaveProperty('smartAccountDeployed')
    expect(account()).not.toHaveProperty('preferredAccountType')
  })
  it('R3-37 a network without smart accounts has the plain one, and the other comes back after it', async () => {
    const made = await connectedAs(smart)
    const { emitter } = made.wallet.context
    emitter.emit('change', {
      accounts: [both[1]],
      caipNetworkId: 'eip155:8453',
      preferredAccountType: 'smartAccount',
    })
    expect(made.account()).toMatchObject({ address: ADDRESS, preferredAccountType: 'eoa' })
    emitter.emit('change', {
      accounts: both,
      caipNetworkId: 'eip155:1',
      preferredAccountType: 'smartAccount',
    })
    expect(made.account()).toMatchObject({ address: SMART, preferredAccountType: 'smartAccount' })
    expect(made.addresses).toEqual([[ADDRESS], [SMART]])
  })
  it('R3-12 what is known of one account says nothing of the other, when the wallet changes between them', async () => {
    const made = await connectedAs(smart)
    const facts = { balance: '1', balanceSymbol: 'ETH', profileName: 'ada.eth', profileImage: 'data:' }
    made.config.accounts.setState({ byNamespace: { eip155: { ...made.account(), ...facts } } })
    const { emitter } = made.wallet.context
    emitter.emit('change', { accounts: both, preferredAccountType: 'smartAccount' })
    expect(made.account()).toMatchObject(facts)
    emitter.emit('change', { accounts: both, preferredAccountType: 'eoa', smartAccountDeployed: true })
    expect(made.account()).toMatchObject({
      address: ADDRESS,
      preferredAccountType: 'eoa',
      smartAccountDeployed: true,
    })
    for (const key of Object.keys(facts)) expect(made.account()).not.toHaveProperty(key)
    expect(made.addresses).toEqual([[ADDRESS]])
    // The choice belongs to whoever made it: a page that follows writes none.
    expect(readPreferredAccountTypes(made.config.storage)).toEqual({})
  })
  it('R3-11 the wallet says when it has been deployed', async () => {
    const made = await connectedAs(smart)
    made.wallet.context.emitter.emit('change', { smartAccountDeployed: true })
    expect(made.account()).toMatchObject({ address: SMART, smartAccountDeployed: true })
    expect(made.addresses).toEqual([])
  })
})

it('R3-12 another wallet is not touched by what the one with two accounts tells', async () => {
  let embedded: ReturnType<typeof fakeConnector> | undefined
  const { config, wallet } = testConfig()
  config.addConnector((context) => {
    embedded = fakeConnector(context)
    return { ...embedded.connector, id: 'embedded' }
  })
  watchConnectors(config)
  await connectFake(wallet, connect(config, { connectorId: 'fake' }))
  const before = accountOf(config.accounts, 'eip155')
  embedded?.context.emitter.emit('change', { accounts: both, preferredAccountType: 'smartAccount' })
  expect(accountOf(config.accounts, 'eip155')).toBe(before)
})

describe('setPreferredAccountType', () => {
  const choose = async (
    made: Awaited<ReturnType<typeof connectedAs>>,
    type: AccountType,
    address: string,
  ) => {
    const work = setPreferredAccountType(made.config, type)
    made.wallet.take('setPreferredAccountType').resolve({ type, address })
    await work
  }
  it('R3-12 R3-37 changes the account, tells the page, and keeps the choice', async () => {
    const made = await connectedAs(smart)
    made.config.accounts.setState({
      byNamespace: {
        eip155: { ...made.account(), balance: '1', balanceSymbol: 'ETH', profileName: 'ada.eth' },
      },
    })
    await choose(made, 'eoa', ADDRESS)
    expect(made.account()).toMatchObject({
      address: ADDRESS,
      caipAddress: `eip155:1:${ADDRESS}`,
      preferredAccountType: 'eoa',
      allAccounts: both,
    })
    for (const key of ['balance', 'balanceSymbol', 'profileName'])
      expect(made.account()).not.toHaveProperty(key)
    expect(made.addresses).toEqual([[ADDRESS]])
    expect(readPreferredAccountTypes(made.config.storage)).toEqual({ eip155: 'eoa' })
  })
  it('R3-37 the choice outlives the session', async () => {
    const made = await connectedAs(smart)
    await choose(made, 'eoa', ADDRESS)
    const leaving = disconnect(made.config)
    made.wallet.take('disconnect').resolve()
    await leaving
    expect(wanted(made)).toBe('eoa')
  })
  it('the account that is in use already keeps its balance', async () => {
    const made = await connectedAs(smart)
    made.config.accounts.setState({ byNamespace: { eip155: { ...made.account(), balance: '1' } } })
    await choose(made, 'smartAccount', SMART)
    expect(made.account().balance).toBe('1')
    expect(made.addresses).toEqual([])
  })
  it('is refused while nobody is connected', async () => {
    await expect(setPreferredAccountType(make().config, 'eoa')).rejects.toMatchObject({ code: 5009 })
  })
  it('R6-4 is refused for a wallet that has one kind alone', async () => {
    const { config, wallet } = testConfig()
    await connectFake(wallet, connect(config, { connectorId: 'fake' }))
    await expect(setPreferredAccountType(config, 'smartAccount')).rejects.toMatchObject({ code: 5020 })
  })
  it('R6-4 is refused where the wallet answers with another kind', async () => {
    const made = await connectedAs(smart)
    const work = setPreferredAccountType(made.config, 'smartAccount')
    made.wallet.take('setPreferredAccountType').resolve({ type: 'eoa', address: ADDRESS })
    await expect(work).rejects.toMatchObject({ code: 5020 })
    expect(readPreferredAccountTypes(made.config.storage)).toEqual({})
  })
  it('changes nothing when the wallet fails', async () => {
    const made = await connectedAs(smart)
    const work = setPreferredAccountType(made.config, 'eoa')
    made.wallet.take('setPreferredAccountType').reject(new BaseError(6005, 'Late'))
    await expect(work).rejects.toMatchObject({ code: 6005 })
    expect(made.account().address).toBe(SMART)
    expect(readPreferredAccountTypes(made.config.storage)).toEqual({})
  })
  it('says nothing of a visitor who has left meanwhile', async () => {
    const made = await connectedAs(smart)
    const work = setPreferredAccountType(made.config, 'eoa')
    const leaving = disconnect(made.config)
    made.wallet.take('disconnect').resolve()
    await leaving
    made.wallet.take('setPreferredAccountType').resolve({ type: 'eoa', address: ADDRESS })
    await work
    expect(made.account().status).toBe('disconnected')
  })
})

describe('offersSmartAccounts', () => {
  it('R6-4 is true on the networks that the wallet names, for the wallet that has them', async () => {
    const { config } = await connectedAs(smart)
    expect(offersSmartAccounts(config)).toBe(false)
    writeSmartAccountNetworks(config.storage, [1])
    expect(offersSmartAccounts(config)).toBe(true)
    expect(offersSmartAccounts(config, 'eip155:8453')).toBe(false)
    expect(offersSmartAccounts(config, 'solana:1')).toBe(false)
  })
  it('R6-4 is false for any other wallet', async () => {
    const { config, wallet } = testConfig()
    writeSmartAccountNetworks(config.storage, [1])
    expect(offersSmartAccounts(config)).toBe(false)
    await connectFake(wallet, connect(config, { connectorId: 'fake' }))
    expect(offersSmartAccounts(config)).toBe(false)
  })
})
