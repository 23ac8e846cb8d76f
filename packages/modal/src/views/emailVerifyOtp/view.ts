import { defineView } from '../../defineView.ts'
import { EmailVerifyOtp } from './EmailVerifyOtp.ts'

export const emailVerifyOtpView = defineView({
  name: 'EmailVerifyOtp',
  title: 'code.title',
  frame: true,
  component: EmailVerifyOtp,
})
