import {
  abortPendingRequests,
  close,
  connect,
  currentView,
  goBack,
  open,
  push,
  request,
} from '@latchkey/core'
import { ADDRESS, connectFake, fakeService, showsApproval, showsNothing } from '@latchkey/core/testing'
import { BaseError } from '@latchkey/errors'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { evmAdapter } from '../host/evmAdapter.ts'
import { evmConfig } from '../testing/evmConfig.ts'

/** Longer than the wallet may take to show a request, ms. */
const SHOWN = 400

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function make() {
  const reads: string[] = []
  const made = evmConfig({
    adapters: [
      (context) => ({
        ...evmAdapter(context),
        getBalance: async ({ address }) => {
          reads.push(address)
          return '1.5'
        },
      }),
    ],
  })
  // What a page's first request loads is there.
  await made.config.adapters.eip155?.checkRequest?.({ method: 'eth_accounts' })
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
  return { ...made, reads }
}
type Made = Awaited<ReturnType<typeof make>>
const view = ({ config }: Made) => currentView(config.router.getState()).name
const isOpen = ({ config }: Made) => config.modal.getState().open
const sign = ({ config }: Made) => request(config, { method: 'personal_sign', params: ['0x00', ADDRESS] })
/** The wallet has put a request on its screen. */
const shows = ({ config }: Made) => showsApproval(config)
/** It has taken it, and what came of it, away. */
const leaves = ({ config }: Made) => showsNothing(config)
/** Params that may be worth a person's look. */
const params: Readonly<Record<string, unknown[]>> = {
  personal_sign: ['0x00', ADDRESS],
  eth_signTypedData_v4: [ADDRESS, { types: {}, primaryType: 'Order', domain: {}, message: {} }],
  eth_sendTransaction: [{ to: ADDRESS }],
  eth_sendUserOperation: [{}, ADDRESS],
  wallet_sendCalls: [{ calls: [{ to: ADDRESS }] }],
  wallet_showCallsStatus: ['0x1'],
  wallet_watchAsset: [{ type: 'ERC20', options: { address: ADDRESS } }],
}

