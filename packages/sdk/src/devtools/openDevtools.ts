import { type Config, readLog, SDK_VERSION } from '@latchkey/core'
import { adoptStyles } from '@latchkey/ui'
import tokens from '@latchkey/ui/tokens.css?inline'
import { createRecord, type Recorded } from './createRecord.ts'
import styles from './devtools.css?inline'
import { drawPanel } from './drawPanel.ts'
import { type DevtoolsStates, statesOf } from './statesOf.ts'

/** What the devtools know, as plain data to send along with the report of a bug. It holds no secrets and no contents. */
export type DevtoolsReport = Recorded & {
  sdkVersion: string
  /** ISO 8601 */
  at: string
  states: DevtoolsStates
  /** What `latchkey.readLog()` answers, a line an item. */
  log: readonly string[]
}

export type Devtools = {
  /** The panel, at the end of the page's body. */
  element: HTMLElement
  report(): Promise<DevtoolsReport>
  /** Takes the panel away and stops looking on. May be called twice. */
  close(): void
}

/** Saves a text as a file of the person who looks at the page. */
function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Puts a panel into the page, which shows what happens from now on. */
export function openPanel({ config }: { config: Config }): Devtools {
  const element = document.createElement('latchkey-devtools')
  const root = element.attachShadow({ mode: 'open' })
  adoptStyles(root, tokens + styles)
  const record = createRecord(config, () => panel.refresh())
  const report = async (): Promise<DevtoolsReport> => ({
    sdkVersion: SDK_VERSION,
    at: new Date().toISOString(),
    states: statesOf(config),
    ...record.rows(),
    log: (await readLog(config)).split('\n').filter((line) => line !== ''),
  })
  const close = () => {
    for (const stop of stops) stop()
    record.stop()
    panel.destroy()
    element.remove()
  }
  const panel = drawPanel(root, {
    rows: record.rows,
    states: () => statesOf(config),
    onClear: record.clear,
    onClose: close,
    onExport: () =>
      void report().then((told) => download('latchkey-report.json', JSON.stringify(told, undefined, 2))),
  })
  const followTheme = () => {
    element.dataset.theme = config.theme.getState().themeMode
  }
  followTheme()
  const { accounts, networks, modal, router, features, frame, theme, runtime } = config
  const stops = [
    theme.subscribe(followTheme),
    ...[accounts, networks, modal, router, features, frame].map((store) => store.subscribe(panel.refresh)),
  ]
  // Aborts when the config is destroyed.
  runtime.signal.addEventListener('abort', close, { once: true })
  stops.push(() => runtime.signal.removeEventListener('abort', close))
  document.body.append(element)
  return { element, report, close }
}
