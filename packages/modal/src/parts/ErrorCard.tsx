import { type AlertKind, codeOf, hideAlert } from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react/provider'
import { Banner, Button } from '@latchkey/ui'
import { type ReactElement, useLayoutEffect } from 'react'
import { type Sayable, useSay } from '../locales/LocaleContext.tsx'
import { useFocusHandedOn } from './useFocusHandedOn.ts'

/** What happened, and what to do. */
type ErrorWords = { title: Sayable; help: Sayable }

const unknown: ErrorWords = { title: 'error.unknown', help: 'error.unknownHelp' }
const unknownWithoutCode: ErrorWords = { title: 'error.unknown', help: 'error.unknownHelpWithoutCode' }
const offline: ErrorWords = { title: 'error.offline', help: 'error.offlineHelp' }
const service: ErrorWords = { title: 'error.service', help: 'error.serviceHelp' }
const timeout: ErrorWords = { title: 'error.timeout', help: 'error.timeoutHelp' }
const frame: ErrorWords = { title: 'error.frame', help: 'error.frameHelp' }
const origin: ErrorWords = { title: 'error.origin', help: 'error.originHelp' }
const project: ErrorWords = { title: 'error.project', help: 'error.projectHelp' }
const sameSite: ErrorWords = { title: 'error.project', help: 'error.sameSiteHelp' }
const mail: ErrorWords = { title: 'error.mail', help: 'error.mailHelp' }
const tooMany: ErrorWords = { title: 'error.tooMany', help: 'error.tooManyHelp' }
const session: ErrorWords = { title: 'error.session', help: 'error.sessionHelp' }
const notOpened: ErrorWords = { title: 'error.signIn', help: 'error.socialGoneHelp' }
const noCode: ErrorWords = { title: 'error.noCode', help: 'error.noCodeHelp' }
const keys: ErrorWords = { title: 'error.keys', help: 'error.keysHelp' }
const network: ErrorWords = { title: 'error.network', help: 'error.networkHelp' }
const unknownWallet: ErrorWords = { title: 'error.wallet', help: 'error.walletHelp' }
const pairing: ErrorWords = { title: 'error.pairing', help: 'error.pairingHelp' }
const relay: ErrorWords = { title: 'error.relay', help: 'error.relayHelp' }
const noAccount: ErrorWords = { title: 'error.noAccount', help: 'error.noAccountHelp' }
const unsupported: ErrorWords = { title: 'error.chain', help: 'error.chainHelp' }
const ended: ErrorWords = { title: 'error.ended', help: 'error.endedHelp' }
const signIn: ErrorWords = { title: 'error.signIn', help: 'error.signInHelp' }
const switching: ErrorWords = { title: 'error.switch', help: 'error.switchHelp' }
const socialOff: ErrorWords = { title: 'error.socialOff', help: 'error.socialOffHelp' }
const social: ErrorWords = { title: 'error.social', help: 'error.socialHelp' }
const socialGone: ErrorWords = { title: 'error.socialGone', help: 'error.socialGoneHelp' }
const socialStrange: ErrorWords = { title: 'error.socialStrange', help: 'error.socialStrangeHelp' }
const frozen: ErrorWords = { title: 'error.frozen', help: 'error.frozenHelp' }
const held: ErrorWords = { title: 'error.held', help: 'error.heldHelp' }
const deviceRefused: ErrorWords = { title: 'error.deviceRefused', help: 'error.deviceRefusedHelp' }
const deviceGone: ErrorWords = { title: 'error.deviceGone', help: 'error.deviceGoneHelp' }
const passkey: ErrorWords = { title: 'error.passkey', help: 'error.passkeyHelp' }
const noPasskeys: ErrorWords = { title: 'error.noPasskeys', help: 'error.noPasskeysHelp' }

/** Words by the stable codes of errors; several codes may mean one thing to a visitor. */
const BY_CODE: Readonly<Record<number, ErrorWords>> = {
  1001: frame,
  1002: frame,
  1003: frame,
  1010: timeout,
  1012: service,
  2010: noCode,
  2014: network,
  2015: service,
  2016: session,
  2019: keys,
  2022: socialGone,
  2023: socialStrange,
  2024: noPasskeys,
  3100: session,
  3101: noCode,
  3105: keys,
  4000: service,
  4004: service,
  4010: project,
  4011: origin,
  4020: tooMany,
  4102: noCode,
  4103: noCode,
  4104: noCode,
  4105: tooMany,
  4106: mail,
  4107: tooMany,
  4120: socialOff,
  4122: social,
  4123: socialGone,
  4124: socialStrange,
  4130: deviceGone,
  4131: deviceRefused,
  4132: deviceGone,
  4140: frozen,
  4141: held,
  4201: session,
  4210: session,
  4212: session,
  4213: session,
  4309: passkey,
  4400: network,
  4401: service,
  5004: network,
  5006: unknownWallet,
  5014: switching,
  5018: notOpened,
  5019: pairing,
  5022: frame,
  5033: socialGone,
  5034: socialStrange,
  5035: deviceGone,
  5050: pairing,
  5051: relay,
  5068: signIn,
  5069: timeout,
  5080: service,
  5081: service,
  5082: service,
  5083: service,
  6001: sameSite,
  6002: frame,
  6003: origin,
  6004: project,
  6005: timeout,
  6007: socialOff,
  6014: noAccount,
  6015: timeout,
  6016: unsupported,
  6017: switching,
  6030: relay,
  6031: relay,
  6032: project,
  6033: timeout,
  6034: service,
  6035: timeout,
  6036: ended,
}

