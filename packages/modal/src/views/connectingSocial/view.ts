import { type SocialProvider, socialProviderOf } from '@latchkey/core'
import { defineView } from '../../defineView.ts'
import { lazyComponent } from '../../lazyComponent.tsx'
import { textParam } from '../../parts/viewParams.ts'
import { loadSocialViews } from '../../social/loadSocialViews.ts'

export type ConnectingSocialParams = { provider: SocialProvider | undefined }

export const connectingSocialView = defineView({
  name: 'ConnectingSocial',
  title: 'social.title',
  component: lazyComponent(() => loadSocialViews().then((module) => module.ConnectingSocialView)),
  parse: (value): ConnectingSocialParams => ({ provider: socialProviderOf(textParam(value, 'provider')) }),
})
