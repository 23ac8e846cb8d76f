import type { Frame, Page } from '@playwright/test'
import { startEvilHost } from '../support/evilHost.ts'
import { frameAt } from '../support/frameAt.ts'
import { readCode } from '../support/inbox.ts'
import { barePage, connectRawFrame, openRawFrame, type RawReply } from '../support/rawFrame.ts'
import { expect, test } from '../support/test.ts'

const NOT_CONNECTED = 2003

/** Floods the page that it is in, and every frame beside it that it can reach, with forged handshakes. */
const SIBLING = `<!doctype html><script>
  const attack = { got: [], hellos: 0, inits: 0, frameNonce: 'A'.repeat(22) }
  Object.assign(window, { attack })
  addEventListener('message', ({ data }) => attack.got.push(data))
  setInterval(() => {
    const { frameNonce } = attack
    parent.postMessage({ t: 'hello', v: 1, frameNonce }, '*')
    parent.postMessage({ t: 'hello', v: 99, frameNonce }, '*')
    parent.postMessage({ t: 'ready', v: 1, hostNonce: frameNonce }, '*')
    attack.hellos++
    for (let index = 0; index < parent.length; index++) {
      if (parent[index] === self) continue
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => attack.got.push(data)
      parent[index].postMessage({ t: 'init', v: 1, frameNonce, hostNonce: frameNonce }, '*', [port2])
      attack.inits++
    }
  }, 10)
</script>`

type Attack = { got: unknown[]; hellos: number; inits: number; frameNonce: string }

/** Puts the hostile frame into the page. */
async function addSibling(page: Page, origin: string): Promise<Frame> {
  await page.evaluate(
    (src) => document.body.append(Object.assign(document.createElement('iframe'), { src, title: 'Sibling' })),
    origin,
  )
  return frameAt(page, origin)
}

const attackOf = (sibling: Frame): Promise<Attack> =>
  sibling.evaluate(() => (window as unknown as { attack: Attack }).attack)

test('a forged init gets no answer, and does not spoil the right one', async ({ page, stack }) => {
  await openRawFrame(page, stack)
  const heard = await page.evaluate(async () => {
    const { raw } = window
    raw.init('wrong nonce', { frameNonce: raw.newId() })
    raw.init('short nonce', { frameNonce: raw.frameNonce.slice(1) })
    raw.init('no host nonce', { hostNonce: '' })
    raw.init('version', { v: 2 })
    raw.init('extra key', { origin: 'https://bank.example' })
    raw.init('type', { t: 'hello' as 'init' })
    raw.init('two ports', {}, 2)
    raw.init('no port', {}, 0)
    raw.iframe.contentWindow?.postMessage(null, '*')
    raw.iframe.contentWindow?.postMessage('init', '*')
    raw.init('main')
    await raw.until(() => raw.heard.length > 0)
    await raw.send('main', 'getChainId')
    return raw.heard
  })
  expect(new Set(heard.map(({ port }) => port))).toEqual(new Set(['main']))
  // What the wallet tells by itself, as its network, may come in between.
  const told = heard.map(({ data }) => data as RawReply)
  const [ready, answer, ...more] = told.filter(({ t }) => t !== 'event')
  expect(ready).toMatchObject({ t: 'ready', v: 1 })
  expect(answer).toMatchObject({ t: 'result', result: { chainId: 31337 } })
  expect(more).toEqual([])
})

test('a second init after the first is ignored, and the first connection goes on', async ({
  page,
  stack,
}) => {
  await connectRawFrame(page, stack)
  const heard = await page.evaluate(async () => {
    const { raw } = window
    raw.init('second')
    raw.post('second', { t: 'call', id: raw.newId(), method: 'getChainId', params: {} })
    for (let calls = 0; calls < 5; calls++) await raw.send('main', 'getChainId')
    return raw.heard.map(({ port }) => port)
  })
  expect(new Set(heard)).toEqual(new Set(['main']))
})

