import { withSettings } from './withSettings.ts'

/** As the other specs, on a stack whose project asks the mailbox about every new device. */
export const test = withSettings({ deviceVerification: 'always' })
