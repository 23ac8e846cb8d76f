import { defineView } from '../../defineView.ts'
import { lazyComponent } from '../../lazyComponent.tsx'
import { textParam } from '../../parts/viewParams.ts'
import { loadSettingsViews } from '../accountSettings/loadSettingsViews.ts'

const loadOtp = () => loadSettingsViews().then((module) => module.UpdateEmailOtpView)

export type UpdateEmailParams = { email?: string } | undefined

export const updateEmailWalletView = defineView({
  name: 'UpdateEmailWallet',
  title: 'changeEmail.title',
  component: lazyComponent(() => loadSettingsViews().then((module) => module.UpdateEmailWalletView)),
  parse: (value): UpdateEmailParams => {
    const email = textParam(value, 'email')
    return email ? { email: email.slice(0, 254) } : undefined
  },
})

/** The code of the present address. */
export const updateEmailPrimaryOtpView = defineView({
  name: 'UpdateEmailPrimaryOtp',
  title: 'changeEmail.primaryTitle',
  frame: true,
  component: lazyComponent(loadOtp),
})

/** The code of the new address. */
export const updateEmailSecondaryOtpView = defineView({
  name: 'UpdateEmailSecondaryOtp',
  title: 'changeEmail.secondaryTitle',
  frame: true,
  component: lazyComponent(loadOtp),
})
