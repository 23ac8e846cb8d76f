import { describe, expect, test } from 'vitest'
import { callChain, callPaymaster } from './chainRpc.ts'
import * as http from './index.ts'
import { nameCases } from './testing/nameCases.ts'

type Case = { route: http.Route; line: string; good?: readonly unknown[]; bad?: readonly unknown[] }

const id = 'A'.repeat(22)
const sealed = { enc: 'BNc', ciphertext: 'x' }
const encrypted = { iv: 'AAAA', ciphertext: 'x' }
const account = { namespace: 'eip155', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'eoa' }
const device = { keysetId: id, deviceId: id, serverShare: sealed }
const shared = { hostOrigin: 'https://shop.example', email: 'm@example.com' }
const place = { projectId: 'demo', hostOrigin: shared.hostOrigin }
const start = { ...place, email: shared.email, purpose: 'login' }
const social = { ...place, purpose: 'login', provider: 'google', mode: 'popup' }
const assertion = {
  id: 'abc',
  rawId: 'abc',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' },
}
const attestation = {
  ...assertion,
  response: { clientDataJSON: 'e30', attestationObject: 'oA', transports: ['internal'] },
}
const methodKeyset = { keysetId: id, serverShare: sealed, clientShare: encrypted }
const event = {
  eventId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  url: 'https://shop.example/cart',
  domain: 'shop.example',
  timestamp: 1,
  props: {
    type: 'track',
    event: 'CONNECT_SUCCESS',
    address: account.address,
    properties: { name: 'Wallet' },
  },
}
const errorEvent = {
  ...event,
  props: { type: 'error', event: 'API_ERROR', errorType: 'X', errorMessage: 'm', stackTrace: 's' },
}
const wallet = {
  walletId: id,
  accounts: [account],
  device,
  recovery: { keysetId: id, serverShare: sealed, clientShare: encrypted, recoveryKey: sealed },
}

