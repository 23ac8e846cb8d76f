import type { Config, Siwx } from '@latchkey/core'
import { failing } from '../../states/pretendConnectors.ts'
import { pretendSiwx } from '../../states/pretendSiwx.ts'
import { signedIn } from '../../states/signedIn.ts'
import type { ViewStates } from '../../states/ViewState.ts'
import { whenThere } from '../../states/whenThere.ts'

const asked = (parts?: Partial<Siwx>) => (config: Config) => {
  signedIn(config, { connectedWalletInfo: { name: 'Rainfall', type: 'ANNOUNCED' } })
  pretendSiwx(config, parts)
}
const sign = (root: ShadowRoot) =>
  whenThere(root, '.lk-button[data-variant=primary]', (button) => button.click())

export const siwxSignMessageStates: ViewStates = {
  default: { prepare: asked() },
  optional: { prepare: asked({ getRequired: () => false }) },
  signing: { prepare: asked(), play: sign },
  declined: { prepare: asked({ signMessage: () => failing(4001) }), play: sign },
  failed: { prepare: asked({ signMessage: () => failing(-32603) }), play: sign },
}
