import type { Config } from '../interfaces/Config.ts'
import type { AlertKind } from '../interfaces/Connector.ts'

/** Shows an alert by its kind. The texts are loaded when the first is needed. Never rejects. */
export async function raiseAlert(config: Config, kind: AlertKind, code?: number): Promise<void> {
  try {
    const { alertOf } = await import('./alerts.ts')
    config.notices.setState({ alert: alertOf(kind, code) })
  } catch {
    // Without its texts an alert still says what kind it is; the view may know words for it.
    config.notices.setState({
      alert: { kind, short: kind, long: kind, ...(code === undefined ? {} : { code }) },
    })
  }
}
