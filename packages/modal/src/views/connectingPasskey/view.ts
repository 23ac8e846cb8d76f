import { defineView } from '../../defineView.ts'
import { loadSignInViews } from '../../identity/loadSignInViews.ts'
import { lazyComponent } from '../../lazyComponent.tsx'

export const connectingPasskeyView = defineView({
  name: 'ConnectingPasskey',
  title: 'passkey.title',
  frame: true,
  component: lazyComponent(() => loadSignInViews().then((module) => module.ConnectingPasskeyView)),
})
