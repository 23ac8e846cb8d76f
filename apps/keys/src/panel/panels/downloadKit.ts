import type { Kit } from '@latchkey/keyring'
import { allowExport } from '@latchkey/protocol/http'
import { partsOf } from '../../accounts/accountIds.ts'
import { type PanelContext, withDeviceHalves } from '../../recovery/enrolMethod.ts'
import { button, codeGroups, notice } from '../parts/elements.ts'
import type { Panel, PanelScript } from '../parts/Panel.ts'
import { saveFile } from '../parts/saveFile.ts'
import { askText, finish, proceed, sameCode } from './steps.ts'

/** Makes the offline kit: a file and a code of its own, which is shown once and typed back before the file is given out. */
export const downloadKit =
  (context: PanelContext): PanelScript =>
  async (panel) => {
    const { say } = panel
    await panel.work(say('export.checking'), (signal) =>
      context.authorized.call(allowExport, { body: { what: 'kit' }, signal }),
    )
    const intro = {
      title: say('kit.title'),
      lead: say('kit.lead'),
      body: [notice('plain', [say('kit.file')])],
    }
    await proceed(panel, intro, say('kit.make'))
    const { kit, code } = await panel.work(say('kit.making'), (signal) =>
      withDeviceHalves(context, signal, (device, { accounts }) =>
        context.vault.makeKit({ device, accounts, createdAt: context.client.now() }),
      ),
    )
    const shown = { title: say('kit.codeTitle'), lead: say('kit.codeLead'), body: [codeGroups(code)] }
    await proceed(panel, shown, say('kit.written'))
    await askText(panel, {
      title: say('kit.typeTitle'),
      lead: say('kit.typeLead'),
      label: say('kit.typeLabel'),
      maxLength: 8,
      check: (text) => (sameCode(text, code.slice(-4)) ? null : say('kit.typeWrong')),
    })
    await save(panel, kit)
    const saved = [notice('success', [say('kit.both')])]
    await finish(panel, { title: say('kit.savedTitle'), lead: say('kit.lead'), body: saved })
  }

function save({ say, isGenuine, ask }: Panel, kit: Kit): Promise<void> {
  const address = partsOf(kit.accounts[0] ?? '').address
  const name = `latchkey-recovery-kit-${address.slice(0, 8)}.json`
  return ask((answer) => {
    const press = () => {
      saveFile(name, `${JSON.stringify(kit, null, 2)}\n`)
      answer(undefined)
    }
    return {
      title: say('kit.saveTitle'),
      lead: say('kit.file'),
      actions: [button(say('kit.save'), { isGenuine, press })],
    }
  })
}
