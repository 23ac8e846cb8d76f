import { type SocialProvider, socialProviderOf } from '@latchkey/core'
import { defineView } from '../../defineView.ts'
import { loadSignInViews } from '../../identity/loadSignInViews.ts'
import { lazyComponent } from '../../lazyComponent.tsx'
import { textParam } from '../../parts/viewParams.ts'

export type RecoverWalletParams = { provider?: SocialProvider } | undefined

export const recoverWalletView = defineView({
  name: 'RecoverWallet',
  title: 'recover.title',
  frame: true,
  component: lazyComponent(() => loadSignInViews().then((module) => module.RecoverWalletView)),
  parse: (value): RecoverWalletParams => {
    const provider = socialProviderOf(textParam(value, 'provider'))
    return provider && { provider }
  },
})
