import { signedIn } from '../pretend/signedIn.ts'
import type { ViewStates } from '../pretend/ViewState.ts'

const below = [{ name: 'Account' }, { name: 'AccountSettings' }]

export const languageStates: ViewStates = {
  default: { below, prepare: (config) => signedIn(config) },
}
