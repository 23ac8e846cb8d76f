import type { Config, Siwx } from '@latchkey/core'
import { failing } from '../pretend/pretendConnectors.ts'
import { pretendSiwx } from '../pretend/pretendSiwx.ts'
import { signedIn } from '../pretend/signedIn.ts'
import type { ViewStates } from '../pretend/ViewState.ts'
import { whenElementExists } from '../pretend/whenElementExists.ts'

const asked = (parts?: Partial<Siwx>) => (config: Config) => {
  signedIn(config, { connectedWalletInfo: { name: 'Rainfall', type: 'ANNOUNCED' } })
  pretendSiwx(config, parts)
}
const sign = (root: ShadowRoot) =>
  whenElementExists(root, '.lk-button[data-variant=primary]', (button) => button.click())

export const siwxSignMessageStates: ViewStates = {
  default: { prepare: asked() },
  optional: { prepare: asked({ getRequired: () => false }) },
  signing: { prepare: asked(), play: sign },
  declined: { prepare: asked({ signMessage: () => failing(4001) }), play: sign },
  failed: { prepare: asked({ signMessage: () => failing(-32603) }), play: sign },
}
