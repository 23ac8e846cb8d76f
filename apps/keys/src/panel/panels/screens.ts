import { button } from '../parts/button.ts'
import type { Child } from '../parts/element.ts'
import type { Panel, Step } from '../parts/Panel.ts'

/** A step with one button that goes on. */
export const proceed = (
  panel: Panel,
  step: Omit<Step, 'actions'>,
  label: string,
  look: 'main' | 'danger' = 'main',
): Promise<void> =>
  panel.ask((answer) => {
    const press = () => answer(undefined)
    return { ...step, actions: [button(label, { isGenuine: panel.isGenuine, press, look })] }
  })

/** The last step: what was done. */
export const finish = (
  panel: Panel,
  { title, lead, body = [] }: { title: string; lead: string; body?: readonly Child[] },
): Promise<void> => proceed(panel, { title, lead, body }, panel.say('done'))
