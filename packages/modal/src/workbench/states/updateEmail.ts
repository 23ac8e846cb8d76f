import type { Config } from '@latchkey/core'
import { failing, never, pretendEmail } from '../pretend/pretendConnectors.ts'
import { pretendFrame } from '../pretend/pretendFrame.ts'
import { signedIn } from '../pretend/signedIn.ts'
import { typeInto } from '../pretend/typeInto.ts'
import type { ViewState, ViewStates } from '../pretend/ViewState.ts'
import { whenThere } from '../pretend/whenThere.ts'

const below = [{ name: 'Account' }, { name: 'AccountSettings' }]
const connectors = [pretendEmail({ identity: {} })]
const send = (email: string) => (root: ShadowRoot) =>
  whenThere<HTMLInputElement>(root, 'input[type=email]', (input) => {
    typeInto(input, email)
    queueMicrotask(() => input.form?.requestSubmit())
  })
const ended = (code: number): ViewState => ({
  below,
  connectors: [pretendEmail({ identity: { updateEmail: () => failing(code) } })],
  prepare: (config) => signedIn(config),
  play: send('ada@example.org'),
})

export const updateEmailWalletStates: ViewStates = {
  default: { below, connectors, prepare: (config) => signedIn(config) },
  invalid: { below, connectors, prepare: (config) => signedIn(config), play: send('ada@example') },
  saving: {
    below,
    connectors: [pretendEmail({ identity: { updateEmail: () => never() } })],
    prepare: (config) => signedIn(config),
    play: send('ada@example.org'),
  },
  taken: ended(4142),
  frozen: ended(4140),
}

const shown = (config: Config) => {
  signedIn(config)
  pretendFrame(config, 'code', 430)
}
const otpStates: ViewStates = {
  default: { below: [...below, { name: 'UpdateEmailWallet' }], connectors, prepare: shown },
  loading: {
    below: [...below, { name: 'UpdateEmailWallet' }],
    connectors,
    prepare: (config) => signedIn(config),
  },
  expired: {
    below: [...below, { name: 'UpdateEmailWallet' }],
    connectors: [pretendEmail({ identity: { promptUpdateEmail: () => failing(4143) } })],
    prepare: (config) => signedIn(config),
  },
}
export const updateEmailPrimaryOtpStates = otpStates
export const updateEmailSecondaryOtpStates = otpStates
