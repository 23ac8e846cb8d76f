import { hasCode } from '@latchkey/errors'
import { PasskeyRefusedError } from '@latchkey/protocol/http'
import { NoPasskeysHereError, PasskeyCannotOpenError, PasskeyNotUsedError } from '@latchkey/protocol/keys'
import { isRefusedToFrame, type NewPasskey, type PasskeyGesture } from '../../recovery/browserPasskeys.ts'
import { type PanelContext, requireOpenWallet } from '../../recovery/enrolMethod.ts'
import {
  comesTooLate,
  provePasskey as prove,
  type StartedPasskey,
  type StoredPasskey,
  sealPasskey,
  startPasskey,
  storePasskey,
  usePasskey,
} from '../../recovery/passkeyMethod.ts'
import type { WordKey } from '../locales/say.ts'
import { field, form, notice, submitButton } from '../parts/elements.ts'
import type { Panel, PanelScript } from '../parts/Panel.ts'
import { askGesture, finish } from './steps.ts'
import { makeInWindow } from './windowPasskey.ts'

/** Makes a passkey, gives it its half of the wallet where it can hold one, and tries it. */
export const createPasskey =
  (context: PanelContext): PanelScript =>
  async (panel) => {
    const { say, signal } = panel
    await requireOpenWallet(context)
    const { passkey, label } = await makePasskey(context, panel)
    const signsOnly = { title: say('passkey.signsTitle'), lead: say('passkey.signsLead') }
    if (!passkey.seals) return finish(panel, signsOnly)
    const gesture = await tryPasskey(context, panel, passkey)
    try {
      await panel.work(say('passkey.trying'), () => sealPasskey(context, passkey, { gesture, label }, signal))
    } catch (error) {
      if (!hasCode(error, PasskeyCannotOpenError.code)) throw error
      return finish(panel, signsOnly)
    }
    await finish(panel, { title: say('passkey.doneTitle'), lead: say('passkey.doneLead') })
  }

/** Where no passkey was made: null if nobody made one, `elsewhere` if the browser refuses it to this frame. */
const otherwise = (error: unknown): null | 'elsewhere' =>
  isRefusedToFrame(error) ? 'elsewhere' : nullFor(PasskeyNotUsedError)(error)

/** Null in the place of one error. */
const nullFor =
  ({ code }: { code: number }) =>
  (error: unknown): null => {
    if (hasCode(error, code)) return null
    throw error
  }

/**
 * The challenge is there before the click, because only a click may create. It serves once, so a passkey that was not made, or
 * that the service refuses, starts over with a new one; so does a click that comes when it is nearly over. One that the service has not heard of is told again.
 */
async function makePasskey(
  context: PanelContext,
  panel: Panel,
): Promise<{ passkey: StoredPasskey; label: string }> {
  const { say } = panel
  let label: string = say('passkey.defaultLabel')
  let problem: WordKey | null = null
  // The name is asked for once; a frame that may not make it is not tried again.
  let inWindow = false
  for (;;) {
    const [started, prf] = await panel.work(say('working'), (signal) =>
      Promise.all([startPasskey(context, signal), context.passkeys.knowsPrf()]),
    )
    // Known before it is made, that it would only sign in is said before.
    const hint =
      prf === false ? notice('warning', [say('passkey.signsLead')]) : notice('plain', [say('passkey.twice')])
    const hints = problem === null ? [hint] : [notice('warning', [say(problem)]), hint]
    let made: NewPasskey | 'elsewhere' | null = 'elsewhere'
    if (!inWindow) {
      const asked = await askToCreate(context, panel, started, { label, hints })
      label = asked.label
      // What was begun in the click goes on under the waiting screen.
      made = await panel.work(say('passkey.creating'), () => asked.making.catch(otherwise))
      problem = made === 'elsewhere' ? null : 'error.3109'
    }
    if (made === 'elsewhere') {
      inWindow = true
      const outcome = await makeInWindow(context, panel, started, problem)
      if (outcome === 'refused') throw new NoPasskeysHereError()
      problem = 'window.late'
      made = outcome === 'late' ? null : outcome
    }
    if (!made) continue
    const passkey = await panel.work(say('working'), (signal) =>
      storePasskey(context, started, { made, label }, signal).catch(nullFor(PasskeyRefusedError)),
    )
    if (passkey) return { passkey, label }
    problem = 'error.4309'
  }
}

const askToCreate = (
  context: PanelContext,
  panel: Panel,
  started: StartedPasskey,
  { label, hints }: { label: string; hints: readonly HTMLElement[] },
): Promise<{ making: Promise<NewPasskey>; label: string }> =>
  panel.ask((answer) => {
    const { say, isGenuine, signal } = panel
    const name = field(say('passkey.label'), { id: 'kp-label', value: label, maxLength: 64 })
    const submit = () => {
      const making = comesTooLate(context, started)
        ? Promise.reject(new PasskeyNotUsedError())
        : context.passkeys.create(started, signal)
      making.catch(() => undefined)
      answer({ making, label: name.input.value.trim() || say('passkey.defaultLabel') })
    }
    return {
      title: say('passkey.title'),
      lead: say('passkey.lead'),
      body: [form([name.node], { id: 'kp-passkey', isGenuine, submit }), ...hints],
      actions: [submitButton(say('passkey.create'), 'kp-passkey')],
    }
  })

/** Straight away where the browser lets it; where it wants a click of its own, that is asked for. */
async function tryPasskey(
  context: PanelContext,
  panel: Panel,
  { credentialId }: StoredPasskey,
): Promise<PasskeyGesture> {
  const { say } = panel
  const use = (signal: AbortSignal) => usePasskey(context, credentialId, signal)
  try {
    return await panel.work(say('passkey.trying'), async (signal) => {
      const gesture = await use(signal).catch((error: unknown) => {
        if (hasCode(error, PasskeyNotUsedError.code)) return null
        throw error
      })
      if (!gesture) throw new ClickNeeded()
      return gesture
    })
  } catch (error) {
    if (!(error instanceof ClickNeeded)) throw error
    return askGesture(panel, { title: say('passkey.tryTitle'), lead: say('passkey.tryLead') }, use)
  }
}

class ClickNeeded extends Error {}

/** Tries a passkey that has its half of the wallet. */
export const provePasskey =
  (context: PanelContext, methodId: string | undefined): PanelScript =>
  async (panel) => {
    const { say } = panel
    await requireOpenWallet(context)
    const step = { title: say('passkey.proveTitle'), lead: say('passkey.tryLead') }
    const gesture = await askGesture(panel, step, (signal) => usePasskey(context, undefined, signal))
    await panel.work(say('passkey.trying'), (signal) => prove(context, gesture, methodId, signal))
    await finish(panel, { title: say('passkey.doneTitle'), lead: say('passkey.doneLead') })
  }
