import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountOf } from '../account/accounts.ts'
import { connect } from '../connection/connect.ts'
import { disconnect, reconnect } from '../connection/reconnect.ts'
import { request } from '../connection/request.ts'
import { switchNetwork } from '../connection/switchNetwork.ts'
import { watchConnectors } from '../connection/watchConnectors.ts'
import type { CaipNetworkId, KeyValueStorage, Siwx } from '../interfaces/Connector.ts'
import { close, currentView, open } from '../modal/open.ts'
import { createStorage } from '../storage/createStorage.ts'
import { ADDRESS, connected, connectFake, OTHER_ADDRESS } from '../testing/fakeConnector.ts'
import { showsApproval, showsNothing, testConfig } from '../testing/testConfig.ts'
import { signSiwx } from './signSiwx.ts'
import { cancelSiwx, isCloseBlocked, SIWX_VIEW } from './siwxSubject.ts'
import { fakeSiwx } from './testing/fakeSiwx.ts'
import { watchSiwx } from './watchSiwx.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const SIGNATURE = '0x5167'
const declined = () => Object.assign(new Error('User rejected the request'), { code: 4001 })

function prepare(options: Partial<Siwx> & { storage?: KeyValueStorage } = {}) {
  const { storage = createStorage(() => undefined), ...plugIn } = options
  const siwx = fakeSiwx(plugIn)
  const made = testConfig({ siwx, storage })
  watchConnectors(made.config)
  watchSiwx(made.config)
  return { ...made, siwx, storage }
}
type Made = ReturnType<typeof prepare>

const optional = { getRequired: () => false }
const view = ({ config }: Made) => currentView(config.router.getState()).name
const isOpen = ({ config }: Made) => config.modal.getState().open
const shown = (made: Made) => (isOpen(made) ? view(made) : 'closed')
const status = ({ config }: Made) => accountOf(config.accounts, 'eip155').status
const toast = ({ config }: Made) => config.notices.getState().toast?.message
/** Lets the plug-in answer and the view open. */
const settle = () => vi.advanceTimersByTimeAsync(1)

async function connectTo(made: Made, address = ADDRESS, network: CaipNetworkId = 'eip155:1') {
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }), connected(address, network))
  await settle()
}
async function prepared(options: Parameters<typeof prepare>[0] = {}) {
  const made = prepare(options)
  await connectTo(made)
  return made
}
/** Presses sign; the wallet's answer is given by the test. */
async function press(made: Made) {
  const work = signSiwx(made.config)
  const outcome = work.then(
    () => 'signed',
    (error: { shortMessage: string }) => error.shortMessage,
  )
  await settle()
  return { outcome, call: () => made.wallet.take('request') }
}

describe('spec 4, sign-in flow', () => {
  const rules: [string, () => Promise<void>][] = [
    [
      'R2-46 R4-68 SIWXSignMessage opens after connect, if the chain is supported and no session is stored',
      async () => {
        const made = await prepared()
        expect(shown(made)).toBe(SIWX_VIEW)
      },
    ],
    [
      'R4-68 it does not open with a stored session',
      async () => {
        const made = prepare()
        const data = await made.siwx.createMessage({ accountAddress: ADDRESS, chainId: 'eip155:1' })
        made.siwx.sessions.push({ data, message: 'm', signature: SIGNATURE })
        await connectTo(made)
        expect(shown(made)).toBe('closed')
      },
    ],
    [
      'R4-68 it does not open on a network that is not supported',
      async () => {
        const made = prepare()
        await connectTo(made, ADDRESS, 'eip155:424242')
        expect(shown(made)).toBe('closed')
      },
    ],
    [
      'R4-69 R4-70 success stores the session and closes the modal',
      async () => {
        const made = await prepared()
        const { outcome, call } = await press(made)
        const asked = call()
        expect(asked.params).toMatchObject({ method: 'personal_sign', params: [expect.any(String), ADDRESS] })
        asked.resolve(SIGNATURE)
        expect(await outcome).toBe('signed')
        expect(made.siwx.sessions).toEqual([
          {
            data: expect.objectContaining({ accountAddress: ADDRESS, chainId: 'eip155:1' }),
            message: `sign in ${ADDRESS} on eip155:1`,
            signature: SIGNATURE,
          },
        ])
        expect(shown(made)).toBe('closed')
      },
    ],
    [
      'R4-71 R4-72 R8-12 failure opens the view again and shows an error: declined by the person',
      async () => {
        const made = await prepared()
        const { outcome, call } = await press(made)
        call().reject(declined())
        expect(await outcome).toBe('Signature declined')
        expect([shown(made), toast(made), made.siwx.sessions]).toEqual([SIWX_VIEW, 'Signature declined', []])
      },
    ],
    [
      'R4-71 R4-72 failure opens the view again and shows an error: refused by the plug-in',
      async () => {
        const made = await prepared()
        made.siwx.fail = new Error('nonce used, secret detail')
        const { outcome, call } = await press(made)
        call().resolve(SIGNATURE)
        expect(await outcome).toBe('The sign-in did not work. Try again.')
        expect([shown(made), toast(made)]).toEqual([SIWX_VIEW, 'The sign-in did not work. Try again.'])
      },
    ],
    [
      'R4-71 failure opens the view again after the approval screen was closed',
      async () => {
        const made = await prepared()
        const { outcome } = await press(made)
        showsApproval(made.config)
        expect(shown(made)).toBe('ApproveTransaction')
        close(made.config)
        await outcome
        expect(shown(made)).toBe(SIWX_VIEW)
      },
    ],
    [
      'R4-73 cancel disconnects when sign-in is required',
      async () => {
        const made = await prepared()
        const work = cancelSiwx(made.config)
        expect([status(made), shown(made)]).toEqual(['disconnected', 'closed'])
        made.wallet.take('disconnect').resolve()
        await work
      },
    ],
    [
      'R4-74 cancel just closes when sign-in is optional',
      async () => {
        const made = await prepared(optional)
        await cancelSiwx(made.config)
        await settle()
        expect([status(made), shown(made)]).toEqual(['connected', 'closed'])
      },
    ],
    [
      'R4-75 close is disabled while sign-in is required and there is no session',
      async () => {
        const made = await prepared()
        expect(isCloseBlocked(made.config)).toBe(true)
        close(made.config)
        expect([shown(made), made.config.modal.getState().shake]).toEqual([SIWX_VIEW, true])
      },
    ],
    [
      'R4-75 close is free while sign-in is optional, and free again with a session',
      async () => {
        const free = await prepared(optional)
        close(free.config)
        expect(shown(free)).toBe('closed')
        const made = await prepared()
        const { outcome, call } = await press(made)
        call().resolve(SIGNATURE)
        await outcome
        open(made.config)
        await settle()
        expect(shown(made)).toBe('Account')
        close(made.config)
        expect(shown(made)).toBe('closed')
      },
    ],
  ]
  it.each(rules)('%s', (_, run) => run())
})

