import type { Config } from '../interfaces/Config.ts'

/** Version of the packages of this build. */
export const SDK_VERSION = '0.1.0'

/** The route's address with `projectId`, `st` and `sv`, as each request to the service has them. */
export function serviceUrl({ options, projectId, runtime, services }: Config, path: string): URL {
  const { type = runtime.sdkType ?? 'html', version = SDK_VERSION } = options.sdk ?? {}
  const url = new URL(path, services.apiOrigin)
  url.searchParams.set('projectId', projectId)
  url.searchParams.set('st', type)
  url.searchParams.set('sv', version.startsWith(`${type}-`) ? version : `${type}-${version}`)
  return url
}