describe('request', () => {
  it.each([
    ['connected', make],
    ['nobody is connected', async () => evmConfig()],
  ])('R4-63 R6-9 R6-10 a safe method goes to the network without a screen: %s', async (_, makeConfig) => {
    vi.useRealTimers()
    const service = await fakeService()
    service.answer('POST /v1', { body: { jsonrpc: '2.0', id: 0, result: '0x1' } })
    const { config, wallet } = await makeConfig()
    config.services.apiOrigin = service.origin
    for (const method of ['eth_blockNumber', 'eth_sendRawTransaction'])
      expect(await request(config, { method })).toBe('0x1')
    expect(service.requests.map(({ query }) => query.get('chainId'))).toEqual(['eip155:1', 'eip155:1'])
    expect(service.requests.map(({ body }) => (body as { method: string }).method)).toEqual([
      'eth_blockNumber',
      'eth_sendRawTransaction',
    ])
    expect(config.modal.getState().open).toBe(false)
    expect(wallet.waiting).toEqual([])
    config.destroy()
    await service.stop()
  })
  it.each([
    'wallet_getCapabilities',
    'wallet_getAssets',
    'wallet_getCallsStatus',
    'wallet_getSupportedExecutionPermissions',
    'wallet_getGrantedExecutionPermissions',
    'eth_getUserOperationReceipt',
    'eth_estimateUserOperationGas',
  ])('R6-11 R6-12 R6-13 R4-63 %s proceeds without a screen', async (method) => {
    const made = await make()
    const params = [ADDRESS]
    const work = request(made.config, { method, params })
    const call = made.wallet.take('request')
    expect(call.params).toMatchObject({ method, params })
    call.resolve({ id: '0x1' })
    expect(await work).toEqual({ id: '0x1' })
    expect(isOpen(made)).toBe(false)
  })
  it.each([
    'wallet_sendCalls',
    'wallet_showCallsStatus',
    'wallet_grantPermissions',
    'wallet_revokePermissions',
    'wallet_requestExecutionPermissions',
    'wallet_revokeExecutionPermission',
    'eth_sendUserOperation',
    'wallet_watchAsset',
  ])('R6-19 R6-20 R6-21 R6-22 R4-64 %s opens ApproveTransaction', async (method) => {
    const made = await make()
    const work = request(made.config, { method, params: params[method] ?? [] })
    expect(isOpen(made)).toBe(false)
    shows(made)
    expect([isOpen(made), view(made)]).toEqual([true, 'ApproveTransaction'])
    made.wallet.take('request').resolve({ id: '0x1' })
    expect(await work).toEqual({ id: '0x1' })
    // What came of it is told there, while the page goes on.
    expect(isOpen(made)).toBe(true)
    leaves(made)
    expect(isOpen(made)).toBe(false)
  })
  it.each([
    [100, 0],
    ['PENDING', 0],
    ['CONFIRMED', 1],
    [200, 1],
    [400, 1],
    [500, 1],
    [600, 1],
  ])('R4-65 the balance is read anew when calls have the status %s', async (status, reads) => {
    const made = await make()
    const work = request(made.config, { method: 'wallet_getCallsStatus', params: ['0x1'] })
    made.wallet.take('request').resolve({ status })
    await work
    expect(made.reads).toHaveLength(reads)
  })
  it('R4-67 closing the modal declines a group of calls', async () => {
    const made = await make()
    const work = request(made.config, { method: 'wallet_sendCalls', params: params.wallet_sendCalls ?? [] })
    shows(made)
    const { signal } = made.wallet.take('request')
    close(made.config)
    expect(signal?.aborted).toBe(true)
    await expect(work).rejects.toThrow()
    expect(made.config.runtime.pendingRequests.size).toBe(0)
  })
  it('who closes the status of calls has seen it: there is nothing to decline', async () => {
    const made = await make()
    const work = request(made.config, { method: 'wallet_showCallsStatus', params: ['0x1'] })
    shows(made)
    close(made.config)
    expect(await work).toBeNull()
    expect(made.reads).toEqual([])
  })
  it('a status that cannot be shown says why', async () => {
    const made = await make()
    const work = request(made.config, { method: 'wallet_showCallsStatus', params: ['0x1'] })
    made.wallet.take('request').reject(new BaseError(2030, 'Unknown'))
    await expect(work).rejects.toMatchObject({ code: 2030 })
  })
  it.each(['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'])(
    'R2-47 R4-64 R6-15 R6-16 R6-17 R1-9 %s opens ApproveTransaction',
    async (method) => {
      const made = await make()
      const work = request(made.config, { method, params: params[method] ?? [] })
      shows(made)
      expect([isOpen(made), view(made)]).toEqual([true, 'ApproveTransaction'])
      made.wallet.take('request').resolve('0x2')
      expect(await work).toBe('0x2')
    },
  )
  it('R4-65 R4-66 success refreshes the balance and closes the modal that it opened', async () => {
    const made = await make()
    const work = sign(made)
    made.wallet.take('request').resolve('0x2')
    await work
    expect(made.reads).toEqual([ADDRESS])
    expect(isOpen(made)).toBe(false)
  })
  it('R4-66 success goes back to where the request found the modal', async () => {
    const made = await make()
    open(made.config, { view: { name: 'Account' } })
    const work = sign(made)
    shows(made)
    expect(view(made)).toBe('ApproveTransaction')
    made.wallet.take('request').resolve('0x2')
    await work
    leaves(made)
    expect([isOpen(made), view(made)]).toEqual([true, 'Account'])
  })
  it.each([
    ['another view', { view: { name: 'Account' } }, [true, 'Account']],
    ['nothing', undefined, [false, 'Networks']],
  ])('an approval over %s that ends under a view is not come back to', async (_, below, after) => {
    const made = await make()
    if (below) open(made.config, below)
    const work = sign(made)
    shows(made)
    push(made.config, { name: 'Networks' })
    made.wallet.take('request').resolve('0x2')
    await work
    expect(view(made)).toBe('Networks')
    goBack(made.config)
    expect([isOpen(made), view(made)]).toEqual(after)
  })
  it('a refusal leaves the screen too and reaches the caller', async () => {
    const made = await make()
    const work = sign(made)
    made.wallet.take('request').reject(new BaseError(2004, 'You declined the request.'))
    await expect(work).rejects.toMatchObject({ code: 2004 })
    expect(isOpen(made)).toBe(false)
    expect(made.reads).toEqual([])
  })
  it('two at once share the screen, which stays until both are answered', async () => {
    const made = await make()
    const works = [sign(made), sign(made)]
    shows(made)
    expect(made.config.router.getState().stack).toHaveLength(1)
    made.wallet.take('request').resolve('0x1')
    await works[0]
    expect(isOpen(made)).toBe(true)
    made.wallet.take('request').resolve('0x2')
    await works[1]
    leaves(made)
    expect(isOpen(made)).toBe(false)
  })
  it.each([
    ['the abort routine', ({ config }: Made) => abortPendingRequests(config)],
    ['closing the modal', ({ config }: Made) => close(config)],
    ['going back', ({ config }: Made) => goBack(config)],
  ])('R4-67 %s aborts what waits for a person', async (_name, act) => {
    const made = await make()
    const work = sign(made)
    shows(made)
    const { signal } = made.wallet.take('request')
    expect(signal?.aborted).toBe(false)
    act(made)
    expect(signal?.aborted).toBe(true)
    await expect(work).rejects.toThrow()
    expect(made.config.runtime.pendingRequests.size).toBe(0)
    leaves(made)
    expect(isOpen(made)).toBe(false)
  })
  it('R4-67 going back from an approval over another view aborts it and keeps the other view', async () => {
    const made = await make()
    open(made.config, { view: { name: 'Account' } })
    const work = sign(made)
    shows(made)
    goBack(made.config)
    await expect(work).rejects.toThrow()
    expect([isOpen(made), view(made)]).toEqual([true, 'Account'])
  })
  it.each([
    'eth_sign',
    'eth_signTransaction',
    'personal_ecRecover',
    'foo_bar',
    'no such method',
    'constructor',
    'solana_signMessage',
    'solana_signAndSendTransaction',
  ])('R4-60 R4-61 R4-62 R6-23 R9-9 %s is refused: nothing opens, nothing else ends', async (method) => {
    const made = await make()
    const waiting = sign(made)
    const { signal, resolve } = made.wallet.take('request')
    const before = made.config.router.getState()
    const refused = request(made.config, { method })
    await expect(refused).rejects.toMatchObject({ code: expect.toBeOneOf([5017, 2001]) })
    await expect(request(evmConfig().config, { method })).rejects.toMatchObject({
      code: expect.toBeOneOf([5017, 2001]),
    })
    expect(made.config.router.getState()).toBe(before)
    expect([isOpen(made), signal?.aborted, made.wallet.waiting]).toEqual([false, false, []])
    vi.advanceTimersByTime(SHOWN - 1)
    expect(made.config.notices.getState().toast).toBeUndefined()
    resolve('0x2')
    expect(await waiting).toBe('0x2')
  })
  it.each<[string, unknown[] | undefined]>([
    ['personal_sign', undefined],
    ['personal_sign', ['0x00']],
    ['personal_sign', ['0x00', '0x00']],
    ['eth_signTypedData_v4', [ADDRESS, 'no JSON']],
    ['eth_signTypedData_v4', [ADDRESS, { types: {} }]],
    ['eth_sendTransaction', []],
    ['eth_sendTransaction', [{ to: 'vitalik.eth' }]],
    ['eth_sendTransaction', [{ to: ADDRESS, data: 'x' }]],
    ['wallet_sendCalls', [{ calls: [] }]],
    ['wallet_sendCalls', [{}]],
    ['wallet_showCallsStatus', []],
  ])('R8-60 %s with the params %j is refused before anything shows', async (method, wrong) => {
    const made = await make()
    const work = request(made.config, wrong ? { method, params: wrong } : { method })
    await expect(work).rejects.toMatchObject({ code: 5016 })
    vi.advanceTimersByTime(SHOWN)
    expect([isOpen(made), made.wallet.waiting]).toEqual([false, []])
  })
  it('R8-90 what the wallet refuses at once flashes nothing', async () => {
    const made = await make()
    const work = sign(made)
    vi.advanceTimersByTime(SHOWN - 1)
    made.wallet.take('request').reject(new BaseError(2018, 'Malformed'))
    await expect(work).rejects.toMatchObject({ code: 2018 })
    vi.advanceTimersByTime(SHOWN)
    expect(isOpen(made)).toBe(false)
  })
  it('a wallet that takes its time is waited for in sight', async () => {
    const made = await make()
    const work = sign(made)
    vi.advanceTimersByTime(SHOWN)
    expect([isOpen(made), view(made)]).toEqual([true, 'ApproveTransaction'])
    made.wallet.take('request').resolve('0x2')
    expect(await work).toBe('0x2')
    expect(isOpen(made)).toBe(false)
  })
  it('R6-24 an unsafe method that the wallet disallows shows as Action not allowed', async () => {
    const made = await make()
    const work = sign(made)
    made.wallet.take('request').reject(new BaseError(2005, 'Requested RPC call is not allowed'))
    await expect(work).rejects.toMatchObject({ code: 2005 })
    expect(made.config.notices.getState().toast).toMatchObject({
      name: 'actionNotAllowed',
      message: 'Action not allowed',
    })
  })
  it('R6-1 is refused while nothing is connected', () =>
    expect(request(evmConfig().config, { method: 'personal_sign' })).rejects.toMatchObject({ code: 5009 }))
})