async function cancelled(made: Made) {
  made.siwx.getRequired = () => false
  await cancelSiwx(made.config)
  await settle()
}

describe('resuming', () => {
  it('a restored connection without a session is asked again, with one it is not', async () => {
    const first = await prepared()
    const next = prepare({ storage: first.storage })
    const work = reconnect(next.config)
    await settle()
    next.wallet.take('reconnect').resolve(connected())
    await work
    await settle()
    expect(shown(next)).toBe(SIWX_VIEW)
    const third = prepare({ storage: first.storage, getSessions: async () => [{} as never] })
    const again = reconnect(third.config)
    await settle()
    third.wallet.take('reconnect').resolve(connected())
    await again
    await settle()
    expect(shown(third)).toBe('closed')
  })
  it('an optional sign-in that was cancelled, or closed, is not offered again at the next load', async () => {
    for (const leave of [(made: Made) => cancelSiwx(made.config), async (made: Made) => close(made.config)]) {
      const first = await prepared(optional)
      await leave(first)
      await settle()
      const next = await prepared({ ...optional, storage: first.storage })
      expect(shown(next)).toBe('closed')
    }
  })
  it('disconnecting forgets that', async () => {
    const first = await prepared(optional)
    await cancelSiwx(first.config)
    const ended = disconnect(first.config)
    first.wallet.take('disconnect').resolve()
    await ended
    await connectTo(first)
    expect(shown(first)).toBe(SIWX_VIEW)
  })
  it('a plug-in that cannot tell asks for a signature', async () => {
    const made = await prepared({ getSessions: () => Promise.reject(new Error('offline')) })
    expect(shown(made)).toBe(SIWX_VIEW)
  })
  it('a page that opens the modal while sign-in is required finds the sign-in', async () => {
    const made = await prepared()
    open(made.config, { view: { name: 'Account' } })
    await settle()
    expect(shown(made)).toBe(SIWX_VIEW)
  })
  it.each([
    ['while this page is there', new Event('storage')],
    ['while this page was kept out of use', Object.assign(new Event('pageshow'), { persisted: true })],
  ])('a sign-in in another tab counts here: %s', async (_, event) => {
    vi.stubGlobal('window', new EventTarget())
    const made = await prepared()
    made.siwx.getSessions = async () => [{} as never]
    window.dispatchEvent(event)
    await settle()
    vi.unstubAllGlobals()
    expect(shown(made)).toBe('closed')
  })
  it('two presses at once sign in once, and the screen stays away', async () => {
    const made = await prepared()
    const [one, two] = [await press(made), await press(made)]
    one.call().resolve(SIGNATURE)
    expect(await one.outcome).toBe('signed')
    expect(await two.outcome).toBe('The sign-in was left before it was done.')
    await settle()
    expect([shown(made), made.siwx.sessions.length]).toEqual(['closed', 1])
  })
  it('a page may sign in without its view having been opened', async () => {
    const made = prepare({ getSessions: async () => [] })
    await connectTo(made)
    await cancelled(made)
    const { outcome, call } = await press(made)
    showsApproval(made.config)
    expect(shown(made)).toBe('ApproveTransaction')
    call().resolve(SIGNATURE)
    expect(await outcome).toBe('signed')
    expect(made.siwx.sessions).toHaveLength(1)
  })
  it('stops when it is told to', async () => {
    const siwx = fakeSiwx()
    const made = testConfig({ siwx })
    const stop = watchSiwx(made.config)
    const work = connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
    stop()
    await work
    await settle()
    expect(made.config.modal.getState().open).toBe(false)
  })
})

