import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CHALLENGE_GRACE,
  type StateInput,
  type StoredChallenge,
  type StoredSession,
  type StoredShare,
  toKeysState,
} from './keysState.ts'

const HOST = 'https://app.example'
const OTHER = 'https://other.example'
const NOW = 1_790_000_000_000
const accounts = [{ namespace: 'eip155', address: '0xAb', type: 'eoa' }] as const
const encrypted = { iv: 'aaaa', ciphertext: 'bbbb' }

const sessionWith = (options: {
  stage: 'login' | 'ready'
  wallet: 'none' | 'pending' | 'active'
  grants: string[]
  tier?: 'standard' | 'protected'
}) => {
  const wallet =
    options.wallet === 'none'
      ? null
      : {
          id: 'W',
          status: options.wallet,
          accounts: [...accounts],
          tier: options.tier ?? ('standard' as const),
          recovery: options.tier === 'protected' ? (['passkey', 'code'] as const).slice() : [],
        }
  const user = {
    id: 'U',
    email: 'ada@example.com',
    emailHint: 'a•••@example.com',
    userName: null,
    provider: 'email' as const,
  }
  const tokens = { accessToken: 'a', accessExpiresAt: NOW, refreshToken: 'r' }
  const session: StoredSession = {
    v: 1,
    tokens,
    session: { user, wallet, grants: options.grants },
    stage: options.stage,
    loginId: 'C',
  }
  return session
}
const shareWith = (userId: string, walletId: string, address = '0xaB'): StoredShare => ({
  v: 2,
  userId,
  walletId,
  keysetId: 'K',
  deviceId: 'D',
  accounts: [`eip155:1:${address}`],
  clientShare: encrypted,
})
const challengeWith = (hostOrigin: string, expiresAt: number, spent = false): StoredChallenge => ({
  v: 1,
  challengeId: 'C',
  email: 'ada@example.com',
  hostOrigin,
  action: 'VERIFY_OTP',
  codeLength: 6,
  expiresAt,
  resendAt: NOW,
  emailHint: 'a•••@example.com',
  deviceNumber: null,
  spent,
})
const ready = sessionWith({ stage: 'ready', wallet: 'active', grants: [HOST] })
const base: StateInput = {
  session: ready,
  challenge: null,
  share: shareWith('U', 'W'),
  hostOrigin: HOST,
  persistent: true,
  now: NOW,
}

describe('the state that the frame is told', () => {
  it('is signed in with a ready session, an active wallet and its share', () => {
    expect(toKeysState(base)).toMatchObject({ status: 'signedIn', granted: true })
  })

  it.each([
    ['no session', { session: null }],
    ['no share', { share: null }],
    ['a share of another user', { share: shareWith('X', 'W') }],
    ['a share of another wallet', { share: shareWith('U', 'X') }],
    ['a share of another address', { share: shareWith('U', 'W', '0xcd') }],
    [
      'a login that is not finished',
      { session: sessionWith({ stage: 'login', wallet: 'active', grants: [HOST] }) },
    ],
    ['a pending wallet', { session: sessionWith({ stage: 'ready', wallet: 'pending', grants: [HOST] }) }],
    ['no wallet', { session: sessionWith({ stage: 'ready', wallet: 'none', grants: [HOST] }) }],
  ])('is signed out with %s, and tells nothing of the user', (_, change) => {
    expect(toKeysState({ ...base, ...change })).toEqual({
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
    })
  })

  it('awaits a code of this site only, until some time after its end', () => {
    const live = { ...base, session: null, challenge: challengeWith(HOST, NOW + 1) }
    expect(toKeysState(live).status).toBe('awaitingCode')
    expect(toKeysState({ ...live, now: NOW + 1 + CHALLENGE_GRACE }).status).toBe('signedOut')
    expect(toKeysState({ ...live, challenge: challengeWith(OTHER, NOW + 1) }).status).toBe('signedOut')
  })

  it('R4-29 awaits the mailbox before the code, and shows the number', () => {
    const request = {
      ...challengeWith(HOST, NOW + 1),
      action: 'VERIFY_DEVICE' as const,
      deviceNumber: '42',
    }
    const state = toKeysState({ ...base, session: null, challenge: request })
    expect(state).toMatchObject({ status: 'awaitingDevice', challenge: null })
    expect(state.device).toEqual({ number: '42', emailHint: 'a•••@example.com', expiresAt: NOW + 1 })
  })

  it('awaits recovery for a login of this site whose wallet is protected', () => {
    const login = sessionWith({ stage: 'login', wallet: 'active', grants: [HOST], tier: 'protected' })
    const state = toKeysState({ ...base, session: login, share: null })
    expect(state).toMatchObject({ status: 'awaitingRecovery', accounts: [], granted: false })
    expect(state).toMatchObject({ recovery: ['passkey', 'code'], tier: 'protected', user: { id: 'U' } })
    expect(toKeysState({ ...base, session: login, share: null, hostOrigin: OTHER }).status).toBe('signedOut')
    const challenge = challengeWith(HOST, NOW + 1)
    expect(toKeysState({ ...base, session: login, share: null, challenge }).status).toBe('awaitingCode')
  })

  it('holds its invariants whatever is stored', () => {
    const sessions = fc.record({
      stage: fc.constantFrom('login' as const, 'ready' as const),
      wallet: fc.constantFrom('none' as const, 'pending' as const, 'active' as const),
      grants: fc.subarray([HOST, OTHER]),
      tier: fc.constantFrom('standard' as const, 'protected' as const),
    })
    const inputs = fc.record({
      session: fc.option(sessions.map(sessionWith)),
      challenge: fc.option(
        fc
          .tuple(fc.constantFrom(HOST, OTHER), fc.integer({ min: -2, max: 2 }), fc.boolean())
          .map(([host, steps, spent]) => challengeWith(host, NOW + steps * CHALLENGE_GRACE, spent)),
      ),
      share: fc.option(
        fc.tuple(fc.constantFrom('U', 'X'), fc.constantFrom('W', 'X')).map(([u, w]) => shareWith(u, w)),
      ),
      persistent: fc.boolean(),
    })
    fc.assert(
      fc.property(inputs, (input) => {
        const state = toKeysState({ ...input, hostOrigin: HOST, now: NOW })
        if (state.granted) expect(state.status).toBe('signedIn')
        if (state.status === 'signedOut') expect([state.user, state.challenge]).toEqual([null, null])
        if (state.status === 'awaitingCode') expect(state.challenge).not.toBeNull()
        if (state.status === 'signedIn') expect([state.user?.id, state.accounts.length]).toEqual(['U', 1])
        const signedIn = state.accounts.length > 0
        expect(state.user === null).toBe(!signedIn && state.status !== 'awaitingRecovery')
        expect(state.tier === null).toBe(state.user === null)
        expect(state.recovery.length > 0).toBe(state.status === 'awaitingRecovery')
      }),
    )
  })
})
