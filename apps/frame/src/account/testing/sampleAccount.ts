import type { FrameDocumentConfig } from '@latchkey/protocol'
import type { KeysState } from '@latchkey/protocol/keys'
import type { Account } from '../page/AccountPage.ts'

const id = (letter: string) => letter.repeat(22)
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const eoa = { namespace: 'eip155', address, type: 'eoa' } as const

export const NOW = 1_800_000_000_000

export const sampleConfig: FrameDocumentConfig = {
  v: 1,
  projectId: 'demo',
  apiOrigin: 'http://api.localhost:8787',
  walletOrigin: 'http://wallet.localhost:8787',
  keysOrigin: 'http://keys.localhost:8787',
  allowedOrigins: [{ pattern: 'http://app.localhost:5173', publicSuffix: 'localhost' }],
  projectName: 'Demo',
  walletName: 'Latchkey',
  headlessOtp: false,
  socials: ['google', 'x', 'farcaster'],
  passkeys: true,
  chains: [
    {
      id: 31_337,
      caip2: 'eip155:31337',
      name: 'Local',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      testnet: true,
    },
  ],
}

export const signedOutState: KeysState = {
  status: 'signedOut',
  user: null,
  accounts: [],
  granted: false,
  emailShared: false,
  challenge: null,
  device: null,
  recovery: [],
  tier: null,
  persistent: true,
}

export const signedInState: KeysState = {
  ...signedOutState,
  status: 'signedIn',
  user: {
    id: id('u'),
    email: 'ada@example.com',
    emailHint: 'a•••@example.com',
    userName: null,
    provider: 'email',
  },
  accounts: [eoa],
  granted: true,
  tier: 'standard',
}

export const sampleAccount: Account = {
  createdAt: NOW - 9_000_000_000,
  emailHint: 'a•••@example.com',
  tier: 'standard',
  wallet: { id: id('w'), status: 'active', accounts: [eoa], tier: 'standard', recovery: [] },
  freshUntil: NOW + 200_000,
  frozenAt: null,
  exportHeldUntil: null,
  recoveryHeldUntil: null,
  exportedAt: null,
  devices: [
    {
      id: 'd1',
      browser: 'Chrome on Linux',
      place: '203.0.113.0/24',
      sites: ['http://wallet.localhost:8787'],
      signedInAt: NOW - 60_000,
      seenAt: NOW,
      hasShare: true,
      current: true,
    },
    {
      id: 'd2',
      browser: 'Safari on iPhone',
      place: '198.51.100.0/24',
      sites: ['http://app.localhost:5173'],
      signedInAt: NOW - 900_000_000,
      seenAt: NOW - 86_400_000,
      hasShare: false,
      current: false,
    },
  ],
  sites: [
    {
      projectId: 'demo',
      projectName: 'Demo',
      origin: 'http://app.localhost:5173',
      connectedAt: NOW - 900_000_000,
      knowsEmail: false,
    },
  ],
  identities: [
    { id: id('e'), provider: 'email', label: 'a•••@example.com', addedAt: NOW - 9e9, usedAt: NOW - 60_000 },
    { id: id('g'), provider: 'google', label: 'Ada Lovelace', addedAt: NOW - 8e9, usedAt: NOW - 7e9 },
  ],
  methods: [
    {
      id: id('p'),
      kind: 'passkey',
      label: 'Phone',
      addedAt: NOW - 500_000,
      provenAt: NOW - 400_000,
      seals: true,
    },
    { id: id('c'), kind: 'code', label: '', addedAt: NOW - 300_000, provenAt: null, seals: true },
  ],
}
