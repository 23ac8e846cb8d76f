import { defineView } from '../../defineView.ts'
import { lazyComponent } from '../../lazyComponent.tsx'
import { loadSettingsViews } from './loadSettingsViews.ts'

export const accountSettingsView = defineView({
  name: 'AccountSettings',
  title: 'settings.title',
  component: lazyComponent(() => loadSettingsViews().then((module) => module.AccountSettingsView)),
})
