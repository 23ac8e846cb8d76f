import type { Service } from '@latchkey/protocol/client'
import type { ConnectorContext } from '../interfaces/Connector.ts'

type Caller = Pick<ConnectorContext, 'options' | 'projectId' | 'runtime' | 'services'>

/** Version of the packages of this build. */
export const SDK_VERSION = '0.1.0'

/** The service of a config, or of a connector's context, with `projectId`, `st` and `sv` on each call. */
export function serviceOf({ options, projectId, runtime, services }: Caller): Service {
  const { type: st = runtime.sdkType ?? 'html', version = SDK_VERSION } = options.sdk ?? {}
  const sv = version.startsWith(`${st}-`) ? version : `${st}-${version}`
  const { fetch } = runtime
  return { apiOrigin: services.apiOrigin, query: { projectId, st, sv }, ...(fetch && { fetch }) }
}

/** The address of a file of the service, such as a picture. */
export function serviceUrl(config: Caller, path: string): URL {
  const { apiOrigin, query } = serviceOf(config)
  return new URL(`${path}?${new URLSearchParams(query)}`, apiOrigin)
}