/** Words by the kinds of alerts (spec 8). */
const BY_ALERT: Readonly<Record<AlertKind, ErrorWords>> = {
  networkNotFound: network,
  originNotAllowed: origin,
  invalidProjectId: project,
  invalidConfiguration: project,
  projectIdMissing: project,
  unverifiedDomain: origin,
  frameLoadFailed: frame,
  frameRequestTimeout: timeout,
  sessionExpired: session,
}

/** What a missing connection looks like. */
const MAY_BE_OFFLINE: ReadonlySet<ErrorWords> = new Set([
  unknown,
  unknownWithoutCode,
  service,
  timeout,
  frame,
  relay,
])

/** Words that blame somebody else are untrue while the device has no connection. */
const unlessOffline = (words: ErrorWords): ErrorWords =>
  globalThis.navigator?.onLine === false && MAY_BE_OFFLINE.has(words) ? offline : words

/** Words for anything that was thrown. Its own text is for developers and is not shown. */
export function errorWords(error: unknown): ErrorWords {
  const code = codeOf(error)
  const other = code === undefined ? unknownWithoutCode : unknown
  return unlessOffline(BY_CODE[code ?? 0] ?? other)
}

export function alertWords(kind: string): ErrorWords | undefined {
  const words = Object.hasOwn(BY_ALERT, kind) ? BY_ALERT[kind as AlertKind] : undefined
  return words && unlessOffline(words)
}

/** No code can be entered any more: only a new one helps. */
export const needsNewCode = (error: unknown): boolean => [noCode, notOpened].includes(errorWords(error))

type ErrorCardProps = {
  error: unknown
  action?: { label: string; onClick: () => void } | undefined
}

/** What happened, what to do, one button, and the code for whoever is asked for help. */
export function ErrorCard({ error, action }: ErrorCardProps): ReactElement {
  const say = useSay()
  const words = errorWords(error)
  const labels = useCodeLabels(codeOf(error))
  useSaidOnce(words)
  const ref = useFocusHandedOn()
  const button = action && (
    <Button ref={ref} size="small" onClick={action.onClick}>
      {action.label}
    </Button>
  )
  return (
    <Banner tone="danger" role="alert" title={say(words.title)} action={button} {...labels}>
      {say(words.help)}
    </Banner>
  )
}

/** The same failure may have raised an alert too: it is said here, where it can be answered. */
function useSaidOnce(words: ErrorWords): void {
  const config = useConfig()
  const { alert } = useSlice(config.notices)
  const isSame = alert !== undefined && alertWords(alert.kind) === words
  useLayoutEffect(() => {
    if (isSame) hideAlert(config)
  }, [config, isSame])
}

/** The alert of the config, as a card above the view. */
export function AlertCard(): ReactElement | null {
  const config = useConfig()
  const { alert } = useSlice(config.notices)
  const say = useSay()
  const labels = useCodeLabels(alert?.code)
  if (!alert) return null
  const words = alertWords(alert.kind)
  return (
    <div className="lk-alert">
      <Banner
        tone="danger"
        role="alert"
        title={words ? say(words.title) : alert.short}
        action={<DismissAlert />}
        {...labels}
      >
        {words ? say(words.help) : alert.long}
      </Banner>
    </div>
  )
}

function DismissAlert(): ReactElement {
  const config = useConfig()
  const say = useSay()
  const ref = useFocusHandedOn()
  return (
    <Button ref={ref} size="small" onClick={() => hideAlert(config)}>
      {say('shell.dismiss')}
    </Button>
  )
}

type CodeLabels = {
  code: string | undefined
  copyLabels: { copy: string; copied: string; failed: string } | undefined
}

/** An error code for a `Banner`, with the words to copy it. */
function useCodeLabels(code: number | undefined): CodeLabels {
  const say = useSay()
  if (code === undefined) return { code: undefined, copyLabels: undefined }
  return {
    code: String(code),
    copyLabels: {
      copy: say('shell.copyCode', { code }),
      copied: say('shell.copied'),
      failed: say('shell.copyFailed'),
    },
  }
}
