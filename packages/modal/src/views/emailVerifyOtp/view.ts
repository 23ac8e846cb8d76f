import { defineView } from '../../defineView.ts'
import { EmailVerifyOtpView } from './EmailVerifyOtpView.tsx'

export const emailVerifyOtpView = defineView({
  name: 'EmailVerifyOtp',
  title: 'code.title',
  frame: true,
  component: EmailVerifyOtpView,
})
