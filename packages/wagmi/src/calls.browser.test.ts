import { CALLS_ID, type CallsWallet, callsWallet, SMART_ADDRESS } from '@latchkey/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createWallet,
  majors,
  openPage,
  setCalm,
  takeWallet,
  type Wagmi,
  type WagmiPage,
} from './testing/wagmiPage.ts'

const RECIPIENT = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
let page: WagmiPage
let wallet: CallsWallet

beforeAll(() => setCalm(true))
afterAll(() => setCalm(false))
beforeEach(() => localStorage.clear())
afterEach(() => page.destroy())

const calls = [
  { to: RECIPIENT, value: 1n },
  { to: RECIPIENT, data: '0x12' },
] as const
const paramsOf = (method: string) =>
  wallet.requests.find((request) => request.method === method)?.params as never[]

describe.each(majors)('calls in groups (EIP-5792) with wagmi %s', (_, wagmi) => {
  beforeEach(async () => {
    wallet = callsWallet()
    page = openPage(wagmi, createWallet(), wallet.create)
    const connecting = wagmi.connect(page.config, { connector: page.connector() })
    await takeWallet()
    await connecting
  })
  it('R6-19 R3-69 R3-70 sends them, as the standard has it', async () => {
    const { id } = await wagmi.sendCalls(page.config, {
      calls,
      forceAtomic: true,
      capabilities: { paymasterService: { url: 'https://pay.example', optional: true } },
    })
    expect(id).toBe(CALLS_ID)
    expect(paramsOf('wallet_sendCalls')[0]).toMatchObject({
      version: '2.0.0',
      from: SMART_ADDRESS,
      chainId: '0x7a69',
      atomicRequired: true,
      calls: [
        { to: RECIPIENT, value: '0x1' },
        { to: RECIPIENT, data: '0x12' },
      ],
      capabilities: { paymasterService: { url: 'https://pay.example', optional: true } },
    })
  })

  it('R6-13 follows them to their end', async () => {
    const { id } = await wagmi.sendCalls(page.config, { calls })
    expect(await wagmi.waitForCallsStatus(page.config, { id })).toMatchObject({
      status: 'success',
      statusCode: 200,
      atomic: true,
      receipts: [{ status: 'success', gasUsed: 21_000n }],
    })
  })

  it('R6-11 knows what the wallet can do', async () => {
    expect(await wagmi.getCapabilities(page.config, { chainId: 31_337 })).toEqual({
      atomic: { status: 'supported' },
      paymasterService: { supported: true },
    })
    expect(paramsOf('wallet_getCapabilities')[0]).toBe(SMART_ADDRESS)
  })

  it('shows them, until the visitor has seen enough', async () => {
    const showing = wagmi.showCallsStatus(page.config, { id: CALLS_ID })
    await expect.poll(() => page.instance.getState().open).toBe(true)
    page.instance.close()
    await showing
    expect(paramsOf('wallet_showCallsStatus')).toEqual([CALLS_ID])
  })

  refusals(wagmi)

  it('R3-37 hears that the visitor uses another account', async () => {
    const { accounts, eventsOf } = page.instance.config
    const { allAccounts = [] } = accounts.getState().byNamespace.eip155 ?? {}
    eventsOf('test-wallet').emit('change', { accounts: allAccounts, preferredAccountType: 'eoa' })
    await expect.poll(() => page.account().address).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  })
})

function refusals(wagmi: Wagmi): void {
  it.each([
    ['R8-75', 2027, 5700, 'UnsupportedNonOptionalCapabilityError'],
    ['R8-76', 2028, 5710, 'UnsupportedChainIdError'],
    ['R8-77', 2029, 5720, 'DuplicateIdError'],
    ['R8-78', 2030, 5730, 'UnknownBundleIdError'],
    ['R8-79', 2031, 5740, 'BundleTooLargeError'],
    ['R8-80', 2032, 5750, 'AtomicReadyWalletRejectedUpgradeError'],
    ['R8-81', 2033, 5760, 'AtomicityNotSupportedError'],
    ['R8-69', 2004, 4001, 'UserRejectedRequestError'],
  ])('%s the frame’s %i is %i, which viem knows as %s', async (_id, refusal, code, name) => {
    wallet.refusal = refusal
    const error = await wagmi.sendCalls(page.config, { calls }).catch((thrown: unknown) => thrown)
    const known = (error as { walk(test: (cause: unknown) => boolean): unknown }).walk(
      (cause) => (cause as { code?: number }).code === code,
    )
    expect(known).toMatchObject({ name })
  })
}