test('a sibling frame cannot pass for the wallet: the page hears its own frame alone', async ({
  host,
  page,
  stack,
  email,
}) => {
  const evil = await startEvilHost({ '/': SIBLING })
  try {
    // The demo without its policy, which would have kept the sibling out.
    await page.goto(barePage(stack.origins.app))
    const sibling = await addSibling(page, evil.origin)
    await page.evaluate(async () => {
      const parser = new DOMParser()
      const demo = parser.parseFromString(await (await fetch('/')).text(), 'text/html')
      document.body.append(...demo.body.children)
      for (const element of demo.head.children) document.head.append(element.cloneNode())
      const script = document.createElement('script')
      script.type = 'module'
      script.src = demo.querySelector('script')?.getAttribute('src') ?? ''
      document.head.append(script)
    })
    await host.askForCode(email)
    await host.typeCode(await readCode(stack, email))
    await expect(host.button).toHaveAttribute('data-state', 'connected')
    await host.action('Sign a message')
    await host.approve()
    await expect(host.result).toHaveAttribute('data-state', 'done')
    const { hellos, got, inits } = await attackOf(sibling)
    expect(hellos).toBeGreaterThan(0)
    expect(got).toEqual([])
    // Frames in a shadow tree are not among `parent.frames`: the sibling never reached the wallet.
    expect(inits).toBe(0)
  } finally {
    await evil.stop()
  }
})

test('a sibling frame cannot pass for the page, even with the right nonce', async ({ page, stack }) => {
  const evil = await startEvilHost({ '/': SIBLING })
  try {
    await openRawFrame(page, stack)
    const nonce = await page.evaluate(() => window.raw.frameNonce)
    const sibling = await addSibling(page, evil.origin)
    await sibling.evaluate((frameNonce) => {
      Object.assign((window as unknown as { attack: Attack }).attack, { frameNonce, inits: 0 })
    }, nonce)
    await expect.poll(async () => (await attackOf(sibling)).inits).toBeGreaterThan(10)
    await page.evaluate(async () => {
      window.raw.init('main')
      await window.raw.until(() => window.raw.heard.length > 0)
    })
    expect((await page.evaluate(() => window.raw.send('main', 'getChainId'))).result).toEqual({
      chainId: 31337,
    })
    expect((await attackOf(sibling)).got).toEqual([])
  } finally {
    await evil.stop()
  }
})

test('garbage, pollution and oversized messages change nothing', async ({ page, stack }) => {
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await connectRawFrame(page, stack)
  const replies = await page.evaluate(async () => {
    const { raw } = window
    const call = (params: unknown) => ({ t: 'call', id: raw.newId(), method: 'syncTheme', params })
    const polluting = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    let deep: unknown = 0
    for (let level = 0; level < 500; level++) deep = [deep]
    const garbage = [
      ...[null, undefined, 0, '', 'call', true, 10n, [], {}, new Date(), new Map([['t', 'call']])],
      ...[new Uint8Array(8), new Error('x'), Number.NaN, polluting, cycle],
      ...[{ t: 'call' }, { t: 'call', id: 'short', method: 'getChainId', params: {} }],
      { ...call({}), extra: 1 },
      { ...call({}), id: { toString: 1 } },
      { ...call({}), method: ['getChainId'] },
      JSON.parse(`{"t":"call","id":"${raw.newId()}","method":"getChainId","__proto__":{"params":{}}}`),
      ...[call(polluting), call(cycle), call(deep), call(new Map()), call([polluting])],
      { t: 'result', id: raw.newId(), result: {} },
      { t: 'error', id: raw.newId(), error: { code: 1, message: 'x' } },
      { t: 'event', event: 'accountsChanged', payload: { accounts: [] } },
      { t: 'cancel', id: raw.newId() },
      { t: 'ready', v: 1, hostNonce: raw.newId() },
    ]
    for (const message of garbage) raw.post('main', message)
    const unknown: RawReply[] = []
    for (const method of [
      'eval',
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      'then',
      ' getUser',
    ])
      unknown.push(await raw.send('main', method))
    const large = await raw.send('main', 'syncTheme', { locale: 'x'.repeat(300_000) })
    const wrong = await raw.send('main', 'syncTheme', {
      themeMode: 'red',
      themeVariables: { accent: 'url(x)' },
    })
    const extra = await raw.send('main', 'getChainId', { chainId: 1 })
    const normal = await raw.send('main', 'getChainId')
    const unasked = raw.heard.filter(({ data }) => (data as RawReply).t === 'event')
    const all = raw.heard.length - unasked.length
    return { unknown: unknown.map(({ error }) => error?.code), large, wrong, extra, normal, all }
  })
  // `params` may be absent on the wire (a call without one is refused by its contract), so no more than that one answer.
  expect(replies.unknown).toEqual(Array(7).fill(1015))
  expect(replies.large.error?.code).toBe(1017)
  expect(replies.wrong.error?.code).toBe(1013)
  expect(replies.extra.error?.code).toBe(1013)
  expect(replies.normal.result).toEqual({ chainId: 31337 })
  const wallet = await frameAt(page, stack.origins.wallet)
  expect(await wallet.evaluate(() => 'polluted' in {})).toBe(false)
  expect(errors).toEqual([])
})

