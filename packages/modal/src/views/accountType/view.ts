import { defineView } from '../../defineView.ts'
import { lazyComponent } from '../../lazyComponent.tsx'
import { loadSettingsViews } from '../accountSettings/loadSettingsViews.ts'

export const accountTypeView = defineView({
  name: 'AccountType',
  title: 'accountType.title',
  component: lazyComponent(() => loadSettingsViews().then((module) => module.AccountTypeView)),
})
