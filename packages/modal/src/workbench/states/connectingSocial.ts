import {
  SocialWindowBlockedError,
  SocialWindowClosedError,
  SocialWindowSeveredError,
} from '@latchkey/core/identity'
import { pretendEmail } from '../pretend/pretendConnectors.ts'
import { pretendSocialLogin } from '../pretend/pretendSocialLogin.ts'
import type { ViewState, ViewStates } from '../pretend/ViewState.ts'

const connectors = [pretendEmail({ identity: {} })]
const stands = (...login: Parameters<typeof pretendSocialLogin>): ViewState => ({
  below: [{ name: 'Connect' }],
  connectors,
  params: { provider: login[0] },
  prepare: pretendSocialLogin(...login),
})

export const connectingSocialStates: ViewStates = {
  default: stands('google', 'waiting'),
  opening: stands('x', 'opening'),
  finishing: stands('discord', 'finishing'),
  leaving: stands('apple', 'leaving'),
  blocked: stands('google', 'failed', new SocialWindowBlockedError()),
  closed: stands('github', 'failed', new SocialWindowClosedError()),
  severed: stands('facebook', 'failed', new SocialWindowSeveredError()),
  declined: stands('google', 'failed', { code: 4121 }),
  failed: stands('google', 'failed', { code: 4122 }),
  expired: stands('google', 'failed', { code: 4123 }),
  refused: stands('google', 'failed', { code: 4124 }),
  notSetUp: stands('google', 'failed', { code: 4120 }),
  frozen: stands('google', 'failed', { code: 4140 }),
  notBegun: { below: [{ name: 'Connect' }], connectors, params: { provider: 'google' } },
  unknown: { below: [{ name: 'Connect' }], connectors, params: { provider: 'myspace' } },
}
