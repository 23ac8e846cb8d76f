import { defineView } from '../../defineView.ts'
import { lazyComponent } from '../../lazyComponent.tsx'

/** Core opens it after a connection and leaves it; a step back would leave a required sign-in unseen. */
export const siwxSignMessageView = defineView({
  name: 'SIWXSignMessage',
  title: 'siwx.title',
  back: false,
  component: lazyComponent(() =>
    import('./SIWXSignMessageView.tsx').then((module) => module.SIWXSignMessageView),
  ),
})
