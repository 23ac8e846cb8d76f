import { defineView } from '../../defineView.ts'
import { loadSignInViews } from '../../identity/loadSignInViews.ts'
import { lazyComponent } from '../../lazyComponent.tsx'

export const emailVerifyDeviceView = defineView({
  name: 'EmailVerifyDevice',
  title: 'device.title',
  frame: true,
  component: lazyComponent(() => loadSignInViews().then((module) => module.EmailVerifyDeviceView)),
})
