import { lazyComponent } from '../../lazyComponent.tsx'

/** The code's view, which only a page with e-mail needs: its code is loaded while the address is typed. */
export const EmailVerifyOtp = lazyComponent(() =>
  import('./EmailVerifyOtpView.tsx').then((module) => module.EmailVerifyOtpView),
)
