import { type NameForm, NameRegistrationError, nameFormOf } from '@latchkey/core/names'
import { signedIn } from '../pretend/signedIn.ts'
import type { ViewState, ViewStates } from '../pretend/ViewState.ts'

/** Signed in, with so much in the form. */
const written = (form: Partial<NameForm> = {}): ViewState => ({
  below: [{ name: 'Account' }],
  nameZone: 'wallet.example',
  prepare: (config) => {
    signedIn(config)
    nameFormOf(config).setState(form)
  },
})
const refused = (code: number) =>
  written({ label: 'alice', error: new NameRegistrationError({ cause: { code } }) })

export const registerNameStates: ViewStates = {
  default: written(),
  free: written({ label: 'alice' }),
  taken: { ...written({ label: 'alice' }), takenNames: ['alice'] },
  bad: written({ label: 'al!ce' }),
  long: written({ label: 'a-name-that-is-as-long-as-a-name-can-be-before-it-is-too-long-1' }),
  unread: { ...written({ label: 'alice' }), takenNames: 'fails' },
  registering: written({ label: 'alice', isRegistering: true }),
  declined: written({ label: 'alice', error: { code: 4001 } }),
  failed: refused(4_000),
  lost: refused(4_762),
  off: { ...written(), nameZone: '' },
}

export const nameSuccessStates: ViewStates = {
  default: { prepare: (config) => signedIn(config, { profileName: 'alice.wallet.example' }) },
}
