import type { AlertKind } from '../interfaces/Connector.ts'
import type { Alert } from '../interfaces/Notices.ts'

/** Alerts of spec 8: a short form for people, a long one that tells what to do. */
const ALERTS: Readonly<Record<AlertKind, { short: string; long: string }>> = {
  networkNotFound: {
    short: 'Network Not Found',
    long: 'The network asked for is not one of the networks that this page was set up with. Add it to `networks`.',
  },
  originNotAllowed: {
    short: 'Invalid App Configuration',
    long: 'This site is not on the allowlist of its project. Add its origin to the project in the wallet service.',
  },
  invalidProjectId: {
    short: 'Invalid App Configuration',
    long: 'The wallet service does not know this project id. Check `projectId`.',
  },
  invalidConfiguration: {
    short: 'Invalid App Configuration',
    long: 'The wallet service refused what this page sent. Compare the options of the page with the settings of its project in the wallet service.',
  },
  frameLoadFailed: {
    short: 'Network Error, Could not load embedded wallet',
    long: 'The wallet did not load. Check the connection, that `walletOrigin` is right, and that the page allows it in `frame-src`.',
  },
  frameRequestTimeout: {
    short: 'Embedded Wallet Request Timed Out',
    long: 'The wallet did not answer in time. Check the connection and try again.',
  },
  sessionExpired: {
    short: 'Session Expired',
    long: 'The session is no longer valid. Check that the clock of the device is right, then connect again.',
  },
  projectIdMissing: {
    short: 'Project ID Not Configured',
    long: 'Set `projectId` to the id of a project of your wallet service.',
  },
  unverifiedDomain: {
    short: 'Unverified Domain',
    long: 'Nobody has confirmed that this site belongs to its project. Check the address in the browser before you sign anything; whoever runs the site adds its origin to the project in the wallet service.',
  },
}

/** The alert of a kind, in English; a view may translate it by its kind. */
export const alertOf = (kind: AlertKind, code?: number): Alert => ({
  kind,
  ...ALERTS[kind],
  ...(code === undefined ? {} : { code }),
})