describe('changes', () => {
  const tell = (made: Made, address: string, caipNetworkId?: CaipNetworkId) =>
    made.wallet.context.emitter.emit('change', {
      accounts: connected(address).accounts,
      ...(caipNetworkId ? { caipNetworkId } : {}),
    })
  async function signedIn(options: Parameters<typeof prepare>[0] = {}) {
    const made = await prepared(options)
    const { outcome, call } = await press(made)
    call().resolve(SIGNATURE)
    await outcome
    return made
  }
  it('another account must sign in; going back needs no new signature', async () => {
    const made = await signedIn()
    tell(made, OTHER_ADDRESS)
    await settle()
    expect(shown(made)).toBe(SIWX_VIEW)
    tell(made, ADDRESS)
    await settle()
    expect([shown(made), made.siwx.revoked]).toEqual(['closed', []])
  })
  it.each([
    ['does not count there', undefined, SIWX_VIEW],
    ['counts there', async () => [{} as never], 'closed'],
  ] as const)('another network asks the plug-in: the session %s', async (_, getSessions, expected) => {
    const made = await signedIn()
    if (getSessions) made.siwx.getSessions = getSessions
    const work = switchNetwork(made.config, 'eip155:8453')
    made.wallet.take('switchNetwork').resolve()
    await work
    await settle()
    expect(shown(made)).toBe(expected)
  })
  it.each([
    [{}, [`eip155:1:${ADDRESS}`]],
    [{ signOutOnDisconnect: false }, []],
  ])('disconnecting ends the session, unless %j says otherwise', async (options, revoked) => {
    const made = await signedIn(options)
    const ended = disconnect(made.config)
    made.wallet.take('disconnect').resolve()
    await ended
    await settle()
    expect(made.siwx.revoked).toEqual(revoked)
  })
  it('an approval on the screen is not interrupted', async () => {
    const made = await prepared(optional)
    await cancelSiwx(made.config)
    const work = request(made.config, { method: 'personal_sign', params: ['0x00', ADDRESS] })
    showsApproval(made.config)
    tell(made, OTHER_ADDRESS)
    await settle()
    expect(shown(made)).toBe('ApproveTransaction')
    made.wallet.take('request').resolve('0x1')
    await work
    await settle()
    // What came of it is still told there.
    expect(shown(made)).toBe('ApproveTransaction')
    showsNothing(made.config)
    await settle()
    expect(shown(made)).toBe(SIWX_VIEW)
  })
  it('a late answer for an account that has gone changes nothing', async () => {
    const answers: ((sessions: never[]) => void)[] = []
    const made = prepare({ getSessions: () => new Promise((resolve) => answers.push(resolve)) })
    await connectTo(made)
    tell(made, OTHER_ADDRESS)
    answers[1]?.([{} as never])
    answers[0]?.([])
    await settle()
    expect(shown(made)).toBe('closed')
  })
  it('a signature for an account that has gone is not added', async () => {
    const made = await prepared()
    const { outcome, call } = await press(made)
    const asked = call()
    tell(made, OTHER_ADDRESS)
    asked.resolve(SIGNATURE)
    expect(await outcome).toBe('The sign-in was left before it was done.')
    expect(made.siwx.sessions).toEqual([])
  })
  it('a session that comes after the visitor has left is revoked', async () => {
    let finish: (() => void) | undefined
    const made = await prepared({
      addSession: () =>
        new Promise<void>((resolve) => {
          finish = resolve
        }),
    })
    const { outcome, call } = await press(made)
    call().resolve(SIGNATURE)
    await settle()
    tell(made, OTHER_ADDRESS)
    expect(await outcome).toBe('The sign-in was left before it was done.')
    finish?.()
    await settle()
    expect(made.siwx.revoked).toEqual([`eip155:1:${ADDRESS}`])
  })
  it('a plug-in that never answers ends after 30 s', async () => {
    const made = await prepared({ createMessage: () => new Promise(() => undefined) })
    const { outcome } = await press(made)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await outcome).toBe('The sign-in took too long. Check the connection and try again.')
    expect([shown(made), made.config.modal.getState().loading]).toEqual([SIWX_VIEW, false])
  })
})
