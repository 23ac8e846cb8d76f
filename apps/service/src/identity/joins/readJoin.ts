import type { readJoin as route } from '@latchkey/protocol/http'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import type { Call } from '../../http/Call.ts'
import { requireHost } from '../users/allowedHost.ts'
import { findWaitingJoin } from './joinRecords.ts'

/**
 * What the approving window shows of the device that waits.
 *
 * @throws JoinGoneError, UnknownProjectError, OriginNotAllowedError
 */
export async function readJoin(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const join = await findWaitingJoin(service, call.params.joinId ?? '')
  const { hostOrigin, browser, number, deviceId, expiresAt } = join
  const { name: projectName } = await requireHost(service, join.projectId, hostOrigin)
  return { hostOrigin, projectName, browser, number, deviceId, expiresAt }
}
