import { BaseError } from '@latchkey/errors'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentView } from '../slices/router.ts'
import { ADDRESS, connectFake } from '../testing/fakeConnector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { abortPendingRequests } from './abortPendingRequests.ts'
import { close } from './close.ts'
import { connect } from './connect.ts'
import { goBack, push } from './navigate.ts'
import { open } from './open.ts'
import { request } from './request.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function make() {
  const reads: string[] = []
  const made = testConfig({
    adapters: [
      () => ({
        namespace: 'eip155',
        isAddress: () => true,
        getBalance: async ({ address }) => {
          reads.push(address)
          return '1.5'
        },
      }),
    ],
  })
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
  return { ...made, reads }
}
type Made = Awaited<ReturnType<typeof make>>
const view = ({ config }: Made) => currentView(config.router.getState()).name
const isOpen = ({ config }: Made) => config.modal.getState().open
const sign = ({ config }: Made) => request(config, { method: 'personal_sign', params: ['0x00', ADDRESS] })

describe('request', () => {
  it('R4-63 R6-9 R6-10 a safe method proceeds without a screen', async () => {
    const made = await make()
    for (const method of ['eth_blockNumber', 'eth_sendRawTransaction']) {
      const work = request(made.config, { method })
      const call = made.wallet.take('request')
      expect(call.params).toMatchObject({ method, caipNetworkId: 'eip155:1' })
      call.resolve('0x1')
      expect(await work).toBe('0x1')
    }
    expect(isOpen(made)).toBe(false)
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
  ])('R6-19 R6-20 R6-21 R6-22 R4-64 %s opens ApproveTransaction', async (method) => {
    const made = await make()
    const work = request(made.config, { method })
    expect([isOpen(made), view(made)]).toEqual([true, 'ApproveTransaction'])
    made.wallet.take('request').resolve({ id: '0x1' })
    expect(await work).toEqual({ id: '0x1' })
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
    const work = request(made.config, { method: 'wallet_sendCalls', params: [{}] })
    const { signal } = made.wallet.take('request')
    close(made.config)
    expect(signal?.aborted).toBe(true)
    await expect(work).rejects.toThrow()
    expect(made.config.runtime.pendingRequests.size).toBe(0)
  })
  it('who closes the status of calls has seen it: there is nothing to decline', async () => {
    const made = await make()
    const work = request(made.config, { method: 'wallet_showCallsStatus', params: ['0x1'] })
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
      const work = request(made.config, { method })
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
    expect(view(made)).toBe('ApproveTransaction')
    made.wallet.take('request').resolve('0x2')
    await work
    expect([isOpen(made), view(made)]).toEqual([true, 'Account'])
  })
  it.each([
    ['another view', { view: { name: 'Account' } }, [true, 'Account']],
    ['nothing', undefined, [false, 'Networks']],
  ])('an approval over %s that ends under a view is not come back to', async (_, below, after) => {
    const made = await make()
    if (below) open(made.config, below)
    const work = sign(made)
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
    expect(made.config.router.getState().stack).toHaveLength(1)
    made.wallet.take('request').resolve('0x1')
    await works[0]
    expect(isOpen(made)).toBe(true)
    made.wallet.take('request').resolve('0x2')
    await works[1]
    expect(isOpen(made)).toBe(false)
  })
  it.each([
    ['the abort routine', ({ config }: Made) => abortPendingRequests(config)],
    ['closing the modal', ({ config }: Made) => close(config)],
    ['going back', ({ config }: Made) => goBack(config)],
  ])('R4-67 %s aborts what waits for a person', async (_name, act) => {
    const made = await make()
    const work = sign(made)
    const { signal } = made.wallet.take('request')
    expect(signal?.aborted).toBe(false)
    act(made)
    expect(signal?.aborted).toBe(true)
    await expect(work).rejects.toThrow()
    expect(made.config.runtime.pendingRequests.size).toBe(0)
    expect(isOpen(made)).toBe(false)
  })
  it('R4-67 going back from an approval over another view aborts it and keeps the other view', async () => {
    const made = await make()
    open(made.config, { view: { name: 'Account' } })
    const work = sign(made)
    goBack(made.config)
    await expect(work).rejects.toThrow()
    expect([isOpen(made), view(made)]).toEqual([true, 'Account'])
  })
  it('R4-60 R4-61 R4-62 R9-9 an unknown method opens the modal, and says so 300 ms later', async () => {
    const made = await make()
    const work = request(made.config, { method: 'eth_sign' })
    expect(isOpen(made)).toBe(true)
    made.wallet.take('request').reject(new BaseError(2005, 'Requested RPC call is not allowed'))
    await expect(work).rejects.toMatchObject({ shortMessage: 'Requested RPC call is not allowed' })
    vi.advanceTimersByTime(299)
    expect(made.config.notices.getState().toast).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(made.config.notices.getState().toast).toMatchObject({
      kind: 'error',
      message: 'RPC method not allowed',
    })
  })
  it('R4-60 R6-23 a name that no wallet could know is refused here', async () => {
    const made = await make()
    await expect(request(made.config, { method: 'no such method' })).rejects.toThrow(
      'Requested RPC call is not allowed',
    )
    expect(made.wallet.waiting).toEqual([])
  })
  it('R4-60 an unknown method rejects what waits', async () => {
    const made = await make()
    const work = sign(made)
    request(made.config, { method: 'eth_sign' }).catch(() => undefined)
    await expect(work).rejects.toThrow()
  })
  it('R6-24 an unsafe method that the wallet disallows shows as Action not allowed', async () => {
    const made = await make()
    const work = sign(made)
    made.wallet.take('request').reject(new BaseError(2005, 'Requested RPC call is not allowed'))
    await expect(work).rejects.toMatchObject({ code: 2005 })
    expect(made.config.notices.getState().toast?.message).toBe('Action not allowed')
  })
  it('R6-1 is refused while nothing is connected', () =>
    expect(request(testConfig().config, { method: 'personal_sign' })).rejects.toMatchObject({ code: 5009 }))
})
