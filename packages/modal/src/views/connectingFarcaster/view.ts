import { defineView } from '../../defineView.ts'
import { lazyComponent } from '../../lazyComponent.tsx'
import { loadSocialViews } from '../../social/loadSocialViews.ts'

export const connectingFarcasterView = defineView({
  name: 'ConnectingFarcaster',
  title: 'social.farcaster',
  frame: true,
  component: lazyComponent(() => loadSocialViews().then((module) => module.ConnectingFarcasterView)),
})
