import { defineView } from '../../defineView.ts'
import { lazyComponent } from '../../lazyComponent.tsx'
import { loadSocialViews } from '../../social/loadSocialViews.ts'

export const connectSocialsView = defineView({
  name: 'ConnectSocials',
  title: 'connect.socials',
  legal: true,
  component: lazyComponent(() => loadSocialViews().then((module) => module.ConnectSocialsView)),
})
