import type { Handlers } from '@latchkey/bridge'
import type { ParamsOf } from '@latchkey/protocol'
import {
  deleteAccount,
  getAccount,
  getActivity,
  protect,
  removeIdentity,
  removeMethod,
  revokeDevice,
  revokeSite,
  unfreeze,
} from '@latchkey/protocol/http'
import type { AccountKeysContract, KeysContract, KeysState } from '@latchkey/protocol/keys'
import { anySignal } from '@latchkey/std/deadline'
import type { PanelContext } from '../recovery/enrolMethod.ts'
import { refreshSession } from '../session/tokenSource.ts'
import type { PanelStage } from './createPanelStage.ts'
import { approveJoin } from './panels/approveJoin.ts'
import { downloadKit } from './panels/downloadKit.ts'
import { exportSecret } from './panels/exportSecret.ts'
import { createPasskey, provePasskey } from './panels/passkey.ts'
import { createCode, enterCode, proveCode } from './panels/recoveryCode.ts'
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

export type PanelHandlers = Omit<Handlers<AccountKeysContract>, keyof KeysContract['methods']>
export type PanelParts = {
  context: PanelContext
  stage: PanelStage
  readState(): Promise<KeysState>
  /** Fires on sign-out. */
  over(): AbortSignal
}

/** What the account page may ask beside what every frame may: its panels, and the account. */
export function panelHandlers(parts: PanelParts): PanelHandlers {
  const { context, stage, readState, over } = parts
  return {
    async openPanel(params, { signal }) {
      const ended = over()
      const script = scriptOf(context, params, ended)
      await stage.run(params, anySignal(signal, ended), script)
      return readState()
    },
    closePanel() {
      stage.close()
      return {}
    },
    ...accountHandlers(parts),
  }
}

function accountHandlers({
  context,
  stage,
  readState,
}: PanelParts): Omit<PanelHandlers, 'openPanel' | 'closePanel'> {
  const { authorized } = context
  return {
    // Its addresses are those that the key has given: what is paid to one of the service's word alone may be anybody's.
    async getAccount(_params, { signal }) {
      const { wallet, ...account } = await authorized.call(getAccount, { signal })
      const { accounts } = await readState()
      return { ...account, wallet: wallet && { ...wallet, accounts } }
    },
    getActivity: ({ before }, { signal }) =>
      authorized.call(getActivity, {
        signal,
        ...(before !== undefined && { query: { before: String(before) } }),
      }),
    async revokeDevice({ deviceId }, { signal }) {
      const { devices } = await authorized.call(getAccount, { signal })
      await authorized.call(revokeDevice, { params: { deviceId }, signal })
      if (devices.some(({ id, current }) => current && id === deviceId)) await forget(context, stage)
      return {}
    },
    revokeSite: (body, { signal }) => authorized.call(revokeSite, { body, signal }),
    removeIdentity: (params, { signal }) => authorized.call(removeIdentity, { params, signal }),
    removeMethod: ({ methodId }, { signal }) =>
      authorized.call(removeMethod, { params: { methodId }, signal }),
    async protect(_params, { signal }) {
      await authorized.call(protect, { signal })
      // It is protected: a network that fails now must not say that it is not.
      await refreshSession(context, signal).catch(() => undefined)
      return readState()
    },
    unfreeze: (_params, { signal }) => authorized.call(unfreeze, { signal }),
    async deleteAccount(_params, { signal }) {
      await authorized.call(deleteAccount, { signal })
      await forget(context, stage)
      return {}
    },
  }
}

/** The service knows this device no more: nothing of it stays here. */
async function forget({ partition, vault, changed }: PanelContext, stage: PanelStage): Promise<void> {
  stage.close()
  // The disk does not wait for the worker.
  void vault.lock().catch(() => undefined)
  await partition.wipe()
  await changed()
}