const price = { currency: 'usd', addresses: [`eip155:1:${account.address}`] }
const rpcGood = [1, 'a'].map((id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId', params: [] }))
const cases: Case[] = [
  {
    route: http.startEmail,
    line: 'POST /auth/v1/email/start proof',
    good: [start, { ...start, locale: 'de' }],
    bad: [
      { ...start, email: 'nobody' },
      { ...start, purpose: 'export' },
      { ...start, hostOrigin: 'https://shop.example/path' },
      { ...start, hostOrigin: 'null' },
      { ...start, projectId: '' },
      {},
    ],
  },
  {
    route: http.verifyEmail,
    line: 'POST /auth/v1/email/verify proof',
    good: [{ challengeId: id, code: '012345' }],
    bad: [{ challengeId: id }, { challengeId: 'x', code: '012345' }, { challengeId: id, code: 12_345 }],
  },
  {
    route: http.refresh,
    line: 'POST /auth/v1/token proof',
    good: [{ refreshToken: 'abc' }],
    bad: [{}, { refreshToken: '' }, { refreshToken: 'a b' }],
  },
  { route: http.getSession, line: 'GET /auth/v1/session token' },
  {
    route: http.startSocial,
    line: 'POST /auth/v1/social/start proof',
    good: [social, { ...social, mode: 'redirect', returnUri: 'https://shop.example/?a=1', locale: 'de' }],
    bad: [
      { ...social, provider: 'farcaster' },
      { ...social, provider: undefined },
      { ...social, mode: 'tab' },
      { ...social, purpose: 'account' },
      { ...social, hostOrigin: 'https://shop.example/path' },
      { ...social, state: id },
    ],
  },
  {
    route: http.startLink,
    line: 'POST /auth/v1/social/link nonce',
    good: [{ ...social, purpose: 'link' }],
    bad: [{}],
  },
  {
    route: http.finishSocial,
    line: 'POST /auth/v1/social/finish proof',
    good: [{ flowId: id, result: 'abc' }, { flowId: id }],
    bad: [{}, { flowId: id, result: '' }, { flowId: 'x', result: 'abc' }],
  },
  {
    route: http.finishLink,
    line: 'POST /auth/v1/social/finish-link nonce',
    good: [{ flowId: id, result: 'abc' }],
    bad: [{ flowId: id, result: 'a b' }],
  },
  {
    route: http.startFarcaster,
    line: 'POST /auth/v1/farcaster/start proof',
    good: [
      { ...place, purpose: 'login' },
      { ...place, purpose: 'link', locale: 'en' },
    ],
    bad: [{ ...place }, { ...place, purpose: 'login', provider: 'farcaster' }],
  },
  {
    route: http.finishFarcaster,
    line: 'POST /auth/v1/farcaster/finish proof',
    good: [{ flowId: id }],
    bad: [{}, { flowId: id, result: 'abc' }],
  },
  {
    route: http.signOut,
    line: 'POST /auth/v1/sign-out token',
    good: [{}, { keysetId: id }],
    bad: [{ keysetId: 1 }],
  },
  { route: http.getNonce, line: 'GET /auth/v1/nonce none' },
  {
    route: http.createWallet,
    line: 'POST /keys/v1/wallets nonce',
    good: [wallet],
    bad: [
      { ...wallet, accounts: [] },
      { ...wallet, recovery: undefined },
      { ...wallet, device: { ...device, share: 'x' } },
    ],
  },
  {
    route: http.confirmWallet,
    line: 'POST /keys/v1/wallets/:walletId/confirm nonce',
    good: [{ signature: `0x${'a'.repeat(130)}` }],
    bad: [{}, { signature: '0x' }, { signature: `0x${'a'.repeat(128)}` }],
  },
  { route: http.discardWallet, line: 'DELETE /keys/v1/wallets/:walletId nonce' },
  {
    route: http.addKeyset,
    line: 'POST /keys/v1/wallets/:walletId/keysets nonce',
    good: [device],
    bad: [{}, { ...device, deviceId: 'x' }],
  },
  {
    route: http.releaseShare,
    line: 'POST /keys/v1/keysets/:keysetId/release nonce',
    good: [
      { publicKey: 'BNc', purpose: 'sign' },
      { publicKey: 'BNc', purpose: 'confirm', intentHash: `0x${'0'.repeat(64)}` },
    ],
    bad: [
      { purpose: 'sign' },
      { publicKey: 'BNc', purpose: 'export' },
      { publicKey: 'BNc', purpose: 'sign', intentHash: '0x' },
    ],
  },
  {
    route: http.recoverWallet,
    line: 'POST /keys/v1/wallets/:walletId/recover nonce',
    good: [{ publicKey: 'BNc', recoveryKeyPublicKey: 'BNc' }],
    bad: [{ publicKey: 'BNc' }],
  },
  { route: http.getAccount, line: 'GET /account/v1 token' },
  { route: http.getActivity, line: 'GET /account/v1/activity token' },
  { route: http.revokeDevice, line: 'DELETE /account/v1/devices/:deviceId nonce' },
  {
    route: http.revokeSite,
    line: 'POST /account/v1/sites/revoke nonce',
    good: [{ projectId: 'demo', origin: 'https://shop.example' }],
    bad: [{}, { projectId: 'demo', origin: 'https://shop.example/cart' }],
  },
  { route: http.removeIdentity, line: 'DELETE /account/v1/identities/:identityId nonce' },
  { route: http.unfreeze, line: 'POST /account/v1/unfreeze nonce' },
  {
    route: http.allowExport,
    line: 'POST /account/v1/export nonce',
    good: [{ what: 'key' }, { what: 'phrase' }, { what: 'kit' }],
    bad: [{}, { what: 'root' }],
  },
  { route: http.deleteAccount, line: 'POST /account/v1/delete nonce' },
  {
    route: http.startPasskeyLogin,
    line: 'POST /auth/v1/passkey/start proof',
    good: [place],
    bad: [{}, { ...place, hostOrigin: 'null' }],
  },
  {
    route: http.finishPasskeyLogin,
    line: 'POST /auth/v1/passkey/finish proof',
    good: [{ challengeId: id, assertion }],
    bad: [
      { challengeId: id },
      { challengeId: id, assertion: { ...assertion, type: 'password' } },
      { challengeId: id, assertion: { ...assertion, clientExtensionResults: {} } },
    ],
  },
  { route: http.startPasskeyCreation, line: 'POST /account/v1/passkeys/start nonce' },
  {
    route: http.finishPasskeyCreation,
    line: 'POST /account/v1/passkeys/finish nonce',
    good: [{ challengeId: id, attestation, label: 'Laptop' }],
    bad: [
      { challengeId: id, attestation },
      { challengeId: id, attestation: assertion, label: 'Laptop' },
    ],
  },
  {
    route: http.addMethod,
    line: 'POST /keys/v1/wallets/:walletId/methods nonce',
    good: [
      { kind: 'code', label: '', keyset: methodKeyset },
      { kind: 'passkey', passkeyId: id, label: 'Laptop', keyset: methodKeyset },
    ],
    bad: [
      {},
      { kind: 'recovery', label: '', keyset: methodKeyset },
      { kind: 'code', label: '', keyset: { ...methodKeyset, recoveryKey: sealed } },
    ],
  },
  {
    route: http.openMethod,
    line: 'POST /keys/v1/wallets/:walletId/methods/open nonce',
    good: [
      { kind: 'code', publicKey: 'BNc' },
      { kind: 'passkey', credentialId: 'abc', publicKey: 'BNc' },
    ],
    bad: [{ kind: 'code' }, { kind: 'device', publicKey: 'BNc' }],
  },
  {
    route: http.proveMethod,
    line: 'POST /account/v1/methods/:methodId/prove nonce',
    good: [{ signature: `0x${'a'.repeat(130)}` }],
    bad: [{}, { signature: '0x' }],
  },
  { route: http.removeMethod, line: 'DELETE /account/v1/methods/:methodId nonce' },
  { route: http.protect, line: 'POST /account/v1/protect nonce' },
  {
    route: http.startJoin,
    line: 'POST /auth/v1/joins proof',
    good: [{ ...place, deviceId: id }],
    bad: [place, { ...place, deviceId: 'x' }],
  },
  { route: http.readJoin, line: 'GET /auth/v1/joins/:joinId token' },
  {
    route: http.approveJoin,
    line: 'POST /auth/v1/joins/:joinId/approve nonce',
    good: [
      { walletId: id, keysetId: id, serverShare: sealed, clientShare: sealed },
      { walletId: id, keysetId: id, serverShare: sealed, clientShare: sealed, number: '07' },
    ],
    bad: [
      {},
      { walletId: id, keysetId: id, serverShare: sealed, clientShare: encrypted },
      { walletId: id, keysetId: id, serverShare: sealed, clientShare: sealed, number: '7' },
    ],
  },
  { route: http.finishJoin, line: 'POST /auth/v1/joins/:joinId/finish proof' },
  {
    route: http.checkDevice,
    line: 'POST /auth/v1/device/check proof',
    good: [{ challengeId: id }],
    bad: [{}, { challengeId: 'x' }],
  },
  ...[http.readDeviceRequest, http.readMailLink, http.useMailLink].map((route) => ({
    route,
    line: `POST ${route.path} none`,
    good: [{ token: 'A'.repeat(43) }],
    bad: [{}, { token: '' }, { token: '../x' }],
  })),
  {
    route: http.answerDeviceRequest,
    line: 'POST /auth/v1/device/answer none',
    good: ['approve', 'reject'].map((answer) => ({ token: 'AAA', answer })),
    bad: [{ token: 'AAA' }, { token: 'AAA', answer: 'yes' }],
  },
  {
    route: http.shareEmail,
    line: 'POST /auth/v1/email/share token',
    good: [shared],
    bad: [{}, { email: shared.email }, { ...shared, email: 'nobody' }, { ...shared, hostOrigin: 'shop' }],
  },
  {
    route: http.startEmailChange,
    line: 'POST /auth/v1/email-change/start token',
    good: [{ email: 'm@example.com' }, { email: 'm@example.com', locale: 'de' }],
    bad: [{}, { email: 'nobody' }],
  },
  ...[http.verifyEmailPrimary, http.verifyEmailSecondary].map((route) => ({
    route,
    line: `POST ${route.path} token`,
    good: [{ changeId: id, code: 'ABCD1234' }],
    bad: [{ changeId: id }, { changeId: id, code: 'ILOU1234' }, { code: 'ABCD1234' }],
  })),
  {
    route: http.resendEmailChange,
    line: 'POST /auth/v1/email-change/resend token',
    good: [{ changeId: id }],
    bad: [{}, { changeId: 1 }],
  },
  { route: http.getOrigins, line: 'GET /projects/v1/origins none' },
  { route: http.getProjectConfig, line: 'GET /appkit/v1/config none' },
  { route: http.getAnalyticsConfig, line: 'GET /getAnalyticsConfig none' },
  {
    route: http.sendEvent,
    line: 'POST /e none',
    good: [event, errorEvent],
    bad: [
      { ...event, eventId: 'x' },
      { ...event, timestamp: '2025-01-01' },
      { ...event, props: { ...event.props, event: 'PASSWORD_TYPED' } },
      { ...event, props: { ...event.props, properties: { name: 'mia@example.com' } } },
      { ...event, props: { ...event.props, properties: { email: 'x' } } },
      { ...event, props: errorEvent.props.event },
      { ...errorEvent, props: { ...errorEvent.props, address: account.address } },
      {},
    ],
  },
  { route: http.getWallets, line: 'GET /getWallets none' },
  { route: http.getSiwxNonce, line: 'GET /auth/v1/nonce none' },
  {
    route: http.authenticateSiwx,
    line: 'POST /auth/v1/authenticate none',
    good: [
      { message: 'm', signature: '0x', nonceToken: `mabc1.${'A'.repeat(43)}` },
      { message: 'm', signature: '5JxyZ', nonceToken: `mabc1.${'A'.repeat(43)}` },
    ],
    bad: [
      {},
      { message: 'm', signature: '0x0', nonceToken: `mabc1.${'A'.repeat(43)}` },
      { message: 'm'.repeat(8_193), signature: '0x', nonceToken: `mabc1.${'A'.repeat(43)}` },
      { message: 'm', signature: '0x', nonceToken: 'A' },
    ],
  },
  { route: http.getSiwxAccount, line: 'GET /auth/v1/me none' },
  { route: http.listSiwxSessions, line: 'GET /auth/v1/sessions/:address none' },
  {
    route: http.revokeSiwxSession,
    line: 'POST /auth/v1/sessions/:address/revoke none',
    good: [{ pci: id }, { pci: id, signature: '0x01' }],
    bad: [{}, { pci: 'x' }, { pci: id, signature: 'not hex' }],
  },
  {
    route: http.exchangeWindowMail,
    line: 'POST /window/v1/:channel none',
    good: [
      { side: 'frame', send: [], taken: -1 },
      { side: 'window', send: [{ sequence: 0, box: 'AAAA' }], taken: 3 },
    ],
    bad: [
      { side: 'page', send: [], taken: -1 },
      { side: 'frame', send: [], taken: -2 },
      { side: 'frame', send: [{ sequence: 0, box: 'not base64url!' }], taken: -1 },
      { side: 'frame', send: Array.from({ length: 17 }, () => ({ sequence: 0, box: 'AA' })), taken: -1 },
    ],
  },
  { route: http.getSupportedChains, line: 'GET /v1/supported-chains none' },
  { route: http.getAccountBalance, line: 'GET /v1/account/:address/balance none' },
  {
    route: http.getFungiblePrice,
    line: 'POST /v1/fungible/price none',
    good: [price, { ...price, projectId: 'demo' }],
    bad: [{}, { ...price, currency: 'eur' }, { ...price, addresses: [account.address] }],
  },
  ...nameCases,
  { route: http.health, line: 'GET /health none' },
  { route: callChain, line: 'POST /v1 none', good: rpcGood, bad: [[], { ...rpcGood[0], method: '' }] },
  { route: callPaymaster, line: 'POST /paymaster/v1 none', good: rpcGood },
]

const isRoute = (value: unknown): value is http.Route =>
  typeof value === 'object' && value !== null && 'path' in value && 'reply' in value
test('the table has every route of the service', () => {
  const routes = new Set([...Object.values(http), callChain, callPaymaster].filter(isRoute))
  expect(new Set(cases.map(({ route }) => route))).toEqual(routes)
})

describe.each(cases)('$line', ({ route, line, good = [{}], bad = [null, []] }) => {
  test('is where and how it says', () => {
    expect(`${route.method} ${route.path} ${route.auth}`).toBe(line)
  })
  test.each(good)('takes %j', (body) => {
    expect(route.body.safeParse(body)).toEqual({ success: true, data: body })
  })
  test.each([...bad, ...good.map((body) => ({ ...(body as object), surprise: 1 }))])('refuses %j', (body) => {
    expect(route.body.safeParse(body).success).toBe(false)
  })
})
