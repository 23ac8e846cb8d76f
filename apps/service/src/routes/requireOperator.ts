import { NotFoundError } from '@latchkey/protocol/http'
import type { Context } from 'hono'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { equalsInConstantTime, sha256 } from '../crypto/bytes.ts'
import { clientAddress } from '../http/clientAddress.ts'
import { limitAddress } from '../http/limitAddress.ts'

/**
 * Lets the bearer of the admin token pass. To everybody else, and where no token is set, there is nothing here.
 *
 * @throws NotFoundError, RateLimitedError
 */
export async function requireOperator(service: ServiceContext, context: Context): Promise<void> {
  const { adminToken, trustedProxies } = service.config
  await limitAddress(service, 'api', clientAddress(context, trustedProxies))
  const token = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1]
  // Equal lengths for the comparison.
  if (!adminToken || !token || !equalsInConstantTime(sha256(token), sha256(adminToken)))
    throw new NotFoundError()
}
