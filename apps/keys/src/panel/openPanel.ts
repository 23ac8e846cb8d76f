import type { ParamsOf } from '@latchkey/protocol'
import type { AccountKeysContract } from '@latchkey/protocol/keys'
import type { PanelContext } from '../recovery/PanelContext.ts'
import { approveJoin } from './panels/approveJoin.ts'
import { createCode } from './panels/createCode.ts'
import { createPasskey } from './panels/createPasskey.ts'
import { downloadKit } from './panels/downloadKit.ts'
import { enterCode } from './panels/enterCode.ts'
import { exportSecret } from './panels/exportSecret.ts'
import { proveCode } from './panels/proveCode.ts'
import { provePasskey } from './panels/provePasskey.ts'
import type { PanelScript } from './parts/Panel.ts'

export type OpenPanelParams = ParamsOf<AccountKeysContract['methods']['openPanel']>

/**
 * The script of a panel, by its name.
 *
 * @param over fires on sign-out
 */
export function scriptOf(
  context: PanelContext,
  { panel, methodId, join }: OpenPanelParams,
  over: AbortSignal,
): PanelScript {
  const scripts: Record<OpenPanelParams['panel'], () => PanelScript> = {
    exportKey: () => exportSecret(context, 'key'),
    exportPhrase: () => exportSecret(context, 'phrase'),
    downloadKit: () => downloadKit(context),
    createPasskey: () => createPasskey(context),
    createCode: () => createCode(context),
    provePasskey: () => provePasskey(context, methodId),
    proveCode: () => proveCode(context, methodId),
    enterCode: () => enterCode(context, over),
    approveJoin: () => approveJoin(context, join),
  }
  return scripts[panel]()
}
