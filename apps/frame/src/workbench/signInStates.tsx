import type { ReactElement } from 'react'
import { createStore } from 'zustand/vanilla'
import type { DeviceFlow, DeviceState } from '../context/Frame.ts'
import type { ScreenProps } from '../screens/parts/ScreenProps.ts'
import { DeviceScreen } from '../screens/signIn/DeviceScreen.tsx'
import { FarcasterScreen } from '../screens/signIn/FarcasterScreen.tsx'
import { RecoveryScreen } from '../screens/signIn/RecoveryScreen.tsx'
import type { FarcasterFlow, FarcasterState } from '../signIn/flows/farcasterFlow.ts'
import type { RecoveryFlow, RecoveryState } from '../signIn/flows/recoveryFlow.ts'
import { workbenchNow } from './codeStates.ts'
import '../screens/signIn/signIn.css'

const now = () => workbenchNow
const shared: ScreenProps = {
  wallet: { name: 'Latchkey', host: 'wallet.localhost' },
  onEscape: () => undefined,
  onFocusExit: () => undefined,
}

function device(change: Partial<DeviceState>): ReactElement {
  const store = createStore<DeviceState>(() => ({
    device: { number: '47', emailHint: 'm•••@example.com', expiresAt: workbenchNow + 9 * 60_000 },
    phase: 'waiting',
    problem: null,
    resending: false,
    resent: false,
    resendAt: workbenchNow,
    ...change,
  }))
  const flow: DeviceFlow = { store, now, resend: async () => undefined, changeEmail: () => undefined }
  return <DeviceScreen {...shared} flow={flow} />
}

const link = 'https://farcaster.xyz/~/siwf?channelToken=6f1d5a3e-0000-4000-8000-2f9d1c7b3a55'

function farcaster(change: Partial<FarcasterState>, isPhone = false): ReactElement {
  const store = createStore<FarcasterState>(() => ({
    phase: 'waiting',
    uri: link,
    expiresAt: workbenchNow + 10 * 60_000,
    isUnreachable: false,
    ...change,
  }))
  const flow: FarcasterFlow = { store, now, restart: () => store.setState({ phase: 'opening', uri: null }) }
  return <FarcasterScreen {...shared} flow={flow} isPhone={isPhone} />
}

function recovery(change: Partial<RecoveryState>): ReactElement {
  const store = createStore<RecoveryState>(() => ({
    mode: 'recover',
    methods: ['passkey', 'code'],
    who: 'm•••@example.com',
    phase: 'choose',
    join: {
      href: 'https://wallet.example/account#join=',
      number: '83',
      expiresAt: workbenchNow + 10 * 60_000,
    },
    problem: null,
    ...change,
  }))
  const flow: RecoveryFlow = {
    store,
    tryPasskey: async () => store.setState({ phase: 'passkey', problem: null }),
    windowOpened: () => store.setState({ phase: 'window' }),
    chooseAgain: () => store.setState({ phase: 'choose' }),
  }
  return <RecoveryScreen {...shared} flow={flow} />
}

/** The screens of the other ways to sign in, and of recovery, each in each of its states. */
export const signInStates: Readonly<Record<string, ReactElement>> = {
  'device-waiting': device({ resendAt: workbenchNow + 24_000 }),
  'device-resend': device({}),
  'device-resending': device({ resending: true }),
  'device-resent': device({ resent: true, resendAt: workbenchNow + 30_000 }),
  'device-approved': device({ phase: 'approved' }),
  'device-refused': device({ phase: 'refused' }),
  'device-expired': device({ phase: 'expired' }),
  'device-unreachable': device({ problem: 'unreachable' }),
  'device-code-not-sent': device({ problem: 'mail' }),
  'device-too-many': device({ problem: 'tooMany' }),
  'device-not-sent': device({ problem: 'notSent' }),
  'farcaster-opening': farcaster({ phase: 'opening', uri: null }),
  'farcaster-waiting': farcaster({}),
  'farcaster-approved': farcaster({ phase: 'approved' }),
  'farcaster-expired': farcaster({ phase: 'expired' }),
  'farcaster-declined': farcaster({ phase: 'declined' }),
  'farcaster-failed': farcaster({ phase: 'failed' }),
  'farcaster-unreachable': farcaster({ isUnreachable: true }),
  'farcaster-phone': farcaster({}, true),
  'farcaster-phone-opening': farcaster({ phase: 'opening', uri: null }, true),
  'farcaster-phone-expired': farcaster({ phase: 'expired' }, true),
  'recovery-choose': recovery({}),
  'recovery-passkey-only': recovery({ methods: ['passkey'] }),
  'recovery-code-only': recovery({ methods: ['code'], who: null }),
  'recovery-preparing': recovery({ join: null }),
  'recovery-passkey': recovery({ phase: 'passkey' }),
  'recovery-cancelled': recovery({ problem: 'cancelled' }),
  'recovery-unavailable': recovery({ problem: 'unavailable' }),
  'recovery-refused': recovery({ problem: 'refused' }),
  'recovery-cannot-open': recovery({ problem: 'cannotOpen' }),
  'recovery-damaged': recovery({ problem: 'damaged' }),
  'recovery-unreachable': recovery({ problem: 'unreachable', join: null }),
  'recovery-window': recovery({ phase: 'window' }),
  'recovery-expired': recovery({ problem: 'expired' }),
  'recovery-done': recovery({ phase: 'done' }),
  'passkey-sign-in': recovery({ mode: 'passkey', methods: ['passkey'], who: null, problem: 'cancelled' }),
  'passkey-unavailable': recovery({
    mode: 'passkey',
    methods: ['passkey'],
    who: null,
    problem: 'unavailable',
  }),
}