test('ten thousand messages are refused beyond the limit, and the frame lives on', async ({
  page,
  stack,
}) => {
  await connectRawFrame(page, stack)
  const counts = await page.evaluate(async () => {
    const { raw } = window
    const before = raw.heard.length
    const began = performance.now()
    for (let count = 0; count < 10_000; count++)
      raw.post('main', { t: 'call', id: raw.newId(), method: 'getChainId', params: {} })
    // Events of the frame may come in between.
    const answers = () => raw.heard.slice(before).filter(({ data }) => (data as RawReply).t !== 'event')
    await raw.until(() => raw.heard.length >= before + 10_000 && answers().length === 10_000)
    const replies = answers().map(({ data }) => data as RawReply)
    return {
      seconds: (performance.now() - began) / 1_000,
      answered: replies.filter(({ t }) => t === 'result').length,
      limited: replies.filter(({ error }) => error?.code === 1016).length,
    }
  })
  expect(counts.answered + counts.limited).toBe(10_000)
  expect(counts.answered).toBeGreaterThanOrEqual(100)
  // A hundred at once, then fifty a second.
  expect(counts.answered).toBeLessThanOrEqual(100 + Math.ceil(50 * counts.seconds))
  await expect
    .poll(() => page.evaluate(async () => (await window.raw.send('main', 'getChainId')).result))
    .toEqual({ chainId: 31337 })
})

test('a page that nobody connected learns and moves nothing', async ({ page, stack }) => {
  await connectRawFrame(page, stack)
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const answers = await page.evaluate(async (account) => {
    const { raw } = window
    const rpc = (method: string, params: unknown[] = []) => raw.send('main', 'rpcRequest', { method, params })
    const short = ({ result, error }: RawReply) => (error ? error.code : result)
    return {
      getUser: short(await raw.send('main', 'getUser')),
      setPreferredAccount: short(await raw.send('main', 'setPreferredAccount', { type: 'eoa' })),
      updateEmail: short(await raw.send('main', 'updateEmail', { email: 'me@example.com' })),
      initSmartAccount: short(await raw.send('main', 'initSmartAccount')),
      isConnected: short(await raw.send('main', 'isConnected')),
      connectOtp: short(await raw.send('main', 'connectOtp', { otp: '123456' })),
      eth_accounts: short(await rpc('eth_accounts')),
      eth_requestAccounts: short(await rpc('eth_requestAccounts')),
      wallet_getCapabilities: short(await rpc('wallet_getCapabilities', [account])),
      personal_sign: short(await rpc('personal_sign', ['0x68690a', account])),
      eth_signTypedData_v4: short(await rpc('eth_signTypedData_v4', [account, '{}'])),
      eth_sendTransaction: short(await rpc('eth_sendTransaction', [{ from: account, to: account }])),
      eth_sign: short(await rpc('eth_sign', [account, `0x${'00'.repeat(32)}`])),
      eth_chainId: short(await rpc('eth_chainId')),
    }
  }, address)
  expect(answers).toEqual({
    getUser: NOT_CONNECTED,
    setPreferredAccount: NOT_CONNECTED,
    updateEmail: NOT_CONNECTED,
    initSmartAccount: NOT_CONNECTED,
    isConnected: { isConnected: false },
    connectOtp: 2009,
    eth_accounts: [],
    eth_requestAccounts: NOT_CONNECTED,
    wallet_getCapabilities: NOT_CONNECTED,
    personal_sign: NOT_CONNECTED,
    eth_signTypedData_v4: NOT_CONNECTED,
    eth_sendTransaction: NOT_CONNECTED,
    eth_sign: 2005,
    eth_chainId: '0x7a69',
  })
})
